// URLs of projects that also say a name, as people share them: they redirect to the one canonical URL of the project [R242].
import { Hono } from 'hono'
import { isItemId } from '../../contract/portfolio.ts'
import type { Env } from '../http/env.ts'
import { targetOf } from './request-input.ts'

/** Whatever the name is: a project that is renamed keeps the URLs that others have. Other ids have no such page. */
export const slugs = new Hono<Env>().get('/portfolio/:id/:slug', async (c, next) => {
  const { id } = c.req.param()
  if (!isItemId(id)) return next()
  const published = await c.var.context.db
    .selectFrom('items')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'published')
    .executeTakeFirst()
  if (!published) return next()
  // Not stored: the project may become a draft again.
  return c.body(null, 308, { Location: `/portfolio/${id}${targetOf(c).query}`, 'Cache-Control': 'no-store' })
})
