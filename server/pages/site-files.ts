// robots.txt, the web manifest, and the sitemap: the public pages, and every published project with its case study.
import { Hono } from 'hono'
import { iconKey } from '../../contract/images.ts'
import { indexedPages } from '../../contract/pages.ts'
import type { Env } from '../http/env.ts'

const hour = 'public, max-age=3600'
/** URLs that the protocol allows in one file. */
const maxUrls = 50_000

export const siteFiles = new Hono<Env>()
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
  .get('/sitemap.xml', async (c) => {
    const { db, config, site } = c.var.context
    const published = await site.current()
    const pages = indexedPages.filter((path) => !published.lacks(path))
    const projects = await db
      .selectFrom('projects')
      .select((row) => ['id', 'updated_at', row('blocks', '!=', '[]').as('hasCaseStudy')])
      .where('status', '=', 'published')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxUrls - pages.length)
      .execute()
    const url = (path: string, more = '') => `<url><loc>${config.publicUrl}${path}</loc>${more}</url>`
    const urls = [
      ...pages.map((path) => url(path)),
      ...projects.flatMap(({ id, updated_at, hasCaseStudy }) => {
        const paths = [`/portfolio/${id}`, ...(hasCaseStudy ? [`/portfolio/${id}/case-study`] : [])]
        return paths.map((path) => url(path, `<lastmod>${updated_at}</lastmod>`))
      }),
    ].slice(0, maxUrls)
    c.header('Cache-Control', 'public, max-age=0, must-revalidate')
    c.header('Content-Type', 'application/xml; charset=utf-8')
    return c.body(
      `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`,
    )
  })
