// The link that creates the owner's account, without an account made up for it. Before, there was one under an email
// address that nobody had given: owner@ the host of PUBLIC_URL, or owner@my.localhost.
import type { Kysely } from 'kysely'

const madeUp = 'owner@my.localhost'

// biome-ignore lint/suspicious/noExplicitAny: the tables as they are at this step
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('setup_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  // Never opened: nobody has chosen its password, verified its email address or uploaded an avatar. `npm run admin`
  // without a name uses the email address as the name.
  await db
    .deleteFrom('users')
    .where('email', 'like', 'owner@%')
    .where('role', '=', 'admin')
    .where('password_hash', 'is', null)
    .where('email_verified_at', 'is', null)
    .where('avatar', 'is', null)
    .whereRef('name', '!=', 'email')
    .execute()
  // Opened: it remains the owner's account, but no email can reach it (RFC 6761, 6.3).
  await db.updateTable('users').set({ email_verified_at: null }).where('email', '=', madeUp).execute()
  await db.deleteFrom('outbox').where('recipient', '=', madeUp).execute()
}
