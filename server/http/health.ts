// Health checks: whether the process runs, and whether it is ready.
import { Hono } from 'hono'
import type { Env } from './env.ts'

const noStore = { 'Cache-Control': 'no-store' }

export const health = new Hono<Env>()
  .get('/healthz', (c) => c.json({ status: 'ok' }, 200, noStore))
  .get('/readyz', async (c) => {
    const reason = await c.var.context.readiness.reason()
    if (reason === null) return c.json({ status: 'ready' }, 200, noStore)
    // The response is what was asked for, and has a line of its own.
    c.set('isLoggedElsewhere', true)
    return c.json({ status: 'not ready', reason }, 503, { ...noStore, 'Retry-After': '5' })
  })
