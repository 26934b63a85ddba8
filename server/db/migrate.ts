// Applies the numbered steps, once each, in one transaction; safe when two instances start at once.
import { setTimeout as rest } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { isAway } from './connect.ts'
import * as people from './migrations/0001-people.ts'
import * as portfolio from './migrations/0002-portfolio.ts'
import * as contacts from './migrations/0003-contacts.ts'
import * as settings from './migrations/0004-settings.ts'

const steps: Record<string, Migration> = {
  '0001-people': people,
  '0002-portfolio': portfolio,
  '0003-contacts': contacts,
  '0004-settings': settings,
}

/** Milliseconds between tries while another process has the database for itself. */
const pause = 200
const triesWhileAway = 50
/** On SQLite a step may find that the other instance has just applied it: the next look at the record tells. */
const triesOtherwise = 3

/**
 * Of two instances that start at once one applies the steps and the other waits: on PostgreSQL by Kysely's advisory
 * lock, on SQLite by trying again while the file has another writer.
 * @throws when the database was made by a newer version: a step is recorded that is not known here.
 */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } })
  for (let tries = 1; ; tries++) {
    const { error } = await migrator.migrateToLatest()
    if (!error) return
    if (tries >= (isAway(error) ? triesWhileAway : triesOtherwise)) throw error
    await rest(pause)
  }
}
