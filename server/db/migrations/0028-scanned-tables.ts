// Indexes for what would read a whole table for each request: who is an admin, the projects opened most on a day, and what
// refers to a message or reply that is deleted.
import type { Kysely } from 'kysely'

const indexes = {
  users_role: ['users', 'role', 'created_at'],
  daily_counts_opens: ['daily_counts', 'day', 'opens', 'item_id', 'clicks'],
  outbox_contact: ['outbox', 'contact_id'],
  outbox_reply: ['outbox', 'reply_id'],
} as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, [table, ...columns]] of Object.entries(indexes))
    await db.schema.createIndex(name).on(table).columns(columns).execute()
}
