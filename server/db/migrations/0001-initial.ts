// Every table with its columns, and the indexes; the types of rows are made of this SQL (../tables.ts). Times are ISO 8601 text in
// UTC on both databases, so that they sort and compare alike. There is no boolean column, because SQLite would return 1 and 0: a
// time says whether and when (docs/decisions/0001).
import { type Kysely, PostgresAdapter, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const run = async (statement: string) => void (await sql.raw(statement).execute(db))
  for (const [table, columns] of Object.entries(tables)) {
    // The index of trigrams names rows by number: one of their own, because VACUUM gives rows without one other numbers.
    const isNumbered = !isPostgres && searchable.includes(table)
    const numbered = { search_row: 'integer primary key', ...columns, id: 'text not null unique' }
    const definitions = Object.entries(isNumbered ? numbered : columns).map((column) => column.join(' '))
    // One a line, as SQLite shows them to whoever looks into an archive.
    const lines = [...definitions, ...(primaryKeys[table] ?? [])].map((line) => `\n    ${line}`)
    await run(`create table ${table} (${lines.join()})`)
    if (isNumbered) for (const statement of searchIndex(table)) await run(statement)
  }
  for (const index of indexes) await run(`create index ${index}`)
}

/** On PostgreSQL each start makes their indexes of trigrams, if it can add the extension pg_trgm (../search.ts). */
const searchable = ['projects', 'messages']

