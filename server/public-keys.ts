// When two public requests have the same answer: the keys under which answers are kept.
import type { Context } from 'hono'
import { listCategories, listPublic } from '../contract/portfolio.ts'
import type { Env } from './api/env.ts'

const pages = new Set(['/', '/about', '/contact', '/login', '/register', '/reset-password'])

/** Pages that are the same for everybody. Of the query only what the gallery reads counts. */
export function pageKey(c: Context<Env>): string | null {
  const { path } = c.req
  if (pages.has(path) || /^\/portfolio\/[0-9a-f]{24}$/.test(path)) return `page ${path}`
  if (path !== '/portfolio') return null
  const filters = listPublic.query.safeParse({
    search: c.req.query('search'),
    category: c.req.query('category'),
  })
  return filters.success
    ? `page /portfolio ${JSON.stringify([filters.data.search, filters.data.category])}`
    : null
}

const anyPage =
  /^\/(about|contact|login|register|reset-password(\/[^/]+)?|verify-email(-token)?|portfolio(\/[^/]+)?|(profile|dashboard)(\/.*)?)?$/

/** An address of the route table (section 2): a page whatever is accepted, unless it is one of the five shared ones. */
export function isPage(path: string): boolean {
  return anyPage.test(path)
}

/** Public calls by their normalised query: `?page=1&limit=12` and nothing are one. */
export function publicCallKey(c: Context<Env>): string | null {
  if (c.req.path === listCategories.path) return 'categories'
  const query = listPublic.query.safeParse(c.req.query())
  return query.success ? `list ${JSON.stringify(query.data)}` : null
}
