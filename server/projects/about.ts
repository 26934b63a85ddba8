// The rows of "About this project".
import type { Transaction } from 'kysely'
import { type AboutPart, aboutParts } from '../../contract/portfolio.ts'
import type { PortfolioItem, ProjectAbout } from '../../contract/responses/projects.ts'
import type { AppContext } from '../context.ts'
import type { ItemDetailsRow, Tables } from '../db/tables.ts'

/** What a call sends of it: a part that is undefined stays as it is. */
export type SentAbout = { [Part in AboutPart]?: string | undefined }

const nothing = Object.fromEntries(aboutParts.map((part) => [part, ''])) as Record<AboutPart, string>

/** By id of the project; without those where nothing is filled in. */
export async function aboutOf(
  { db }: Pick<AppContext, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProjectAbout>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('item_details').selectAll().where('item_id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.item_id, asAbout(row)]))
}

/** The items, each with its `about` where something is filled in. */
export async function withAbout(
  context: Pick<AppContext, 'db'>,
  items: readonly PortfolioItem[],
): Promise<PortfolioItem[]> {
  const abouts = await aboutOf(
    context,
    items.map(({ id }) => id),
  )
  return items.map((item) => {
    const about = abouts.get(item.id)
    return about ? { ...item, about } : item
  })
}

/** In the transaction that writes the project, after its row: that row's lock makes concurrent changes wait. */
export async function writeAbout(tx: Transaction<Tables>, id: string, sent: SentAbout): Promise<void> {
  const changed = aboutParts.flatMap((part) => (sent[part] === undefined ? [] : [[part, sent[part]]]))
  if (changed.length === 0) return
  const old = await tx.selectFrom('item_details').selectAll().where('item_id', '=', id).executeTakeFirst()
  const texts: Record<AboutPart, string> = { ...nothing, ...asAbout(old), ...Object.fromEntries(changed) }
  if (aboutParts.every((part) => texts[part] === '')) {
    if (old) await tx.deleteFrom('item_details').where('item_id', '=', id).execute()
    return
  }
  await tx
    .insertInto('item_details')
    .values({ item_id: id, ...texts })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(texts))
    .execute()
}

function asAbout(row: ItemDetailsRow | undefined): ProjectAbout {
  if (!row) return {}
  return Object.fromEntries(aboutParts.flatMap((part) => (row[part] === '' ? [] : [[part, row[part]]])))
}
