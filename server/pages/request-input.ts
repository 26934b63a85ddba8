// Turns the URL of a public request into normalised input: what the response is computed from, and its cache key.
import type { Context } from 'hono'
import { queryOf, urlOf } from '../../contract/call.ts'
import { galleryPage } from '../../contract/limits.ts'
import { projectPages } from '../../contract/pages.ts'
import { filtersOf, isProjectId, listCategories, listPublic, pagesOf } from '../../contract/portfolio.ts'
import { parseQuery } from '../http/accept.ts'
import type { Env } from '../http/env.ts'
import { isFixedPage, isPrivatePage, routeOfPage } from './page-paths.ts'

export interface CacheInput {
  /** The canonical URL, or a name without a slash for a response that many URLs share. */
  key: string
  /**
   * `fixed`: the keys are few, or belong to published projects. `varied`: clients can invent new keys, so these responses
   * only evict each other.
   */
  tier: 'fixed' | 'varied'
  /** The only status that is cached. */
  status: number
}

export interface PageInput extends CacheInput {
  /** Path and query that the page is rendered from, whatever the request's own URL was. */
  url: string
}

/** @returns whether it is one of the few pages with a fixed URL: no client can invent another one. */
export function isCommonPage(url: string): boolean {
  return isFixedPage(url) || ['/portfolio', '/portfolio/_', '/404'].includes(url)
}

/** What is cached and no page. */
const cachedCalls = new Set<string>([listPublic.path, listCategories.path, '/sitemap.xml'])

/** @returns the route of a cached response for the metrics. */
export function routeOfKey(key: string): string {
  if (key.startsWith('unknown project')) return key.replace('unknown project', projectPages.project)
  const [path = ''] = key.replace(/^absent /, '').split('?', 1)
  return cachedCalls.has(path) ? path : routeOfPage(path)
}

/**
 * @param path canonical.
 * @param isAbsent this site does not have this page.
 * @returns null for a page that is rendered for each request.
 */
export function pageInput(path: string, query: string, isAbsent: boolean): PageInput | null {
  // Rendered under its own path, whose route the browser knows. The space in the key: no URL can be equal to it.
  if (isAbsent) return { key: `absent ${path}`, url: path, tier: 'fixed', status: 404 }
  if (isFixedPage(path)) return { key: path, url: path, tier: 'fixed', status: 200 }
  if (path === projectPages.gallery) {
    const url = galleryUrl(new URLSearchParams(query))
    return { key: url, url, tier: url === path ? 'fixed' : 'varied', status: 200 }
  }
  const [, id, more = ''] = /^\/portfolio\/([^/]+)(\/case-study)?$/.exec(path) ?? []
  if (id !== undefined) {
    if (isProjectId(id)) return { key: path, url: path, tier: 'fixed', status: 200 }
    return { key: `unknown project${more}`, url: `/portfolio/_${more}`, tier: 'fixed', status: 404 }
  }
  if (isPrivatePage(path)) return null
  return { key: 'not found', url: '/404', tier: 'fixed', status: 404 }
}

/** The gallery's URL as its links and filters write it. */
function galleryUrl(query: URLSearchParams): string {
  const { category, search } = filtersOf(query)
  const pages = pagesOf(query)
  const page = pages === 1 ? undefined : pages
  return urlOf({ path: projectPages.gallery }, { query: { category, search, page } })
}

/** The URL of the list as the gallery requests it first. */
const firstList = `${listPublic.path}?page=1&limit=${galleryPage}`

/** The two public calls. Null for a text that is no id: clients could invent any number of them. */
export function publicCallInput(c: Context<Env>): CacheInput | null {
  if (c.req.path === listCategories.path) return { key: listCategories.path, tier: 'fixed', status: 200 }
  const { id, search, category, page, limit } = parseQuery(c, listPublic)
  if (id === null) return null
  // In the order in which the site's own pages send them (web/call.ts).
  const sent = id ? { id } : { search, category, page, limit }
  const key = `${listPublic.path}?${queryOf(sent)}`
  return { key, tier: key === firstList ? 'fixed' : 'varied', status: 200 }
}
