// Is the process alive, is it ready: for whoever runs it.
import { Hono } from 'hono'
import type { Env } from './api/env.ts'
import type { AppContext } from './core/context.ts'
import { ping } from './db/connect.ts'

/** Milliseconds for which an answer holds, so that asking often costs the database nothing. */
const holds = 1_000

export const readiness = { stopping: false }

let last = { at: 0, ready: Promise.resolve(true) }

export const health = new Hono<Env>()
  .get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
  .get('/readyz', async (c) => {
    const now = performance.now()
    if (now - last.at > holds) last = { at: now, ready: isReady(c.var.context) }
    const ready = !readiness.stopping && (await last.ready)
    return c.json({ status: ready ? 'ready' : 'not ready' }, ready ? 200 : 503, {
      'Cache-Control': 'no-store',
    })
  })

async function isReady(context: AppContext): Promise<boolean> {
  try {
    await ping(context.db)
    await context.uploads.check()
    return true
  } catch (error) {
    context.log.warn({ err: error }, 'not ready')
    return false
  }
}
