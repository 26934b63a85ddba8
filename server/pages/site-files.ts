// robots.txt, sitemap.xml and the web manifest.
import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import type { PublicCache } from './public-cache.ts'

const hour = 'public, max-age=3600'

export function siteFiles(cache: PublicCache): Hono<Env> {
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
    .get('/manifest.webmanifest', (c) => {
      c.header('Cache-Control', hour)
      c.header('Content-Type', 'application/manifest+json')
      const { brand } = c.var.context.brand.source
      return c.body(
        JSON.stringify({
          name: brand,
          short_name: brand,
          start_url: '/',
          display: 'browser',
          background_color: '#f9f5ef',
          theme_color: '#f9f5ef',
          icons: [192, 512].map((size) => ({
            src: `/pictures/icon-${size}.png`,
            sizes: `${size}x${size}`,
            type: 'image/png',
          })),
        }),
      )
    })
    .get(
      '/sitemap.xml',
      cache.middleware(() => ({ key: '/sitemap.xml', tier: 'fixed', status: 200 })),
      async (c) => {
        const { db, config } = c.var.context
        const items = await db
          .selectFrom('items')
          .select(['id', 'updated_at'])
          .where('status', '=', 'published')
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(49_000)
          .execute()
        const legal = ['/imprint', '/privacy'].filter(
          (path) => !c.var.context.ownerContent.absentPaths.has(path),
        )
        const pages = ['/', '/about', '/portfolio', '/contact', ...legal].map(
          (path) => `<url><loc>${config.publicUrl}${path}</loc></url>`,
        )
        const projects = items.map(
          (item) =>
            `<url><loc>${config.publicUrl}/portfolio/${item.id}</loc><lastmod>${item.updated_at}</lastmod></url>`,
        )
        c.header('Cache-Control', 'public, max-age=0, must-revalidate')
        c.header('Content-Type', 'application/xml; charset=utf-8')
        return c.body(
          `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${[...pages, ...projects].join('')}</urlset>`,
        )
      },
    )
}