function searchIndex(table: string): string[] {
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

/** Each after those that it refers to. */
export const tables = {
  users: {
    id: 'text primary key',
    name: 'text not null',
    /** Trimmed and lower-cased; unique. */
    email: 'text not null unique',
    /** argon2id in PHC form; null until the owner has chosen one by link. */
    password_hash: 'text',
    role: 'text not null',
    /** Id of the image, or null. */
    avatar: 'text',
    email_verified_at: 'text',
    created_at: 'text not null',
  },
  sessions: {
    /** SHA-256 of the id in the cookie. */
    id_hash: 'text primary key',
    user_id: 'text not null references users (id) on delete cascade',
    created_at: 'text not null',
    /** When the password was last entered; sensitive changes need a recent one. */
    authenticated_at: 'text not null',
    expires_at: 'text not null',
  },
  one_time_tokens: {
    /** SHA-256 over purpose, account and token. */
    hash: 'text primary key',
    purpose: 'text not null',
    /** Null for the setup, which makes the account. */
    user_id: 'text references users (id) on delete cascade',
    /** The email address that it verifies; void once the account has another. */
    email: 'text not null',
    expires_at: 'text not null',
  },
  /** What lets a script in, for an admin. */
  access_tokens: {
    id: 'text primary key',
    /** SHA-256 of the token; unique. */
    hash: 'text not null unique',
    user_id: 'text not null references users (id) on delete cascade',
    name: 'text not null',
    /** Separated by blanks. */
    scopes: 'text not null',
    created_at: 'text not null',
    /** Written at most once an hour. */
    used_at: 'text',
    expires_at: 'text not null',
  },
  attempts: {
    /** What is limited and for whom, hashed where it names a user. */
    key: 'text primary key',
    count: 'integer not null',
    /** When the count starts again. */
    resets_at: 'text not null',
  },
  /** By default a preview is live, a focal point at the top, and nothing is told of the project. */
  projects: {
    id: 'text primary key',
    name: 'text not null',
    /** Name in lower case with straight quotes; unique. */
    name_key: 'text not null unique',
    /** Absolute, or a path below /demo/ of this site. */
    url: 'text not null',
    /** Id of the image, `<random>-<width>x<height>`, or null. */
    image: 'text',
    /** The focal point of the image in percent of its width and height. */
    focal_x: 'integer not null default 50',
    focal_y: 'integer not null default 0',
    preview: "text not null default 'live'",
    status: 'text not null',
    /** In the owner's order, last to first. */
    position: 'integer not null default 0',
    featured_at: 'text',
    /** Folded name and categories, line by line, for search. */
    search_text: 'text not null',
    summary: "text not null default ''",
    role: "text not null default ''",
    year: "text not null default ''",
    client: "text not null default ''",
    tools: "text not null default ''",
    opens: "text not null default 'preview'",
    /** JSON of the case study (contract/case-study.ts). */
    blocks: "text not null default '[]'",
    created_at: 'text not null',
    updated_at: 'text not null',
  },
  project_categories: {
    project_id: 'text not null references projects (id) on delete cascade',
    position: 'integer not null',
    name: 'text not null',
    /** Lower-cased, straight quotes. */
    key: 'text not null',
  },
  /** One part of a screenshot of the whole page. */
  project_images: {
    image_id: 'text primary key',
    project_id: 'text not null references projects (id) on delete cascade',
    device: 'text not null',
    /** From the top of the screenshot to its foot. */
    position: 'integer not null',
  },
  /** Deleted with its project. */
  client_links: {
    id: 'text primary key',
    /** SHA-256 of the token; unique. */
    hash: 'text not null unique',
    project_id: 'text not null references projects (id) on delete cascade',
    /** Who it is for, or null. */
    name: 'text',
    /** argon2id in PHC form; null where no passphrase is asked for. */
    passphrase_hash: 'text',
    /** An admin: the link ends with that role. */
    created_by: 'text not null references users (id) on delete cascade',
    created_at: 'text not null',
    expires_at: 'text not null',
    opens: 'integer not null',
    last_opened_at: 'text',
  },
  /** What was found out about the site of a project. */
  preview_checks: {
    project_id: 'text primary key references projects (id) on delete cascade',
    /** That of the project when it was saved; a path below /demo/ is of this site and not checked. */
    url: 'text not null',
    state: 'text not null',
    reason: 'text',
    /** What the site sent, in ASCII. */
    detail: 'text',
    checked_at: 'text',
    /** Of the first check since it last responded; null unless it is dead. */
    dead_since: 'text',
    /** When the owner was emailed about that. */
    told_at: 'text',
    /** Null: never. */
    due_at: 'text',
  },
  /** A message is in the inbox, read and not held back, unless it is stored as another. */
  messages: {
    id: 'text primary key',
    name: 'text not null',
    email: 'text not null',
    subject: 'text',
    message: 'text not null',
    /** What was entered in fields of the owner: JSON, a list of `{label, value}`. */
    extra: "text not null default '[]'",
    /** SHA-256 of the fields: finds an exact duplicate. */
    fingerprint: 'text not null',
    mailbox: "text not null default 'inbox'",
    /** When it arrived, or was marked as unread; null once an admin has read it. */
    unread_since: 'text',
    /** When it was held back as spam: the owner has not been notified of it. */
    held_at: 'text',
    /** Why it was. Text of any kind: what is not known is no reason (server/messages/incoming.ts). */
    spam_reason: 'text',
    /** Equal for messages of equal text; null for a short one. */
    text_key: 'text',
    /** When the mail server accepted the first reply, or an admin marked it as replied. */
    replied_at: 'text',
    search_text: 'text not null',
    created_at: 'text not null',
  },
  replies: {
    id: 'text primary key',
    message_id: 'text not null references messages (id) on delete cascade',
    /** Unique; chosen by the client so that one reply sent twice is one. */
    idempotency_key: 'text not null unique',
    subject: 'text not null',
    body: 'text not null',
    /** As text, because the account may be deleted. */
    author: 'text not null',
    /** No foreign key, as the name. */
    author_id: 'text',
    sent_at: 'text',
    rejected_at: 'text',
    /** The mail server's reply. */
    error: 'text',
    created_at: 'text not null',
  },
  /** A text for replies. */
  saved_replies: {
    id: 'text primary key',
    title: 'text not null',
    body: 'text not null',
    created_at: 'text not null',
  },
  /** What an admin moved to spam: later messages with the same key are held back. */
  spam_marks: {
    /** "sender" and a hash of the email address, or "text" and the key of a message. */
    key: 'text primary key',
    created_at: 'text not null',
  },
  /** Where new messages are reported to. */
  webhooks: {
    id: 'text primary key',
    url: 'text not null',
    /** In base64; what is sent is signed with it. */
    secret: 'text not null',
    /** An admin: the webhook ends with that role. */
    created_by: 'text not null references users (id) on delete cascade',
    created_at: 'text not null',
    /** Of the last attempt. */
    last_at: 'text',
    /** Why it failed; null where it did not. */
    last_error: 'text',
    /** Since the last success. */
    failures: 'integer not null',
    /** Of the first failure since the last success. */
    failing_since: 'text',
    disabled_at: 'text',
  },
  /** Work to be done outside of requests (server/jobs). */
  jobs: {
    id: 'text primary key',
    kind: 'text not null',
    queue: 'text not null',
    /** Unique: a newer job replaces an older one. */
    key: 'text unique',
    /** The job is deleted with the account or the message. */
    user_id: 'text references users (id) on delete cascade',
    message_id: 'text references messages (id) on delete cascade',
    /** What the kind of the job needs to know, as JSON. No secret: emails are rendered when they are sent. */
    data: 'text not null',
    /** Since the last success, the one under way included. */
    attempts: 'integer not null',
    due_at: 'text not null',
    /** The instance that runs it. */
    claim: 'text',
    /** When the row was last written; while it is claimed, a time within the last minute. */
    changed_at: 'text not null',
    /** Why the last attempt failed, in one line for users. */
    error: 'text',
    created_at: 'text not null',
  },
  /** Names and email addresses are those of the time of the event, and no row refers to another one: accounts go. */
  audit_events: {
    id: 'text primary key',
    kind: 'text not null',
    user_id: 'text',
    user_email: 'text',
    target_id: 'text',
    target_name: 'text',
    detail: 'text',
    /** An IPv4 address or the /64 of an IPv6 address. */
    ip: 'text',
    /** Events that this row stands for; one, unless it has a `fold_key`. */
    count: 'integer not null',
    /** Equal for events that are one row: of the same kind, cause and hour. */
    fold_key: 'text unique',
    search_text: 'text not null',
    created_at: 'text not null',
    last_at: 'text not null',
  },
  /**
   * One row a day for the whole site, and one for each project whose preview was opened on it. No foreign key: what was counted
   * stays in the totals when a project is deleted.
   */
  daily_counts: {
    /** YYYY-MM-DD, of UTC. */
    day: 'text not null',
    /** Empty: the whole site. */
    project_id: 'text not null',
    /** Public pages shown; 0 in the row of a project. */
    views: 'integer not null',
    /** Previews opened. */
    opens: 'integer not null',
    /** Live sites opened from a preview. */
    clicks: 'integer not null',
  },
  settings: {
    name: 'text primary key',
    value: 'text not null',
  },
  /** What the running installation remembers: in no backup. */
  states: {
    name: 'text primary key',
    value: 'text not null',
  },
  /** Each is raised in the transaction that it counts. */
  counters: {
    name: 'text primary key',
    value: 'integer not null',
  },
  /** One published version; the one with the highest number is live. */
  site_versions: {
    /** 1 is the first. */
    version: 'integer primary key',
    /** JSON of contract/site.ts, as it was when it was published. */
    content: 'text not null',
    /** The sections that differ from the version before, with spaces between them. */
    changed: 'text not null',
    /** As text, because the account may be deleted. */
    author: 'text not null',
    published_at: 'text not null',
  },
  /** An upload for content, from before it is saved until no stored content names it. */
  named_uploads: {
    /** Its id (images/uploads.ts), by which content names it. */
    name: 'text primary key',
    kind: 'text not null',
    /** When it was uploaded, previewed or saved last; of a preview, the day is enough. */
    used_at: 'text not null',
  },
} as const

/** Of several columns. */
const primaryKeys: Record<string, string[]> = {
  project_categories: ['primary key (project_id, key)'],
  daily_counts: ['primary key (day, project_id)'],
}

const indexes = [
  // The admins, of whom there are few among many users.
  'users_role on users (role, created_at)',
  'sessions_user on sessions (user_id)',
  'sessions_expiry on sessions (expires_at)',
  'one_time_tokens_user on one_time_tokens (user_id, purpose)',
  'access_tokens_user on access_tokens (user_id)',

  // One index for each sort, with and without the status.
  'projects_created on projects (created_at, id)',
  'projects_status_created on projects (status, created_at, id)',
  'projects_order on projects (position, id)',
  'projects_status_order on projects (status, position, id)',
  // How many there are: the smallest index that tells.
  'projects_status on projects (status)',
  'projects_featured on projects (status, created_at, id) where featured_at is not null',
  'project_categories_key on project_categories (key, project_id)',
  // Which projects of a category are published, and their order.
  'projects_published on projects (id, status, position)',
  'project_images_order on project_images (project_id, device, position)',
  'client_links_project on client_links (project_id)',
  'preview_checks_due on preview_checks (due_at)',
  'preview_checks_dead on preview_checks (dead_since) where dead_since is not null',

  'messages_fingerprint on messages (fingerprint, created_at)',
  // A mailbox, all but spam, and the messages of one sender. The status is filtered by and counted.
  'messages_mailbox on messages (mailbox, created_at, id, replied_at)',
  'messages_unread on messages (mailbox) where unread_since is not null',
  `messages_wanted on messages (created_at, id, replied_at) where mailbox <> 'spam'`,
  `messages_sender on messages (email, created_at, id) where mailbox <> 'spam'`,
  'replies_message on replies (message_id, created_at)',

  'jobs_due on jobs (queue, due_at)',
  'jobs_user on jobs (user_id)',
  'jobs_message on jobs (message_id)',
  'audit_events_order on audit_events (created_at, id)',
]
