// Every table with its indexes. Times are ISO 8601 text in UTC on both databases, so that they sort and compare alike; what the
// columns mean is said in ../tables.ts and the files that it imports.
import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = async (statement: string) => void (await sql.raw(statement).execute(db))
  for (const statement of [
    ...accounts,
    ...projects(isPostgres),
    ...messages,
    ...jobs,
    ...activity,
    ...settings,
  ])
    await run(statement)
  await makeListTriggers(run, isPostgres)
}

const accounts = [
  `create table users (
    id text primary key,
    name text not null,
    email text not null unique,
    password_hash text,
    password_strength text,
    role text not null,
    avatar text,
    email_verified_at text,
    created_at text not null)`,
  // The admins, of whom there are few among many users.
  'create index users_role on users (role, created_at)',

  `create table sessions (
    id_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    authenticated_at text not null default '',
    expires_at text not null)`,
  'create index sessions_user on sessions (user_id)',
  'create index sessions_expiry on sessions (expires_at)',

  `create table one_time_tokens (
    hash text primary key,
    purpose text not null,
    user_id text not null references users (id) on delete cascade,
    email text not null,
    outbox_id text not null,
    tries integer not null default 0,
    created_at text not null,
    expires_at text not null)`,
  'create index one_time_tokens_user on one_time_tokens (user_id, purpose)',

  `create table access_tokens (
    id text primary key,
    hash text not null unique,
    user_id text not null references users (id) on delete cascade,
    name text not null,
    scopes text not null,
    created_at text not null,
    used_at text,
    expires_at text not null)`,
  'create index access_tokens_user on access_tokens (user_id)',

  `create table sign_in_ips (
    user_id text not null references users (id) on delete cascade,
    ip_hash text not null,
    seen_at text not null,
    primary key (user_id, ip_hash))`,

  `create table former_admins (
    email text primary key,
    ended_at text not null)`,

  // One row at most: the link that creates the owner's account.
  `create table setup_links (
    id text primary key,
    hash text not null,
    expires_at text not null)`,

  `create table attempts (
    key text primary key,
    count integer not null,
    resets_at text not null)`,
]

/** Where a project stands in the owner's order: by its time and id until it is moved, which writes `place`. */
const placeOf = (id: string) =>
  `coalesce(place, replace(replace(replace(replace(replace(created_at, '-', ''), 'T', ''), ':', ''), '.', ''), 'Z', '') || ${id})`

function projects(isPostgres: boolean): string[] {
  // On SQLite with the text that is searched: a search that reads the whole list reads nothing but the index. PostgreSQL reads
  // an index alone only if it has the columns of its expression, too.
  const text = isPostgres ? '' : ', search_text'
  const include = isPostgres ? 'include (created_at, place)' : ''
  return [
    `create table items (
      id text primary key,
      name text not null,
      name_key text not null unique,
      url text not null,
      image text,
      focal_x integer not null default 50,
      focal_y integer not null default 0,
      preview text not null default 'live',
      status text not null,
      place text,
      featured_at text,
      search_text text not null,
      ${isPostgres ? '' : 'search_row integer,'}
      created_at text not null,
      updated_at text not null)`,
    `create index ${isPostgres ? 'items_created' : 'items_list'} on items (created_at, id${text})`,
    `create index ${isPostgres ? 'items_status_created' : 'items_status_list'}
      on items (status, created_at, id${text})`,
    `create index items_order on items ((${placeOf('id')}), id${text}) ${include}`,
    `create index items_status_order on items (status, (${placeOf('id')}), id${text}) ${include}`,
    'create index items_featured on items (status, created_at, id) where featured_at is not null',

    // The last three columns are those of the project, for an index of a category in the order of the gallery.
    `create table item_categories (
      item_id text not null references items (id) on delete cascade,
      position integer not null,
      name text not null,
      key text not null,
      status text not null default 'draft',
      created_at text not null default '',
      place text,
      primary key (item_id, key))`,
    'create index item_categories_list on item_categories (key, status, created_at, item_id)',
    `create index item_categories_order on item_categories (key, status, (${placeOf('item_id')}), item_id) ${include}`,
    // The spelling that a category in use has.
    'create index item_categories_spelling on item_categories (key, name)',

    // A row only where something is filled in.
    `create table item_details (
      item_id text primary key references items (id) on delete cascade,
      summary text not null,
      role text not null,
      year text not null,
      client text not null,
      tools text not null,
      outcome text not null)`,

    `create table item_images (
      folder text primary key,
      item_id text not null references items (id) on delete cascade,
      place text not null,
      position integer not null,
      alt text not null)`,
    'create index item_images_order on item_images (item_id, place, position)',

    `create table client_links (
      id text primary key,
      hash text not null unique,
      item_id text not null references items (id) on delete cascade,
      name text,
      passphrase_hash text,
      created_by text not null references users (id) on delete cascade,
      created_at text not null,
      expires_at text not null,
      opens integer not null,
      last_opened_at text)`,
    'create index client_links_item on client_links (item_id)',

    `create table preview_checks (
      item_id text primary key references items (id) on delete cascade,
      url text not null,
      state text not null,
      reason text,
      detail text,
      checked_at text,
      dead_since text,
      told_at text,
      due_at text,
      lease_until text)`,
    'create index preview_checks_due on preview_checks (due_at)',
    'create index preview_checks_dead on preview_checks (dead_since) where dead_since is not null',
  ]
}

