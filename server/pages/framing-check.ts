// The page in which a preview tries out whether a project's site may be framed (web/site/framing-check.ts).
import { Hono } from 'hono'
import { framingCheckPath, framingCheckTitle } from '../../contract/framing.ts'
import type { Env } from '../http/env.ts'

/**
 * The only page that may hold an <object>, which tells a rejected site from a loaded one, as an <iframe> does not.
 * The sandbox of its policy goes on to what is in it: no script, no form, no window, no way out.
 */
export const framingCheck = new Hono<Env>().get(framingCheckPath, (c) => {
  const insecure = c.var.context.config.publicUrl.startsWith('http:') ? ' http:' : ''
  c.header(
    'Content-Security-Policy',
    [
      "default-src 'none'",
      `object-src https:${insecure}`,
      `frame-src https:${insecure}`,
      "frame-ancestors 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      'sandbox allow-same-origin',
    ].join('; '),
  )
  c.header('Referrer-Policy', 'strict-origin')
  c.header('Cache-Control', 'public, max-age=86400')
  return c.html(`<!doctype html><html lang="en"><title>${framingCheckTitle}</title><body></body></html>`)
})
