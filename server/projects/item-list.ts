// The list of projects as admins see it, drafts among them.
import type * as z from 'zod/mini'
import type { ResponseOf } from '../../contract/call.ts'
import { totalPages } from '../../contract/paging.ts'
import type { listItems } from '../../contract/portfolio.ts'
import type { AppContext } from '../context.ts'
import { checksOf } from '../preview/check-rows.ts'
import { withAbout } from './about.ts'
import { lastEnds } from './client-links.ts'
import { asItems, itemsIn, readItemPage } from './gallery.ts'

export async function readItems(
  context: AppContext,
  { search: term, status, sort, ...page }: z.output<typeof listItems.query>,
): Promise<ResponseOf<typeof listItems>> {
  const order = sort === 'own' ? 'position' : 'created_at'
  const direction = sort === 'oldest' ? 'asc' : 'desc'
  const found = await readItemPage(context, itemsIn(context.db, status), {
    ...page,
    search: term,
    order,
    direction,
  })
  const ids = found.items.map(({ id }) => id)
  const checks = await checksOf(context, ids)
  const clientLinks = await lastEnds(context, ids)
  return {
    portfolios: await withAbout(context, await asItems(context, found.items)),
    checks,
    clientLinks,
    totalPages: totalPages(found.total, page.limit),
    total: found.total,
  }
}