const messages = [
  `create table contacts (
    id text primary key,
    name text not null,
    email text not null,
    subject text,
    message text not null,
    fingerprint text not null,
    folder text not null default 'inbox',
    unread_since text,
    held_at text,
    spam_reason text,
    text_key text,
    replied_at text,
    search_text text not null,
    created_at text not null)`,
  'create index contacts_fingerprint on contacts (fingerprint, created_at)',
  // Lists of one folder, of all but spam, and the messages of one sender.
  'create index contacts_folder on contacts (folder, created_at, id)',
  'create index contacts_folder_unreplied on contacts (folder, created_at, id) where replied_at is null',
  'create index contacts_folder_replied on contacts (folder, created_at, id) where replied_at is not null',
  `create index contacts_wanted on contacts (created_at, id) where folder <> 'spam'`,
  `create index contacts_wanted_unreplied on contacts (created_at, id) where replied_at is null and folder <> 'spam'`,
  `create index contacts_wanted_replied on contacts (created_at, id) where replied_at is not null and folder <> 'spam'`,
  `create index contacts_sender on contacts (email, created_at, id) where folder <> 'spam'`,

  `create table replies (
    id text primary key,
    contact_id text not null references contacts (id) on delete cascade,
    idempotency_key text not null unique,
    subject text not null,
    body text not null,
    author text not null,
    author_id text,
    sent_at text,
    rejected_at text,
    error text,
    created_at text not null)`,
  'create index replies_contact on replies (contact_id, created_at)',

  `create table saved_replies (
    id text primary key,
    title text not null,
    body text not null,
    created_at text not null)`,

  `create table spam_marks (
    key text primary key,
    created_at text not null)`,

  `create table mail_state (
    id text primary key,
    sent_at text,
    rejected_recipient text,
    rejected_error text)`,
  `insert into mail_state (id) values ('outbox')`,

  `create table webhooks (
    id text primary key,
    url text not null,
    secret text not null,
    created_by text not null references users (id) on delete cascade,
    created_at text not null,
    last_at text,
    last_error text,
    failures integer not null,
    failing_since text,
    disabled_at text)`,

  `create table webhook_deliveries (
    id text primary key,
    webhook_id text not null references webhooks (id) on delete cascade,
    contact_id text not null references contacts (id) on delete cascade,
    attempts integer not null,
    due_at text not null,
    lease_until text,
    created_at text not null)`,
  'create index webhook_deliveries_due on webhook_deliveries (due_at)',
  'create index webhook_deliveries_webhook on webhook_deliveries (webhook_id)',
  'create index webhook_deliveries_contact on webhook_deliveries (contact_id)',
]

const jobs = [
  `create table jobs (
    id text primary key,
    kind text not null,
    queue text not null,
    key text unique,
    user_id text references users (id) on delete cascade,
    contact_id text references contacts (id) on delete cascade,
    data text not null,
    attempts integer not null,
    due_at text not null,
    claim text,
    changed_at text not null,
    error text,
    created_at text not null)`,
  'create index jobs_due on jobs (queue, due_at)',
  'create index jobs_user on jobs (user_id)',
  'create index jobs_contact on jobs (contact_id)',
]

