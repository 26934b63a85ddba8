// Messages are in a folder, unread or read, and may have been held back as spam: their indexes, counts and version.
import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = async (statement: string) => void (await sql.raw(statement).execute(db))
  // The defaults are those of the messages that are there: read, and mailed when they arrived.
  await db.schema
    .alterTable('contacts')
    .addColumn('folder', 'text', (column) => column.notNull().defaultTo('inbox'))
    .execute()
  for (const name of ['unread_since', 'held_at', 'spam_reasons'])
    await db.schema.alterTable('contacts').addColumn(name, 'text').execute()

  for (const name of ['created', 'unreplied', 'replied']) await run(`drop index contacts_${name}`)
  for (const [name, columns, where] of indexes)
    await run(`create index contacts_${name} on contacts (${columns}) ${where && `where ${where}`}`)

  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await (isPostgres ? countOnPostgres(run) : countOnSqlite(run))
  await run(`delete from list_counts where list in ('contacts replied', 'contacts unreplied')`)
  await run(`insert into list_counts (list, rows) select ${listOf('')}, count(*) from contacts group by 1`)
}

/** Lists of one folder, of all but spam, and the messages of one sender. */
const indexes = [
  ['folder', 'folder, created_at, id', ''],
  ['folder_unreplied', 'folder, created_at, id', 'replied_at is null'],
  ['folder_replied', 'folder, created_at, id', 'replied_at is not null'],
  ['wanted', 'created_at, id', `folder <> 'spam'`],
  ['wanted_unreplied', 'created_at, id', `replied_at is null and folder <> 'spam'`],
  ['wanted_replied', 'created_at, id', `replied_at is not null and folder <> 'spam'`],
  ['sender', 'email, created_at, id', `folder <> 'spam'`],
] as const

/** The name under which a message is counted; `row` is empty or ends with a dot. */
const listOf = (row: string) =>
  `'contacts ' || ${row}folder || case when ${row}replied_at is null then ' unreplied' else ' replied' end
    || case when ${row}unread_since is null then '' else ' unread' end`

const countedColumns = 'folder, replied_at, unread_since'
const sortedColumns = 'folder, replied_at, created_at, search_text'

async function countOnSqlite(run: (statement: string) => Promise<void>): Promise<void> {
  const change = (row: 'old' | 'new', by: 1 | -1) => `
    insert into list_counts (list, rows) select ${listOf(`${row}.`)}, ${by} where true
    on conflict (list) do update set rows = rows + ${by};`
  for (const [event, changes] of [
    ['insert', change('new', 1)],
    [`update of ${countedColumns}`, change('old', -1) + change('new', 1)],
    ['delete', change('old', -1)],
  ] as const) {
    const name = `contacts_counts_${event.slice(0, 6)}`
    await run(`drop trigger ${name}`)
    await run(`create trigger ${name} after ${event} on contacts begin ${changes} end`)
  }
  await run('drop trigger contacts_version_update')
  await run(`create trigger contacts_version_update after update of ${sortedColumns} on contacts begin
    insert into list_versions (list, version) values ('contacts', 1)
    on conflict (list) do update set version = version + 1; end`)
}

async function countOnPostgres(run: (statement: string) => Promise<void>): Promise<void> {
  const added = `select ${listOf('')} as list, 1 as rows from new_rows`
  const removed = `select ${listOf('')} as list, -1 as rows from old_rows`
  // The triggers that are there call them.
  for (const [event, select] of [
    ['insert', added],
    ['delete', removed],
    ['update', `${added} union all ${removed}`],
  ])
    await run(`create or replace function contacts_counts_${event}() returns trigger language plpgsql as $$ begin
      insert into list_counts (list, rows)
      select list, sum(rows) from (${select}) as changes group by list having sum(rows) <> 0;
      return null; end $$`)
  await run('drop trigger contacts_version on contacts')
  await run(`create constraint trigger contacts_version
    after insert or update of ${sortedColumns} or delete on contacts
    deferrable initially deferred for each row execute function raise_list_version('contacts')`)
}
