// Applies the numbered migrations, once each, in one transaction; safe when two instances start at once.
import { setTimeout as rest } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type Database, isAway, isPostgres, ping, withTimeLimit } from './connect.ts'
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

/**
 * Waits for a database that is away.
 * @throws NoConnection
 * @param onWait called once with the reason when there is something to wait for
 */
export async function waitForDatabase(db: Database, onWait: (reason: unknown) => void): Promise<void> {
  const end = performance.now() + databaseTimeout
  for (let tries = 1; ; tries++) {
    const error = await ping(db).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (error === null) return
    if (!isAway(error) || performance.now() > end)
      throw new NoConnection('no connection to the database', { cause: error })
    if (tries === 1) onWait(error)
    await rest(pause)
  }
}

/**
 * Of two instances that start at once one applies the migrations and the other waits: on PostgreSQL by Kysely's advisory
 * lock, on SQLite because the transaction takes the write lock before it reads which ones are applied. Waits for a
 * database that is away, or locked by another process.
 * @param onWait called once with the reason when there is something to wait for
 * @throws NewerDatabase
 */
export async function migrate<T>(db: Kysely<T>, onWait: (reason: unknown) => void = () => {}): Promise<void> {
  const migrator = migratorOf(db)
  const end = performance.now() + databaseTimeout
  for (let tries = 1; ; tries++) {
    const { error } = await withTimeLimit(statementLimit, () => migrator.migrateToLatest())
    if (!error) return
    throwForVersion(error)
    if (!isAway(error) || performance.now() > end) throw error
    if (tries === 1) onWait(error)
    await rest(pause)
  }
}

/**
 * The name of the last step that was applied, or null where none was: no tables of this product.
 * @throws NewerDatabase
 */
export async function schemaOf(db: Database): Promise<string | null> {
  const table = isPostgres(db)
    ? sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`
    : sql<{ name: string }>`select name from sqlite_master where type = 'table' and name = 'kysely_migration'`
  const [found] = (await table.execute(db)).rows
  if (!found?.name) return null
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = rows.find(({ name }) => !stepNames.includes(name))
  if (unknown) throw new NewerDatabase(unknown.name)
  return rows.at(-1)?.name ?? null
}

function migratorOf<T>(db: Kysely<T>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => steps } })
}

function throwForVersion(error: unknown): void {
  const { message } = error as Error
  const unknown = /previously executed migration (\S+) is missing/.exec(message)?.[1]
  if (unknown) throw new NewerDatabase(unknown)
}

/**
 * What reads or changes the database before it is known to have the schema of this version, the migrations included. The lock
 * is that of a transaction: it ends with the process that holds it, and a pooler cannot separate it from its connection.
 * SQLite has one server at a time anyway.
 * @param onWait called with a sentence for the operator when another instance is at it
 */
export async function oneStartAtATime<Result>(
  { config, db }: { config: { databaseUrl: string | null }; db: Database },
  work: () => Promise<Result>,
  onWait: (sentence: string) => void = () => {},
): Promise<Result> {
  if (!config.databaseUrl) return work()
  const tx = await withTimeLimit(statementLimit, () => db.startTransaction().execute())
  try {
    await sql`select set_config('idle_in_transaction_session_timeout', ${String(statementLimit)}, true)`.execute(
      tx,
    )
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('portfolio start')) as free`.execute(tx)
    if (!rows[0]?.free) {
      onWait(
        `another instance starts or upgrades the database; waiting up to ${statementLimit / 60_000} minutes for it`,
      )
      await sql`select pg_advisory_xact_lock(hashtext('portfolio start'))`.execute(tx)
    }
    return await work()
  } finally {
    await tx.rollback().execute()
  }
}
