// GET /metrics for Prometheus, and the counting of requests.
import { timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { Problem } from '../../contract/problem.ts'
import { isUnusable } from '../db/connect.ts'
import { bearerOf, clientOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { clientLimits, countClient, rejectIfSpentByClient } from '../http/rate-limit.ts'
import { digest } from '../ids.ts'
import type { Metrics } from './metrics.ts'

/** To be mounted only with a token: without one the path is as unknown as any other. */
export function metricsRoute(metrics: Metrics, token: string): Hono<Env> {
  const hashed = (text: string) => Buffer.from(digest(text))
  const expected = hashed(token)
  return new Hono<Env>().get('/metrics', async (c) => {
    c.header('Cache-Control', 'no-store')
    const sent = bearerOf(c)
    // In the same time whatever was sent: hashed, so that lengths do not show either.
    if (sent === null || !(await isRight(c, () => timingSafeEqual(hashed(sent), expected)))) {
      c.header('WWW-Authenticate', 'Bearer')
      throw new Problem('anonymous', 'Send the token of METRICS_TOKEN as "Authorization: Bearer TOKEN".')
    }
    c.header('Content-Type', metrics.contentType)
    return c.body(await metrics.text(c.var.context))
  })
}

/**
 * Counts wrong tokens. A database that is away does not keep the right one out: that is when metrics are needed.
 * @throws Problem 'too-many' for a client that has tried too many.
 */
async function isRight(c: Context<Env>, compare: () => boolean): Promise<boolean> {
  const { context } = c.var
  const client = clientOf(c)
  await rejectIfSpentByClient(context, clientLimits.metrics, client).catch((error) => {
    if (!isUnusable(error)) throw error
  })
  if (compare()) return true
  await countClient(context, clientLimits.metrics, client)
  return false
}

/** Counts what comes over the network; pages also request their own data within the process. */
export function countRequests(metrics: Metrics) {
  return createMiddleware<Env>(async (c, next) => {
    if (!c.env?.incoming) return next()
    const began = performance.now()
    await next()
    const { method } = c.req
    metrics.request({ method, route: routeOf(c), status: c.res.status }, (performance.now() - began) / 1000)
  })
}

/** The pattern that the request was matched with, or the page's own. */
function routeOf(c: Context<Env>): string {
  const pattern = matchedRoutes(c).find(({ path }) => path !== '/*' && path !== '*')?.path
  return pattern ?? c.get('route') ?? 'unknown'
}
