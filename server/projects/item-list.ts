// The list of projects as admins see it, drafts among them.
import type * as z from 'zod/mini'
import type { ResponseOf } from '../../contract/call.ts'
import { totalPages } from '../../contract/paging.ts'
import type { listItems } from '../../contract/portfolio.ts'
import type { AppContext } from '../context.ts'
import { search } from '../db/search.ts'
import { checksOf } from '../preview/check-rows.ts'
import { withAbout } from './about.ts'
import { lastEnds } from './client-links.ts'
import { itemsList, readItemPage } from './gallery.ts'
import { isOwnOrderUsed } from './own-order.ts'

/** By own order, newest first until that is used. */
export async function readItems(
  context: AppContext,
  { search: term, status, sort, ...page }: z.output<typeof listItems.query>,
): Promise<ResponseOf<typeof listItems>> {
  const hasOwnOrder = await isOwnOrderUsed(context.db)
  const order = sort === 'own' && hasOwnOrder ? 'place' : 'created_at'
  const found = await search(context, itemsList(context, { status }, order), term)
  const sorted = { ...page, sort: sort === 'oldest' ? 'oldest' : 'newest' } as const
  const portfolios = await readItemPage(context, found, sorted, order)
  const ids = portfolios.map(({ id }) => id)
  const checks = await checksOf(context, ids)
  const clientLinks = await lastEnds(context, ids)
  const pages = totalPages(found.total, page.limit)
  return {
    portfolios: await withAbout(context, portfolios),
    checks,
    clientLinks,
    totalPages: pages,
    total: found.total,
    hasOwnOrder,
  }
}
