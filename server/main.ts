// Starts the product: settings, database, first admin, demo content, app, listening; and ends it in order.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { loadDemo } from './core/demo-content.ts'
import { ensureAdmin } from './core/first-admin.ts'
import { runOutbox } from './core/outbox.ts'
import { finishPictures } from './core/pictures.ts'
import { runSweeps } from './core/sweeps.ts'
import { createContext } from './create-context.ts'
import { migrate } from './db/migrate.ts'
import { readiness } from './health.ts'
import { root } from './root.ts'

/** Milliseconds. Requests in flight get this long after SIGTERM; the process is gone before 10 s. */
const graceful = 8_000

const development = process.argv.includes('--dev')

try {
  await start()
} catch (error) {
  // One clear line, no stack, for what the owner can mend.
  const known = error instanceof ConfigError || (error as NodeJS.ErrnoException).code !== undefined
  console.error(known ? `Cannot start: ${(error as Error).message}` : error)
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig()
  const context = createContext(config)
  const { log } = context
  if (!config.throttle) log.warn('THROTTLE=off: every rate limit is off')
  await context.uploads.check()
  await migrate(context.db)
  await ensureAdmin(context)
  await loadDemo(context)

  const http = createServer({
    // Who dawdles is cut (SECURITY.md, abuse case 43): over the head of a request, over a body of any size, and by
    // silence in either direction. A picture of 10 MB over a slow line still gets through.
    headersTimeout: 10_000,
    requestTimeout: 120_000,
    connectionsCheckingInterval: 5_000,
    keepAliveTimeout: 15_000,
    maxHeaderSize: 16 * 1024,
  })
  http.setTimeout(25_000)
  const vite = development
    ? await (await import('vite')).createServer({
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server: http } },
      })
    : undefined
  const loadBuild = vite
    ? () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
    : () => import(/* @vite-ignore */ join(root, 'build/server/index.js')) as Promise<ServerBuild>
  const app = createApp(context, loadBuild, vite ? 'development' : 'built')
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  http.on('request', (request, response) => {
    if (vite) vite.middlewares(request, response, () => listener(request, response))
    else if (!app.serveKept(request, response)) listener(request, response)
  })

  const stopOutbox = runOutbox(context)
  const stopSweeps = runSweeps(context)
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(config.port, config.host, resolve)
  })
  log.info(`Ready at ${config.publicUrl}`)

  let stopping = false
  const stop = async (signal: string) => {
    // A second signal means now.
    if (stopping) process.exit(1)
    stopping = true
    readiness.stopping = true
    log.info(`${signal}: finishing what is under way`)
    const deadline = setTimeout(() => http.closeAllConnections(), graceful)
    http.closeIdleConnections()
    await new Promise((resolve) => http.close(resolve))
    clearTimeout(deadline)
    stopSweeps()
    await Promise.race([Promise.all([stopOutbox(), finishPictures()]), rest(1_000)])
    await vite?.close()
    await context.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
