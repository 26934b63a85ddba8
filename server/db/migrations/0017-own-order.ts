// Projects in the order of the owner, and featured ones. The indexes hold rows with a place only: where nobody ever moved a
// project they are empty (docs/decisions/0025).
import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = async (statement: string) => void (await sql.raw(statement).execute(db))
  await db.schema.alterTable('items').addColumn('place', 'text').execute()
  await db.schema.alterTable('items').addColumn('featured_at', 'text').execute()
  await db.schema.alterTable('item_categories').addColumn('place', 'text').execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  // On SQLite with the text that is searched, as in 0014-lists.ts.
  const text = isPostgres ? '' : ', search_text'
  await run(`create index items_place on items (place, id${text}) where place is not null`)
  await run(`create index items_status_place on items (status, place, id${text}) where place is not null`)
  await run(`create index item_categories_place on item_categories (key, status, place, item_id)
    where place is not null`)
  await (isPostgres ? onPostgres(run) : onSqlite(run))
}

/** The columns by which the lists of projects are filtered and sorted. */
const sortedColumns = 'status, created_at, search_text, place'

async function onSqlite(run: (statement: string) => Promise<void>): Promise<void> {
  await run('drop trigger item_categories_of_item')
  await run(`create trigger item_categories_of_item after insert on item_categories begin
    update item_categories
    set (status, created_at, place) = (select status, created_at, place from items where id = new.item_id)
    where item_id = new.item_id and key = new.key; end`)
  await run('drop trigger items_version_update')
  await run(`create trigger items_version_update after update of ${sortedColumns} on items begin
    insert into list_versions (list, version) values ('items', 1)
    on conflict (list) do update set version = version + 1; end`)
}

async function onPostgres(run: (statement: string) => Promise<void>): Promise<void> {
  // The triggers that are there call it.
  await run(`create or replace function item_categories_of_item() returns trigger language plpgsql as $$ begin
    select status, created_at, place into strict new.status, new.created_at, new.place
    from items where id = new.item_id;
    return new; end $$`)
  await run('drop trigger items_version on items')
  await run(`create constraint trigger items_version
    after insert or update of ${sortedColumns} or delete on items
    deferrable initially deferred for each row execute function raise_list_version('items')`)
}
