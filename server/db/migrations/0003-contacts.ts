// Contact messages, replies, and the outbox of emails to be sent.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contacts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('replied_at', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('contacts_created').on('contacts').columns(['created_at', 'id']).execute()
  // Counts and lists those without a sent reply, for the dashboard's header and filter.
  await db.schema
    .createIndex('contacts_replied')
    .on('contacts')
    .columns(['replied_at', 'created_at', 'id'])
    .execute()
  await db.schema
    .createIndex('contacts_fingerprint')
    .on('contacts')
    .columns(['fingerprint', 'created_at'])
    .execute()
  await db.schema
    .createTable('replies')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('contact_id', 'text', (column) =>
      column.notNull().references('contacts.id').onDelete('cascade'),
    )
    .addColumn('idempotency_key', 'text', (column) => column.notNull().unique())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'text')
    .addColumn('refused_at', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('replies_contact').on('replies').columns(['contact_id', 'created_at']).execute()
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('contact_id', 'text', (column) => column.references('contacts.id').onDelete('cascade'))
    .addColumn('reply_id', 'text', (column) => column.references('replies.id').onDelete('cascade'))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('refused_at', 'text')
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('outbox_due').on('outbox').columns(['refused_at', 'due_at']).execute()
}
