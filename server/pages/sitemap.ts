// The sitemap: the public pages and every published project.
import { Hono } from 'hono'
import { indexedPages } from '../../contract/pages.ts'
import type { AppContext } from '../context.ts'
import type { Env } from '../http/env.ts'
import type { PublicCache } from './public-cache.ts'

/** URLs that the protocol allows in one file. */
const maxUrls = 50_000

const headers = {
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'Content-Type': 'application/xml; charset=utf-8',
}

export function sitemap(cache: PublicCache): Hono<Env> {
  return new Hono<Env>().get(
    '/sitemap.xml',
    cache.middleware(() => ({ key: '/sitemap.xml', tier: 'fixed', status: 200 })),
    async (c) => c.body(await sitemapOf(c.var.context), 200, headers),
  )
}

async function sitemapOf({ db, config, legalPages }: AppContext): Promise<string> {
  const pages = indexedPages.filter((path) => !legalPages.absentPaths.has(path))
  const projects = await db
    .selectFrom('items')
    .select(['id', 'updated_at'])
    .where('status', '=', 'published')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxUrls - pages.length)
    .execute()
  const url = (path: string, more = '') => `<url><loc>${config.publicUrl}${path}</loc>${more}</url>`
  const urls = [
    ...pages.map((path) => url(path)),
    ...projects.map(({ id, updated_at }) => url(`/portfolio/${id}`, `<lastmod>${updated_at}</lastmod>`)),
  ]
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`
}