const activity = [
  // No foreign keys: an event stays when its account or target is deleted.
  `create table audit_events (
    id text primary key,
    kind text not null,
    user_id text,
    user_email text,
    target_id text,
    target_name text,
    detail text,
    ip text,
    count integer not null default 1,
    fold_key text unique,
    search_text text not null,
    created_at text not null,
    last_at text not null)`,
  'create index audit_events_order on audit_events (created_at, id)',

  // No foreign key: what was counted stays in the totals when a project is deleted.
  `create table daily_counts (
    day text not null,
    item_id text not null,
    views integer not null default 0,
    opens integer not null default 0,
    clicks integer not null default 0,
    primary key (day, item_id))`,
  'create index daily_counts_opens on daily_counts (day, opens, item_id, clicks)',
]

const settings = [
  `create table settings (
    name text primary key,
    value text not null)`,

  // Each is raised in the transaction that it counts.
  `create table counters (
    name text primary key,
    value integer not null)`,

  `create table site_versions (
    version integer primary key,
    content text not null,
    changed text not null,
    author text not null,
    published_at text not null)`,

  `create table site_images (
    name text primary key,
    kind text not null,
    used_at text not null)`,

  `create table backup_state (
    id text primary key,
    due_at text,
    lease_until text,
    made_at text,
    bytes bigint,
    took_ms integer,
    failed_at text,
    failure text,
    failures integer not null default 0)`,
  `insert into backup_state (id) values ('scheduled')`,
]

// What triggers write for lists: the number of rows in each, a version that every change raises, where changed rows stood, and
// on SQLite an index of trigrams for search (docs/decisions/0020, 0037).
type Run = (statement: string) => Promise<void>

async function makeListTriggers(run: Run, isPostgres: boolean): Promise<void> {
  await run('create table list_versions (list text primary key, version integer not null)')
  await run('create table list_counts (list text not null, rows integer not null)')
  await run(`create ${isPostgres ? '' : 'unique'} index list_counts_list on list_counts (list)`)
  const columns = 'list text not null, created_at text not null, place text not null, id text not null'
  await (isPostgres ? onPostgres(run, columns) : onSqlite(run, columns))
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
      `'contacts ' || ${row}folder || case when ${row}replied_at is null then ' unreplied' else ' replied' end
    || case when ${row}unread_since is null then '' else ' unread' end`,
    columns: 'folder, replied_at, unread_since',
    isIn: () => 'true',
  },
]

/** The columns by which the lists of a table are filtered and sorted. */
const versioned = [
  { table: 'items', list: 'items', columns: 'status, created_at, search_text, place' },
  { table: 'item_categories', list: 'items', columns: 'name, key' },
  { table: 'contacts', list: 'contacts', columns: 'folder, replied_at, created_at, search_text' },
]

interface Watched {
  table: string
  /** The name in `list_versions`. */
  list: string
  /** What a row has in the columns `created_at`, `place` and `id`. */
  position: (row: string) => string
  /** The columns by which the lists of the table are filtered, sorted and searched. */
  columns: string[]
  /** On SQLite a trigger changes each new row at once, and that change is enough. */
  isChangedAtOnce?: boolean
}

const rowPlace = (row: string, id: string) =>
  `coalesce(${row}place, replace(replace(replace(replace(replace(${row}created_at,
    '-', ''), 'T', ''), ':', ''), '.', ''), 'Z', '') || ${row}${id})`

