// What every request passes: its line in the log, the security headers of its response, and the rejection of what other
// sites make a browser send.
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isLoopback } from '../../contract/call.ts'
import { Problem } from '../../contract/problem.ts'
import type { Config } from '../config.ts'
import { accessTokenOf } from './client.ts'
import type { Env } from './env.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Rejects state-changing requests of other sites; reading is free. */
export const sameOriginOnly = createMiddleware<Env>((c, next) =>
  safe.has(c.req.method) ? next() : requireSameOrigin(c, next),
)

/** Also for reading, where that leaves a trace, as an export does. */
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

/** For everything but pages, which set their own policy: nothing may be loaded, nothing may frame it. */
const nothingAtAll = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'payment',
  'usb',
]

export function securityHeaders(config: Config): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    'Content-Security-Policy': nothingAtAll,
    ...(config.publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=63072000' } : {}),
  }
}

/** A header that a handler has set is left as it is. */
export function withSecurityHeaders(headers: Record<string, string>) {
  return createMiddleware<Env>(async (c, next) => {
    c.set('securityHeaders', headers)
    await next()
    for (const [name, value] of Object.entries(headers))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
}

/** Characters: the longest path of this site has a hundred, and clients may send thousands. */
const maxLoggedPath = 200

/** Which request a line is about, without query, body and cookie, which may contain secrets and personal data. */
export function requestFields(c: Context<Env>) {
  return {
    requestId: c.var.requestId,
    method: c.req.method,
    // Without the token of a link.
    path: c.req.path.replace(/(\/(?:reset-password|c)\/).+/i, '$1…').slice(0, maxLoggedPath),
  }
}

/** One line per request. */
export const logged = createMiddleware<Env>(async (c, next) => {
  const start = performance.now()
  await next()
  const isLoggedElsewhere = c.get('isLoggedElsewhere') ?? false
  const isFailed = c.res.status >= 500 && !isLoggedElsewhere
  const level = isFailed ? 'error' : c.req.method === 'GET' || isLoggedElsewhere ? 'debug' : 'info'
  c.var.context.log[level](
    {
      event: 'request.handled',
      ...requestFields(c),
      status: c.res.status,
      ms: Math.round(performance.now() - start),
    },
    'request',
  )
})
