// The security headers of every response. A header that a handler has set is left as it is.
import { createMiddleware } from 'hono/factory'
import type { Config } from '../config.ts'
import type { Env } from './env.ts'

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

export function withSecurityHeaders(headers: Record<string, string>) {
  return createMiddleware<Env>(async (c, next) => {
    c.set('securityHeaders', headers)
    await next()
    for (const [name, value] of Object.entries(headers))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
}
