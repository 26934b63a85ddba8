// Columns, a table and a kind of email under the names that the code uses for them.
import type { Kysely } from 'kysely'

// biome-ignore lint/suspicious/noExplicitAny: the tables as they are at this step
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('items').renameColumn('picture', 'image').execute()
  await db.schema.alterTable('one_time_tokens').renameColumn('letter_id', 'outbox_id').execute()
  await db.schema.alterTable('replies').renameColumn('refused_at', 'rejected_at').execute()
  await db.schema.alterTable('outbox').renameColumn('refused_at', 'rejected_at').execute()
  await db.schema.alterTable('sign_in_addresses').renameTo('sign_in_ips').execute()
  await db.schema.alterTable('sign_in_ips').renameColumn('address_hash', 'ip_hash').execute()
  await db
    .updateTable('outbox')
    .set({ kind: 'contact-notification' })
    .where('kind', '=', 'contact-notice')
    .execute()
}
