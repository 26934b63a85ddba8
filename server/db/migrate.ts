// Applies the numbered migrations, once each, in one transaction; safe when two instances start at once.
import { setTimeout as rest } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type Database, isAway, lock, ping, withTimeLimit } from './connect.ts'
import * as initial from './migrations/0001-initial.ts'

const steps: Record<string, Migration> = {
  '0001-initial': initial,
}

/** The names of all migrations in their order. */
export const stepNames: readonly string[] = Object.keys(steps)

/** Milliseconds between attempts while the database is away or locked by another process, and in all. */
const pause = 200
export const databaseTimeout = 10_000
/** Milliseconds for one statement: on a large database creating an index takes long; as long may one instance hold others up. */
const statementLimit = 10 * 60_000

/** The database was made by a newer version: it has a migration that is not known here. */
export class NewerDatabase extends Error {
  /** @param step the name of the unknown step */
  constructor(step: string) {
    super(`the database was made by a newer version, which added ${step}`)
  }
}

/** The first query failed; `cause` says why. It always concerns DATABASE_URL or DATA_DIR. */
export class NoConnection extends Error {}

/** @param onWait called once with the reason when there is something to wait for */
async function retriedWhileAway<Result>(
  work: () => Promise<Result>,
  onWait: (reason: unknown) => void = () => {},
): Promise<Result> {
  const end = performance.now() + databaseTimeout
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isAway(error) || performance.now() > end) throw error
      if (tries === 1) onWait(error)
      await rest(pause)
    }
  }
}

/**
 * Waits for a database that is away.
 * @throws NoConnection
 */
export async function waitForDatabase(db: Database, onWait?: (reason: unknown) => void): Promise<void> {
  await retriedWhileAway(() => ping(db), onWait).catch((cause) => {
    throw new NoConnection('no connection to the database', { cause })
  })
}

/**
 * Of two instances that start at once one applies the migrations and the other waits: on PostgreSQL by Kysely's advisory
 * lock, on SQLite because the transaction takes the write lock before it reads which ones are applied. Waits for a
 * database that is away, or locked by another process.
 * @throws NewerDatabase
 */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } })
  await retriedWhileAway(async () => {
    const { error } = await withTimeLimit(statementLimit, () => migrator.migrateToLatest())
    if (!error) return
    const unknown = /previously executed migration (\S+) is missing/.exec((error as Error).message)?.[1]
    throw unknown ? new NewerDatabase(unknown) : error
  })
}

/**
 * The name of the last step that was applied, or null where none was: no tables of this product.
 * @throws NewerDatabase
 */
export async function schemaOf(db: Database): Promise<string | null> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return null
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = rows.find(({ name }) => !stepNames.includes(name))
  if (unknown) throw new NewerDatabase(unknown.name)
  return rows.at(-1)?.name ?? null
}

/**
 * What reads or changes the database before it is known to have the schema of this version, the migrations included. The lock
 * is that of a transaction: it ends with the process that holds it, and a pooler cannot separate it from its connection.
 * SQLite has one server at a time anyway.
 */
export async function oneStartAtATime<Result>(
  { config, db }: { config: { databaseUrl: string | null }; db: Database },
  work: () => Promise<Result>,
): Promise<Result> {
  if (!config.databaseUrl) return work()
  const tx = await withTimeLimit(statementLimit, () => db.startTransaction().execute())
  try {
    await sql`select set_config('idle_in_transaction_session_timeout', ${String(statementLimit)}, true)`.execute(
      tx,
    )
    await lock(tx, 'start')
    return await work()
  } finally {
    await tx.rollback().execute()
  }
}
