// A project without a place stands where its time and its id put it, so that the owner's order can begin without writing a place
// for every project. The indexes hold what it sorts by, computed (docs/decisions/0034).
import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = async (statement: string) => void (await sql.raw(statement).execute(db))
  for (const index of ['items_place', 'items_status_place', 'item_categories_place'])
    await run(`drop index ${index}`)
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  // On SQLite with the text that is searched, as in 0014-lists.ts. PostgreSQL reads an index alone only if it has the columns of
  // the expression, too.
  const text = isPostgres ? '' : ', search_text'
  const include = isPostgres ? ' include (created_at, place)' : ''
  const [item, category] = [placeOf('id'), placeOf('item_id')]
  await run(`create index items_order on items ((${item}), id${text})${include}`)
  await run(`create index items_status_order on items (status, (${item}), id${text})${include}`)
  await run(
    `create index item_categories_order on item_categories (key, status, (${category}), item_id)${include}`,
  )
}

const placeOf = (id: string) =>
  `coalesce(place, replace(replace(replace(replace(replace(created_at,
    '-', ''), 'T', ''), ':', ''), '.', ''), 'Z', '') || ${id})`
