// robots.txt and the web manifest.
import { Hono } from 'hono'
import { iconKey } from '../../contract/brand.ts'
import type { Env } from '../http/env.ts'

const hour = 'public, max-age=3600'

export function siteFiles(): Hono<Env> {
  return new Hono<Env>()
    .get('/robots.txt', (c) => {
      c.header('Cache-Control', hour)
      return c.text(
        [
          'User-agent: *',
          'Disallow: /dashboard',
          'Disallow: /profile',
          'Disallow: /reset-password/',
          'Disallow: /verify-email',
          'Disallow: /setup',
          'Disallow: /demo/',
          `Sitemap: ${c.var.context.config.publicUrl}/sitemap.xml`,
          '',
        ].join('\n'),
      )
    })
    .get('/manifest.webmanifest', async (c) => {
      // Another name once another brand is published.
      c.header('Cache-Control', 'public, max-age=0, must-revalidate')
      c.header('Content-Type', 'application/manifest+json')
      const { name, mark } = await (await c.var.context.site.current()).brand()
      return c.body(
        JSON.stringify({
          name,
          short_name: name,
          start_url: '/',
          display: 'browser',
          background_color: '#f9f5ef',
          theme_color: '#f9f5ef',
          icons: [192, 512].map((size) => ({
            src: `/pictures/icon-${size}.png${iconKey(mark)}`,
            sizes: `${size}x${size}`,
            type: 'image/png',
          })),
        }),
      )
    })
}
