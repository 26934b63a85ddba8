// Columns and a table under the names that the code has for what is in them.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('items').renameColumn('picture', 'image').execute()
  await db.schema.alterTable('one_time_tokens').renameColumn('letter_id', 'outbox_id').execute()
  await db.schema.alterTable('replies').renameColumn('refused_at', 'rejected_at').execute()
  await db.schema.alterTable('outbox').renameColumn('refused_at', 'rejected_at').execute()
  await db.schema.alterTable('sign_in_addresses').renameTo('sign_in_ips').execute()
  await db.schema.alterTable('sign_in_ips').renameColumn('address_hash', 'ip_hash').execute()
}
