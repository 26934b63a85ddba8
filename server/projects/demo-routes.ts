// The pages of the demo projects: the only pages of this site that a preview may frame, sandboxed.
import { Hono } from 'hono'
import { Problem } from '../../contract/problem.ts'
import type { Env } from '../http/env.ts'
import { readDemoPage } from './demo-content.ts'

export const demo = new Hono<Env>().get('/:slug', async (c) => {
  const page = await readDemoPage(c.req.param('slug'))
  if (!page) throw new Problem('unknown', 'There is no demo page at this URL.')
  c.header(
    'Content-Security-Policy',
    `sandbox; default-src 'none'; style-src ${page.styleHashes.join(' ')}; img-src data:; frame-ancestors 'self'`,
  )
  c.header('Referrer-Policy', 'no-referrer')
  c.header('X-Content-Type-Options', 'nosniff')
  c.header('Cache-Control', 'public, max-age=3600')
  return c.html(page.html)
})
