// Rejects state-changing requests and exports of other sites.
import { createMiddleware } from 'hono/factory'
import { isLoopback } from '../../contract/call.ts'
import { Problem } from '../../contract/problem.ts'
import type { Config } from '../config.ts'
import { accessTokenOf } from './client.ts'
import type { Env } from './env.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** For the whole app: reading is free. */
export const sameOriginOnly = createMiddleware<Env>((c, next) =>
  safe.has(c.req.method) ? next() : requireSameOrigin(c, next),
)

/** Also for reading, where that leaves a trace. */
export const requireSameOrigin = createMiddleware<Env>(async (c, next) => {
  // No page of another site can send this header (there is no CORS), and without cookies there is nothing to abuse.
  if (accessTokenOf(c) !== null && c.req.header('cookie') === undefined) return next()
  const { config } = c.var.context
  const allowed = isOwn(config, c.req.header('sec-fetch-site'), c.req.header('origin'))
  if (!allowed)
    throw new Problem(
      'forbidden',
      `This request did not come from this site. It is served at ${config.publicUrl}; if that is wrong, set PUBLIC_URL.`,
    )
  return next()
})

function isOwn(config: Config, site: string | undefined, origin: string | undefined): boolean {
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  // Neither header: no browser sent it, so there is no user's cookie to abuse.
  if (origin === undefined) return true
  if (origin === config.publicUrl) return true
  if (config.publicUrlGiven || !URL.canParse(origin)) return false
  const url = new URL(origin)
  return (
    url.protocol === 'http:' &&
    isLoopback(url.hostname) &&
    url.port === new URL(config.publicUrl).port &&
    url.origin === origin
  )
}
