// Where the rows stood that were changed since: with it the blocks of a list are counted again only where something changed
// (docs/decisions/0037).
import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = async (statement: string) => void (await sql.raw(statement).execute(db))
  const columns = 'list text not null, created_at text not null, place text not null, id text not null'
  await (isPostgres ? onPostgres(run, columns) : onSqlite(run, columns))
}

interface Watched {
  table: string
  /** The name in `list_versions`. */
  list: string
  /** What a row has in the columns `created_at`, `place` and `id`. */
  position: (row: string) => string
  /** The columns by which the lists of the table are filtered, sorted and searched. */
  columns: string[]
  /** On SQLite a trigger changes each new row at once (0014-lists.ts), and that change is enough. */
  isChangedAtOnce?: boolean
}

const placeOf = (row: string, id: string) =>
  `coalesce(${row}place, replace(replace(replace(replace(replace(${row}created_at,
    '-', ''), 'T', ''), ':', ''), '.', ''), 'Z', '') || ${row}${id})`

const watched: Watched[] = [
  {
    table: 'items',
    list: 'items',
    position: (row) => `${row}created_at, ${placeOf(row, 'id')}, ${row}id`,
    columns: ['status', 'created_at', 'search_text', 'place'],
  },
  {
    table: 'item_categories',
    list: 'items',
    position: (row) => `${row}created_at, ${placeOf(row, 'item_id')}, ${row}item_id`,
    columns: ['key', 'status', 'created_at', 'place'],
    isChangedAtOnce: true,
  },
  {
    table: 'contacts',
    list: 'contacts',
    position: (row) => `${row}created_at, '', ${row}id`,
    columns: ['folder', 'replied_at', 'created_at', 'search_text'],
  },
]

type Run = (statement: string) => Promise<void>

async function onSqlite(run: Run, columns: string): Promise<void> {
  // Once all rows are deleted numbers begin again: `cleared` in list_versions says that they were.
  await run(`create table list_changes (number integer primary key, ${columns})`)
  for (const { table, list, position, columns, isChangedAtOnce } of watched) {
    const added = (rows: string) => `insert into list_changes (list, created_at, place, id) ${rows};`
    const selected = (row: string) => `select '${list}', ${position(row)}`
    for (const [event, rows] of [
      ...(isChangedAtOnce ? [] : [['insert', selected('new.')] as const]),
      [`update of ${columns.join(', ')}`, `${selected('old.')} union ${selected('new.')}`] as const,
      ['delete', selected('old.')] as const,
    ])
      await run(
        `create trigger ${table}_changes_${event.slice(0, 6)} after ${event} on ${table} begin ${added(rows)} end`,
      )
  }
}

async function onPostgres(run: Run, columns: string): Promise<void> {
  // Transactions do not commit in the order of their numbers: a snapshot says which ones somebody has seen.
  await run(`create table list_changes (${columns}, changed_in xid8 not null default pg_current_xact_id())`)
  await run('create index list_changes_list on list_changes (list, changed_in)')
  for (const { table, list, position, columns } of watched) {
    const id = table === 'item_categories' ? 'item_id' : 'id'
    const both = [...new Set([...columns, 'created_at', ...(list === 'items' ? ['place'] : []), id])].join(
      ', ',
    )
    const changed = `
      (select ${both} from new_rows except select ${both} from old_rows)
      union all (select ${both} from old_rows except select ${both} from new_rows)`
    for (const [event, rows, tables] of [
      ['insert', 'new_rows', 'new table as new_rows'],
      ['update', `(${changed}) as changed`, 'new table as new_rows old table as old_rows'],
      ['delete', 'old_rows', 'old table as old_rows'],
    ]) {
      const name = `${table}_changes_${event}`
      // Functions survive the tables that a restore drops.
      await run(`create or replace function ${name}() returns trigger language plpgsql as $$ begin
        insert into list_changes (list, created_at, place, id)
        select distinct '${list}', ${position('')} from ${rows};
        return null; end $$`)
      await run(`create trigger ${name} after ${event} on ${table} referencing ${tables}
        for each statement execute function ${name}()`)
    }
  }
}
