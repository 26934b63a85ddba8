// Lists of any length: indexes that hold what a list is filtered and sorted by, the number of rows in each list, a version of
// each table's lists that every change raises, and on SQLite an index of trigrams for search (docs/decisions/0020).
import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Rows of one statement on SQLite, which runs in this process: a signal that ends it is seen between two statements. */
const batch = 5_000

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('list_versions')
    .addColumn('list', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .execute()
  // Several rows of one list are added up.
  await db.schema
    .createTable('list_counts')
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('rows', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .alterTable('item_categories')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('draft'))
    .execute()
  await db.schema
    .alterTable('item_categories')
    .addColumn('created_at', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await (isPostgres ? upOnPostgres(db) : upOnSqlite(db))
  const index = db.schema.createIndex('list_counts_list').on('list_counts').column('list')
  await (isPostgres ? index : index.unique()).execute()
  for (const { table, list, isIn } of counted)
    await sql
      .raw(
        `insert into list_counts (list, rows) select ${list('')}, count(*) from ${table} where ${isIn('')} group by 1`,
      )
      .execute(db)
  await db.schema.dropIndex('item_categories_key').execute()
  // Published projects of a category, in the order of the gallery.
  await db.schema
    .createIndex('item_categories_list')
    .on('item_categories')
    .columns(['key', 'status', 'created_at', 'item_id'])
    .execute()
  // The spelling that a category in use has.
  await db.schema
    .createIndex('item_categories_spelling')
    .on('item_categories')
    .columns(['key', 'name'])
    .execute()
  await db.schema.dropIndex('contacts_replied').execute()
  await sql`create index contacts_unreplied on contacts (created_at, id) where replied_at is null`.execute(db)
  await sql`create index contacts_replied on contacts (created_at, id) where replied_at is not null`.execute(
    db,
  )
}

async function upOnSqlite(db: Kysely<unknown>): Promise<void> {
  const run = async (statement: string) => void (await sql.raw(statement).execute(db))
  await inBatches(db, 'item_categories', (range) =>
    run(`
      update item_categories
      set (status, created_at) = (select status, created_at from items where id = item_id)
      where ${range}`),
  )
  await run(`create trigger item_categories_of_item after insert on item_categories begin
    update item_categories set (status, created_at) = (select status, created_at from items where id = new.item_id)
    where item_id = new.item_id and key = new.key; end`)
  await run(`create trigger items_to_categories after update of status, created_at on items begin
    update item_categories set status = new.status, created_at = new.created_at where item_id = new.id; end`)
  // With the text that is searched: a search that reads the whole list reads nothing but the index.
  await run('drop index items_status_created')
  await run('drop index items_created')
  await run('create index items_status_list on items (status, created_at, id, search_text)')
  await run('create index items_list on items (created_at, id, search_text)')

  for (const table of ['items', 'contacts']) {
    // SQLite may number rows again in a VACUUM, so the index has numbers of its own.
    await run(`alter table ${table} add column search_row integer`)
    await inBatches(db, table, (range) => run(`update ${table} set search_row = rowid where ${range}`))
    await run(`create unique index ${table}_search_row on ${table} (search_row)`)
    await run(`create virtual table ${table}_trigrams using fts5(
      search_text, tokenize = 'trigram case_sensitive 1', content = '${table}', content_rowid = 'search_row',
      detail = none, columnsize = 0)`)
    await inBatches(db, table, (range) =>
      run(`insert into ${table}_trigrams (rowid, search_text) select search_row, search_text from ${table}
        where ${range}`),
    )
    // In one segment: otherwise the next writes would merge what these batches have written.
    await run(`insert into ${table}_trigrams (${table}_trigrams) values ('optimize')`)
    await run(`create trigger ${table}_search_insert after insert on ${table} begin
      update ${table} set search_row = (select coalesce(max(search_row), 0) + 1 from ${table})
      where id = new.id and new.search_row is null;
      insert into ${table}_trigrams (rowid, search_text)
      select search_row, search_text from ${table} where id = new.id; end`)
    const remove = `insert into ${table}_trigrams (${table}_trigrams, rowid, search_text)
      values ('delete', old.search_row, old.search_text)`
    await run(`create trigger ${table}_search_update after update of search_text on ${table}
      when old.search_text <> new.search_text begin ${remove};
      insert into ${table}_trigrams (rowid, search_text) values (new.search_row, new.search_text); end`)
    await run(`create trigger ${table}_search_delete after delete on ${table} begin ${remove}; end`)
  }
  await countOnSqlite(run)
  for (const { table, list, columns, deleted } of watched)
    for (const change of ['insert', `update of ${columns}`, ...(deleted ? ['delete'] : [])])
      await run(`create trigger ${table}_version_${change.slice(0, 6)} after ${change} on ${table} begin
        insert into list_versions (list, version) values ('${list}', 1)
        on conflict (list) do update set version = version + 1; end`)
}

/** One row for each list, changed in place: SQLite has one writer at a time anyway. */
async function countOnSqlite(run: (statement: string) => Promise<void>): Promise<void> {
  for (const { table, list, columns, isIn } of counted) {
    const change = (row: 'old' | 'new', by: 1 | -1) => `
      insert into list_counts (list, rows) select ${list(`${row}.`)}, ${by} where ${isIn(`${row}.`)}
      on conflict (list) do update set rows = rows + ${by};`
    for (const [event, changes] of [
      ['insert', change('new', 1)],
      [`update of ${columns}`, change('old', -1) + change('new', 1)],
      ['delete', change('old', -1)],
    ] as const)
      await run(
        `create trigger ${table}_counts_${event.slice(0, 6)} after ${event} on ${table} begin ${changes} end`,
      )
  }
}

/**
 * A row for each statement: writers that changed one row in place would wait for each other. A cleanup job puts them
 * together again.
 */
async function countOnPostgres(run: (statement: string) => Promise<void>): Promise<void> {
  for (const { table, list, isIn } of counted) {
    const changes = {
      insert: `select ${list('')} as list, 1 as rows from new_rows where ${isIn('')}`,
      delete: `select ${list('')} as list, -1 as rows from old_rows where ${isIn('')}`,
    }
    for (const [event, select, tables] of [
      ['insert', changes.insert, 'new table as new_rows'],
      ['delete', changes.delete, 'old table as old_rows'],
      [
        'update',
        `${changes.insert} union all ${changes.delete}`,
        'new table as new_rows old table as old_rows',
      ],
    ]) {
      const name = `${table}_counts_${event}`
      await run(`create or replace function ${name}() returns trigger language plpgsql as $$ begin
        insert into list_counts (list, rows)
        select list, sum(rows) from (${select}) as changes group by list having sum(rows) <> 0;
        return null; end $$`)
      await run(`create trigger ${name} after ${event} on ${table} referencing ${tables}
        for each statement execute function ${name}()`)
    }
  }
}

async function upOnPostgres(db: Kysely<unknown>): Promise<void> {
  const run = async (statement: string) => void (await sql.raw(statement).execute(db))
  await run(`update item_categories set status = items.status, created_at = items.created_at
    from items where items.id = item_id`)
  await run(`create or replace function item_categories_of_item() returns trigger language plpgsql as $$ begin
    select status, created_at into strict new.status, new.created_at from items where id = new.item_id;
    return new; end $$`)
  await run(`create trigger item_categories_of_item before insert on item_categories
    for each row execute function item_categories_of_item()`)
  await run(`create or replace function items_to_categories() returns trigger language plpgsql as $$ begin
    update item_categories set status = new.status, created_at = new.created_at where item_id = new.id;
    return null; end $$`)
  await run(`create trigger items_to_categories after update of status, created_at on items
    for each row execute function items_to_categories()`)
  // Once for each transaction and at its end: its row is locked after all others, so nobody who holds it waits for them.
  // Functions survive the tables that a restore drops.
  await run(`create or replace function raise_list_version() returns trigger language plpgsql as $$ begin
    if coalesce(current_setting('portfolio.changed_' || tg_argv[0], true), '') <> 'yes' then
      perform set_config('portfolio.changed_' || tg_argv[0], 'yes', true);
      insert into list_versions (list, version) values (tg_argv[0], 1)
      on conflict (list) do update set version = list_versions.version + 1;
    end if;
    return null; end $$`)
  await countOnPostgres(run)
  for (const { table, list, columns, deleted } of watched)
    await run(`create constraint trigger ${table}_version
      after insert or update of ${columns} ${deleted ? 'or delete' : ''} on ${table}
      deferrable initially deferred
      for each row execute function raise_list_version('${list}')`)
}

/** The lists whose rows are counted, each with what a row in it has; `row` is empty or ends with a dot. */
const counted = [
  {
    table: 'items',
    list: (row: string) => `'items ' || ${row}status`,
    columns: 'status',
    isIn: () => 'true',
  },
  {
    table: 'item_categories',
    list: (row: string) => `'category ' || ${row}key`,
    columns: 'status, key',
    isIn: (row: string) => `${row}status = 'published'`,
  },
  {
    table: 'contacts',
    list: (row: string) =>
      `case when ${row}replied_at is null then 'contacts unreplied' else 'contacts replied' end`,
    columns: 'replied_at',
    isIn: () => 'true',
  },
]

/** The columns by which the lists of a table are filtered and sorted. */
const watched = [
  { table: 'items', list: 'items', columns: 'status, created_at, search_text', deleted: true },
  { table: 'item_categories', list: 'items', columns: 'name, key', deleted: true },
  { table: 'contacts', list: 'contacts', columns: 'replied_at, created_at, search_text', deleted: true },
]

async function inBatches(db: Kysely<unknown>, table: string, work: (range: string) => Promise<void>) {
  const { rows } = await sql<{
    last: number | null
  }>`select max(rowid) as last from ${sql.table(table)}`.execute(db)
  for (let from = 0; from <= (rows[0]?.last ?? -1); from += batch) {
    await work(`rowid >= ${from} and rowid < ${from + batch}`)
    await new Promise(setImmediate)
  }
}
