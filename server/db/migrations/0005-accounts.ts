// What an admin's account needs to be guarded: password strength, time of the last sign-in, known IP addresses, notices.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('password_strength', 'text').execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('authenticated_at', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update sessions set authenticated_at = created_at`.execute(db)
  await db.schema.alterTable('outbox').addColumn('account_id', 'text').execute()
  await db.schema.alterTable('outbox').addColumn('ip_address', 'text').execute()
  // A reset request replaces the one before by the email address, whether or not there is an account.
  await db.schema.createIndex('outbox_recipient').on('outbox').columns(['recipient', 'kind']).execute()
  await db.schema
    .createTable('sign_in_addresses')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('address_hash', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('sign_in_addresses_pk', ['user_id', 'address_hash'])
    .execute()
}