const watched: Watched[] = [
  {
    table: 'items',
    list: 'items',
    position: (row) => `${row}created_at, ${rowPlace(row, 'id')}, ${row}id`,
    columns: ['status', 'created_at', 'search_text', 'place'],
  },
  {
    table: 'item_categories',
    list: 'items',
    position: (row) => `${row}created_at, ${rowPlace(row, 'item_id')}, ${row}item_id`,
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

async function onSqlite(run: Run, columns: string): Promise<void> {
  await run(`create trigger item_categories_of_item after insert on item_categories begin
    update item_categories
    set (status, created_at, place) = (select status, created_at, place from items where id = new.item_id)
    where item_id = new.item_id and key = new.key; end`)
  await run(`create trigger items_to_categories after update of status, created_at on items begin
    update item_categories set status = new.status, created_at = new.created_at where item_id = new.id; end`)
  // SQLite may number rows again in a VACUUM, so the index has numbers of its own.
  await run('alter table contacts add column search_row integer')
  for (const table of ['items', 'contacts']) {
    await run(`create unique index ${table}_search_row on ${table} (search_row)`)
    await run(`create virtual table ${table}_trigrams using fts5(
      search_text, tokenize = 'trigram case_sensitive 1', content = '${table}', content_rowid = 'search_row',
      detail = none, columnsize = 0)`)
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
  // One row for each list, changed in place: SQLite has one writer at a time anyway.
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
  for (const { table, list, columns } of versioned)
    for (const change of ['insert', `update of ${columns}`, 'delete'])
      await run(`create trigger ${table}_version_${change.slice(0, 6)} after ${change} on ${table} begin
        insert into list_versions (list, version) values ('${list}', 1)
        on conflict (list) do update set version = version + 1; end`)
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

/** Functions survive the tables that a restore drops. */
async function onPostgres(run: Run, columns: string): Promise<void> {
  await run(`create or replace function item_categories_of_item() returns trigger language plpgsql as $$ begin
    select status, created_at, place into strict new.status, new.created_at, new.place
    from items where id = new.item_id;
    return new; end $$`)
  await run(`create trigger item_categories_of_item before insert on item_categories
    for each row execute function item_categories_of_item()`)
  await run(`create or replace function items_to_categories() returns trigger language plpgsql as $$ begin
    update item_categories set status = new.status, created_at = new.created_at where item_id = new.id;
    return null; end $$`)
  await run(`create trigger items_to_categories after update of status, created_at on items
    for each row execute function items_to_categories()`)
  // Once for each transaction and at its end: its row is locked after all others, so nobody who holds it waits for them.
  await run(`create or replace function raise_list_version() returns trigger language plpgsql as $$ begin
    if coalesce(current_setting('portfolio.changed_' || tg_argv[0], true), '') <> 'yes' then
      perform set_config('portfolio.changed_' || tg_argv[0], 'yes', true);
      insert into list_versions (list, version) values (tg_argv[0], 1)
      on conflict (list) do update set version = list_versions.version + 1;
    end if;
    return null; end $$`)
  for (const { table, list, columns } of versioned)
    await run(`create constraint trigger ${table}_version
      after insert or update of ${columns} or delete on ${table}
      deferrable initially deferred for each row execute function raise_list_version('${list}')`)
  // A row for each statement: writers that changed one row in place would wait for each other. A cleanup job puts them
  // together again.
  for (const { table, list, isIn } of counted) {
    const added = `select ${list('')} as list, 1 as rows from new_rows where ${isIn('')}`
    const removed = `select ${list('')} as list, -1 as rows from old_rows where ${isIn('')}`
    await onEvents(run, `${table}_counts`, table, {
      insert: added,
      update: `${added} union all ${removed}`,
      delete: removed,
      statement: (rows) => `insert into list_counts (list, rows)
        select list, sum(rows) from (${rows}) as changes group by list having sum(rows) <> 0`,
    })
  }
  // Transactions do not commit in the order of their numbers: a snapshot says which ones somebody has seen.
  await run(`create table list_changes (${columns}, changed_in xid8 not null default pg_current_xact_id())`)
  await run('create index list_changes_list on list_changes (list, changed_in)')
  for (const { table, list, position, columns } of watched) {
    const id = table === 'item_categories' ? 'item_id' : 'id'
    const both = [...new Set([...columns, 'created_at', ...(list === 'items' ? ['place'] : []), id])].join(
      ', ',
    )
    await onEvents(run, `${table}_changes`, table, {
      insert: 'new_rows',
      update: `((select ${both} from new_rows except select ${both} from old_rows)
      union all (select ${both} from old_rows except select ${both} from new_rows)) as changed`,
      delete: 'old_rows',
      statement: (rows) => `insert into list_changes (list, created_at, place, id)
        select distinct '${list}', ${position('')} from ${rows}`,
    })
  }
}

interface Events {
  insert: string
  update: string
  delete: string
  statement: (rows: string) => string
}

async function onEvents(run: Run, prefix: string, table: string, events: Events): Promise<void> {
  for (const [event, tables] of [
    ['insert', 'new table as new_rows'],
    ['update', 'new table as new_rows old table as old_rows'],
    ['delete', 'old table as old_rows'],
  ] as const) {
    const name = `${prefix}_${event}`
    await run(`create or replace function ${name}() returns trigger language plpgsql as $$ begin
      ${events.statement(events[event])};
      return null; end $$`)
    await run(`create trigger ${name} after ${event} on ${table} referencing ${tables}
      for each statement execute function ${name}()`)
  }
}
