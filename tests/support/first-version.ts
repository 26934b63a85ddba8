// A database as a server made it that only knew the first steps, to be upgraded.
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { openSqlite } from '../../server/db/connect.ts'
import * as users from '../../server/db/migrations/0001-people.ts'
import * as portfolio from '../../server/db/migrations/0002-portfolio.ts'
import * as contacts from '../../server/db/migrations/0003-contacts.ts'
import * as settings from '../../server/db/migrations/0004-settings.ts'

const firstVersion = {
  '0001-people': users,
  '0002-portfolio': portfolio,
  '0003-contacts': contacts,
  '0004-settings': settings,
}

/** As the first version left it, before accounts had a password strength. */
export async function migrateToFirstVersion<Tables>(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => firstVersion } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

export async function makeFirstVersion(file: string): Promise<void> {
  const db = openSqlite(file)
  try {
    await migrateToFirstVersion(db)
  } finally {
    await db.destroy()
  }
}
