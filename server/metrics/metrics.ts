// GET /metrics for Prometheus: the measurements of one app, which has a registry of its own. Every label is one of a few
// values, so that no client can make the series grow.
import { timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { Problem } from '../../contract/problem.ts'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import { isUnusable } from '../db/connect.ts'
import { bearerOf, clientOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { count, limits, rejectIfSpent } from '../http/rate-limit.ts'
import { digest } from '../ids.ts'
import { mailQueue } from '../mail/outbox.ts'

/** Seconds. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

const gauges = {
  mail_server_in_trouble: 'Whether the last attempts to send email failed because of the mail server.',
  database_up: 'Whether the database responded when these metrics were read.',
  mail_queue_emails: 'Emails that wait to be sent.',
  mail_queue_oldest_age_seconds: 'How long the oldest waiting email has been waiting; 0 when none waits.',
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export type Metrics = NonNullable<Awaited<ReturnType<typeof openMetrics>>>

/** The library is loaded only where it is needed: it takes a tenth of a start. @returns null while metrics are off. */
export async function openMetrics({ metricsToken }: Config) {
  if (metricsToken === null) return null
  const { default: prom } = await import('prom-client')
  const registry = new prom.Registry()
  const registers = [registry]
  prom.collectDefaultMetrics({ register: registry })
  const requests = new prom.Counter({
    name: 'http_requests_total',
    help: 'Requests, those served by the public cache included.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new prom.Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until the response was ready, of requests that the public cache did not serve without routing.',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
    registers,
  })
  const gaugeOf = new Map(
    Object.entries(gauges).map(([name, help]) => [name, new prom.Gauge({ name, help, registers })]),
  )
  /** @param route a pattern, never a path @param seconds not given for what the cache has sent without routing */
  const countRequest = (sent: string, route: string, status: number, seconds?: number) => {
    const method = methods.has(sent) ? sent : 'other'
    requests.inc({ method, route, status })
    if (seconds !== undefined) durations.observe({ method, route }, seconds)
  }
  return {
    countRequest,
    /** Counts what comes over the network; pages also request their own data within the process. */
    counting: createMiddleware<Env>(async (c, next) => {
      if (!c.env?.incoming) return next()
      const began = performance.now()
      await next()
      countRequest(c.req.method, routeOf(c), c.res.status, (performance.now() - began) / 1000)
    }),
    route: new Hono<Env>().get('/metrics', async (c) => {
      c.header('Cache-Control', 'no-store')
      await checkToken(c, metricsToken)
      for (const [name, value] of Object.entries(await readGauges(c.var.context)))
        if (value === undefined) gaugeOf.get(name)?.remove()
        else gaugeOf.get(name)?.set(value)
      c.header('Content-Type', registry.contentType)
      return c.body(await registry.metrics())
    }),
  }
}

/** The pattern that the request was matched with, or the page's own. */
function routeOf(c: Context<Env>): string {
  const pattern = matchedRoutes(c).find(({ path }) => path !== '/*' && path !== '*')?.path
  return pattern ?? c.get('route') ?? 'unknown'
}

/**
 * Counts wrong tokens. A database that is away does not keep the right one out: that is when metrics are needed.
 * @throws Problem 'anonymous'; 'too-many' for a client that has tried too many.
 */
async function checkToken(c: Context<Env>, token: string): Promise<void> {
  const { context } = c.var
  const sent = bearerOf(c)
  if (sent !== null) {
    const client = clientOf(c)
    await rejectIfSpent(context, limits.metrics, client).catch((error) => {
      if (!isUnusable(error)) throw error
    })
    // In the same time whatever was sent: hashed, so that lengths do not show either.
    if (timingSafeEqual(Buffer.from(digest(sent)), Buffer.from(digest(token)))) return
    await count(context, limits.metrics, client)
  }
  c.header('WWW-Authenticate', 'Bearer')
  throw new Problem('anonymous', 'Send the token of METRICS_TOKEN as "Authorization: Bearer TOKEN".')
}

/** What the parts of an app tell when the metrics are read; undefined where there is no value at this moment. */
async function readGauges({ db, jobs, now }: AppContext) {
  // The queue is in the database: every instance tells the same. Without the database nothing is told of it.
  const readMail = async () =>
    db
      .selectFrom('jobs')
      .where('queue', '=', mailQueue)
      .select((row) => [row.fn.countAll<number>().as('waiting'), row.fn.min('created_at').as('oldest')])
      .executeTakeFirst()
  const mail = await readMail().catch(() => undefined)
  const time = now().getTime()
  const since = mail?.oldest ? Date.parse(mail.oldest) : time
  return {
    mail_server_in_trouble: jobs.isInTrouble(mailQueue) ? 1 : 0,
    database_up: mail ? 1 : 0,
    mail_queue_emails: mail?.waiting,
    mail_queue_oldest_age_seconds: mail && Math.max(0, time - since) / 1000,
  } satisfies Record<keyof typeof gauges, number | undefined>
}
