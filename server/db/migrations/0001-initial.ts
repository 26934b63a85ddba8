// Every table with its indexes. Times are ISO 8601 text in UTC on both databases, so that they sort and compare alike; what the
// columns mean is said in ../tables.ts and the files that it imports.
import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = async (statement: string) => void (await sql.raw(statement).execute(db))
  for (const statement of [
    ...accounts,
    ...projects(isPostgres),
    ...messages(isPostgres),
    ...jobs,
    ...activity,
    ...settings,
  ])
    await run(statement)
}

/**
 * The key of a table with an index of trigrams. On SQLite that index names rows by number: one of their own, because VACUUM
 * gives rows without one other numbers.
 */
function searchable(isPostgres: boolean): string {
  return isPostgres ? 'id text primary key' : 'search_row integer primary key, id text not null unique'
}

/** On PostgreSQL each start makes it, if it can add the extension pg_trgm (../search.ts). */
function searchIndex(table: string, isPostgres: boolean): string[] {
  if (isPostgres) return []
  const index = `${table}_trigrams`
  const add = `insert into ${index} (rowid, search_text) values (new.search_row, new.search_text);`
  const remove = `insert into ${index} (${index}, rowid, search_text)
    values ('delete', old.search_row, old.search_text);`
  return [
    `create virtual table ${index} using fts5(
      search_text, tokenize = 'trigram case_sensitive 1', content = '${table}', content_rowid = 'search_row',
      detail = none, columnsize = 0)`,
    `create trigger ${table}_search_insert after insert on ${table} begin ${add} end`,
    `create trigger ${table}_search_update after update of search_text on ${table} begin ${remove} ${add} end`,
    `create trigger ${table}_search_delete after delete on ${table} begin ${remove} end`,
  ]
}

const accounts = [
  `create table users (
    id text primary key,
    name text not null,
    email text not null unique,
    password_hash text,
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
    user_id text references users (id) on delete cascade,
    email text not null,
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

  `create table attempts (
    key text primary key,
    count integer not null,
    resets_at text not null)`,
]

function projects(isPostgres: boolean): string[] {
  return [
    `create table projects (
      ${searchable(isPostgres)},
      name text not null,
      name_key text not null unique,
      url text not null,
      image text,
      focal_x integer not null default 50,
      focal_y integer not null default 0,
      preview text not null default 'live',
      status text not null,
      position integer not null default 0,
      featured_at text,
      search_text text not null,
      summary text not null default '',
      role text not null default '',
      year text not null default '',
      client text not null default '',
      tools text not null default '',
      opens text not null default 'preview',
      blocks text not null default '[]',
      created_at text not null,
      updated_at text not null)`,
    ...searchIndex('projects', isPostgres),
    // One index for each sort, with and without the status.
    'create index projects_created on projects (created_at, id)',
    'create index projects_status_created on projects (status, created_at, id)',
    'create index projects_order on projects (position, id)',
    'create index projects_status_order on projects (status, position, id)',
    // How many there are: the smallest index that tells.
    'create index projects_status on projects (status)',
    'create index projects_featured on projects (status, created_at, id) where featured_at is not null',

    `create table project_categories (
      project_id text not null references projects (id) on delete cascade,
      position integer not null,
      name text not null,
      key text not null,
      primary key (project_id, key))`,
    'create index project_categories_key on project_categories (key, project_id)',
    // Which projects of a category are published, and their order.
    'create index projects_published on projects (id, status, position)',

    `create table project_images (
      image_id text primary key,
      project_id text not null references projects (id) on delete cascade,
      device text not null,
      position integer not null)`,
    'create index project_images_order on project_images (project_id, device, position)',

    `create table client_links (
      id text primary key,
      hash text not null unique,
      project_id text not null references projects (id) on delete cascade,
      name text,
      passphrase_hash text,
      created_by text not null references users (id) on delete cascade,
      created_at text not null,
      expires_at text not null,
      opens integer not null,
      last_opened_at text)`,
    'create index client_links_project on client_links (project_id)',

    `create table preview_checks (
      project_id text primary key references projects (id) on delete cascade,
      url text not null,
      state text not null,
      reason text,
      detail text,
      checked_at text,
      dead_since text,
      told_at text,
      due_at text)`,
    'create index preview_checks_due on preview_checks (due_at)',
    'create index preview_checks_dead on preview_checks (dead_since) where dead_since is not null',
  ]
}

const messages = (isPostgres: boolean) => [
  `create table messages (
    ${searchable(isPostgres)},
    name text not null,
    email text not null,
    subject text,
    message text not null,
    extra text not null default '[]',
    fingerprint text not null,
    mailbox text not null default 'inbox',
    unread_since text,
    held_at text,
    spam_reason text,
    text_key text,
    replied_at text,
    search_text text not null,
    created_at text not null)`,
  ...searchIndex('messages', isPostgres),
  'create index messages_fingerprint on messages (fingerprint, created_at)',
  // A mailbox, all but spam, and the messages of one sender. The status is filtered by and counted.
  'create index messages_mailbox on messages (mailbox, created_at, id, replied_at)',
  'create index messages_unread on messages (mailbox) where unread_since is not null',
  `create index messages_wanted on messages (created_at, id, replied_at) where mailbox <> 'spam'`,
  `create index messages_sender on messages (email, created_at, id) where mailbox <> 'spam'`,

  `create table replies (
    id text primary key,
    message_id text not null references messages (id) on delete cascade,
    idempotency_key text not null unique,
    subject text not null,
    body text not null,
    author text not null,
    author_id text,
    sent_at text,
    rejected_at text,
    error text,
    created_at text not null)`,
  'create index replies_message on replies (message_id, created_at)',

  `create table saved_replies (
    id text primary key,
    title text not null,
    body text not null,
    created_at text not null)`,

  `create table spam_marks (
    key text primary key,
    created_at text not null)`,

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
]

const jobs = [
  `create table jobs (
    id text primary key,
    kind text not null,
    queue text not null,
    key text unique,
    user_id text references users (id) on delete cascade,
    message_id text references messages (id) on delete cascade,
    data text not null,
    attempts integer not null,
    due_at text not null,
    claim text,
    changed_at text not null,
    error text,
    created_at text not null)`,
  'create index jobs_due on jobs (queue, due_at)',
  'create index jobs_user on jobs (user_id)',
  'create index jobs_message on jobs (message_id)',
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
    project_id text not null,
    views integer not null default 0,
    opens integer not null default 0,
    clicks integer not null default 0,
    primary key (day, project_id))`,
]

const settings = [
  `create table settings (
    name text primary key,
    value text not null)`,

  `create table states (
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

  `create table named_uploads (
    name text primary key,
    kind text not null,
    used_at text not null)`,
]
