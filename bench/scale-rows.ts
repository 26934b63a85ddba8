// Rows of what grows next to projects and messages, for the benchmarks of lists: as many as there are projects.
import { sql } from 'kysely'
import type { AppContext } from '../server/context.ts'

/** Each statement takes one row from what `source` selects, numbered from 1. */
const statements = [
  `insert into preview_checks (item_id, url, state, checked_at, dead_since, due_at)
    select id, url, case when n % 5000 = 0 then 'dead' else 'allowed' end, created_at,
      case when n % 5000 = 0 then created_at end, updated_at
    from (select id, url, created_at, updated_at, row_number() over (order by id) as n from items) as numbered`,
  `insert into item_details (item_id, summary, role, year, client, tools, outcome)
    select id, 'What it is.', '', '', '', '', '' from items where status = 'published'`,
  `insert into audit_events (id, kind, user_id, user_email, target_id, target_name, detail, ip, search_text, created_at, last_at)
    select id, case when n % 10 = 0 then 'portfolio.deleted' else 'login.succeeded' end, 'u' || (n % 50),
      'user' || (n % 50) || '@example.com', null, null, null, '192.0.2.1',
      'user' || (n % 50) || '@example.com 192.0.2.1 ' || n, created_at, created_at
    from (select id, created_at, row_number() over (order by id) as n from items) as numbered`,
  `insert into daily_counts (day, item_id, views, opens, clicks)
    select substr(now, 1, 10), id, 3, length(name), 1 from items, (select max(created_at) as now from items) as newest`,
  `update contacts set folder = 'archived' where id < '2'`,
  `update contacts set folder = 'spam', spam_reason = 'no-browser' where id >= '2' and id < '3'`,
  `update contacts set unread_since = created_at where id >= '3' and id < '4'`,
  `update contacts set email = 'often@example.net' where id >= '4' and id < '42'`,
]

export async function addScaleRows({ db }: Pick<AppContext, 'db'>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
