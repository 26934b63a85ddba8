// Keeps who is sending a message apart from when it is due: what waits can be made due while others are being sent.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('lease_until', 'text').execute()
}
