// Entry point: settings, database, first admin, demo content, app, listening; and the graceful shutdown.
import type { RequestListener } from 'node:http'
import type { ServerBuild } from 'react-router'
import { ensureAdmin } from './accounts/first-admin.ts'
import { type App, createApp } from './app.ts'
import { cutOffRestore } from './backup/restore-backup.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import type { AppContext } from './context.ts'
import { runVisitCounts } from './counts/stored-counts.ts'
import { createContext } from './create-context.ts'
import { lockDataDir, prepareDataDir } from './data-dir.ts'
import { isFull } from './db/connect.ts'
import { databaseTimeout, migrate, oneStartAtATime, waitForDatabase } from './db/migrate.ts'
import { durabilityOff } from './db/postgres.ts'
import { makeTrigramIndexes } from './db/search.ts'
import { createHttpServer } from './http/http-server.ts'
import {
  checkDatabaseFile,
  checkInstallation,
  installationOf,
  recordInstallation,
} from './images/installation.ts'
import { runJobs } from './jobs/runner.ts'
import { logConsole } from './log.ts'
import { openMetrics } from './metrics/metrics.ts'
import { loadBuiltPages } from './pages/pages.ts'
import { loadDemo } from './projects/demo.ts'
import { followPublicContent } from './public-content.ts'
import { Shutdown } from './shutdown.ts'
import { explain, listeningError, nameOf, reasonOf } from './start-errors.ts'

const development = process.argv.includes('--dev')
const shutdown = new Shutdown()
let config: Config | null = null

try {
  config = readConfig()
  await start(config)
} catch (error) {
  // A start that fails during the shutdown fails because the database is closed.
  if (!shutdown.begun) {
    const line = explain(error, config)
    console.error(line === null ? error : `Cannot start: ${line}`)
    await shutdown.end(1)
  }
}

async function start(config: Config): Promise<void> {
  prepareDataDir(config.dataDir)
  const cutOff = cutOffRestore(config)
  if (cutOff) throw new ConfigError(cutOff)
  if (!config.databaseUrl) shutdown.last = lockDataDir(config.dataDir)
  await checkDatabaseFile(config)
  const context = createContext(config, await openMetrics(config))
  shutdown.context = context
  const { log } = context
  if (!config.throttle) log.warn({ event: 'limits.off' }, 'THROTTLE=off: every rate limit is off')
  if (config.publicUrl.startsWith('https:') && config.trustProxy === 0)
    log.warn(
      { event: 'proxy.not-trusted' },
      'PUBLIC_URL is https but TRUST_PROXY is off: all visitors behind the proxy count as one client',
    )
  await waitForDatabase(context.db, (reason) =>
    log.warn(
      { event: 'database.waiting' },
      `${nameOf(config)} is not available yet (${reasonOf(reason)}); waiting ${databaseTimeout / 1000} seconds for it`,
    ),
  )
  // After the requests, of which some wait for an image; those that are late get a response before their connections are closed.
  shutdown.early((limit) => void setTimeout(() => context.images.stop(), limit - 1_000).unref())
  shutdown.late.push(() => context.images.stop())
  const lines: string[] = []
  await oneStartAtATime(context, () => prepareDatabase(context, (line) => lines.push(line)))
  await serve(config, context, lines)
}

/** The schema of this version, what an empty database needs, and whatever else a start checks in it. */
async function prepareDatabase(context: AppContext, print: (line: string) => void): Promise<void> {
  const { config, db, uploads, log } = context
  const missing = await checkInstallation(context)
  if (missing === null)
    await uploads.storage.check(false).catch((error) => {
      // Reading works without space, so the start continues if the database can be opened.
      if (!isFull(error)) throw error
    })
  await migrate(db)
  if (config.databaseUrl) await preparePostgres(context)
  if (missing === null) await recordInstallation(context)
  else {
    uploads.owner = await installationOf(db)
    log.error({ event: 'uploads.missing', uploads: uploads.storage.name }, missing)
  }
  // So that pages are shown also if the database goes away before the first one is requested.
  await context.site.current()
  await ensureAdmin(context, print)
  if (missing === null) await loadDemo(context)
}

/** With warnings only: tests and demos may run like this on purpose, and without the indexes a search reads all texts. */
async function preparePostgres({ db, log }: AppContext): Promise<void> {
  const settings = await durabilityOff(db)
  if (settings.length > 0)
    log.warn(
      { event: 'database.not-durable', settings },
      `PostgreSQL has ${settings.join(' and ')} off: a crash or power cut may lose or damage what was stored`,
    )
  const error = await makeTrigramIndexes(db)
  if (error)
    log.warn(
      { event: 'search.unindexed', reason: error.message },
      'search is slow with many rows: the extension pg_trgm could not be added to the database',
    )
}

/** @param lines printed once it listens. */
async function serve(config: Config, context: AppContext, lines: string[]): Promise<void> {
  if (shutdown.begun) return
  const http = createHttpServer((request, response) => listener(request, response), {
    onFull: () =>
      context.log
        .onceAMinute('connections')
        ?.warn({ event: 'connections.full' }, 'too many connections: the longest idle one is closed'),
  })
  const vite = development
    ? await (await import('vite')).createServer({
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server: http.server } },
      })
    : undefined
  const loadBuild = vite
    ? () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
    : loadBuiltPages
  const app = createApp(context, loadBuild, vite ? 'development' : 'built')
  const listener: RequestListener = vite
    ? (request, response) => vite.middlewares(request, response, () => app.listener(request, response))
    : app.listener

  shutdown.early(followPublicContent(context), 1_000)
  shutdown.late.push(runVisitCounts(context))
  if (vite) shutdown.late.push(() => vite.close())
  else await warmUp(app, config)
  if (shutdown.begun) return
  await http.listen(config.port, config.host).catch((error) => {
    throw listeningError(error, config)
  })
  shutdown.early(runJobs(context))
  for (const line of lines) process.stdout.write(`${line}\n`)
  shutdown.early((deadline) => http.stop(deadline))
  if (!vite) logConsole(context.log)
  context.log.info({ event: 'server.ready', url: config.publicUrl }, `Ready at ${config.publicUrl}`)
}

/**
 * Renders Home once, so that the first requests find code that is loaded and compiled, and a cached page: until then they
 * would wait for each other, half a second and more. Whatever its result is, the server goes on: a database that
 * is away at this moment may be back at the next. Its connection is open since the start has used it.
 */
async function warmUp({ fetch }: App, { publicUrl }: Config): Promise<void> {
  const response = await fetch(new Request(`${publicUrl}/`, { headers: { accept: 'text/html' } }))
  await response.text()
}
