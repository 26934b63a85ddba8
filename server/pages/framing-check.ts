// The page in which a preview checks whether a project's site may be framed (web/site/framing-check.ts).
import { Hono } from 'hono'
import { framingCheckPath, framingCheckTitle } from '../../contract/framing.ts'
import type { Env } from '../http/env.ts'

/**
 * The only page that may contain an <object>, which unlike an <iframe> tells a rejected site from a loaded one. The
 * sandbox of its policy also applies to its content: no scripts, no forms, no popups, no navigation of the top.
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
