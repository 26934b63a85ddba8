// Applies the numbered migrations, once each, in one transaction; safe when two instances start at once.
import { setTimeout as rest } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration'
import { type Database, isAway, ping, withTimeLimit } from './connect.ts'
import * as users from './migrations/0001-people.ts'
import * as portfolio from './migrations/0002-portfolio.ts'
import * as contacts from './migrations/0003-contacts.ts'
import * as settings from './migrations/0004-settings.ts'
import * as accounts from './migrations/0005-accounts.ts'
import * as outboxLease from './migrations/0006-outbox-lease.ts'
import * as counters from './migrations/0007-counters.ts'
import * as previewMode from './migrations/0008-preview-mode.ts'
import * as formerAdmins from './migrations/0009-former-admins.ts'
import * as setupLink from './migrations/0010-setup-link.ts'
import * as focalPoint from './migrations/0011-focal-point.ts'
import * as columnNames from './migrations/0012-column-names.ts'
import * as auditEvents from './migrations/0013-audit-events.ts'
import * as lists from './migrations/0014-lists.ts'
import * as backupState from './migrations/0015-backup-state.ts'
import * as previewChecks from './migrations/0016-preview-checks.ts'
import * as ownOrder from './migrations/0017-own-order.ts'
import * as itemDetails from './migrations/0019-item-details.ts'
import * as inbox from './migrations/0020-inbox.ts'
import * as spam from './migrations/0021-spam.ts'
import * as siteVersions from './migrations/0022-site-versions.ts'
import * as accessTokens from './migrations/0023-access-tokens.ts'
import * as webhooks from './migrations/0023-webhooks.ts'
import * as dashboardHome from './migrations/0024-dashboard-home.ts'
import * as clientLinks from './migrations/0025-client-links.ts'
import * as itemImages from './migrations/0026-item-images.ts'
import * as siteImages from './migrations/0027-site-images.ts'
import * as ownOrderKeys from './migrations/0028-own-order-keys.ts'
import * as scannedTables from './migrations/0028-scanned-tables.ts'
import * as listChanges from './migrations/0029-list-changes.ts'
import type { Tables } from './tables.ts'

const steps: Record<string, Migration> = {
  '0001-people': users,
  '0002-portfolio': portfolio,
  '0003-contacts': contacts,
  '0004-settings': settings,
  '0005-accounts': accounts,
  '0006-outbox-lease': outboxLease,
  '0007-counters': counters,
  '0008-preview-mode': previewMode,
  '0009-former-admins': formerAdmins,
  '0010-setup-link': setupLink,
  '0011-focal-point': focalPoint,
  '0012-column-names': columnNames,
  '0013-audit-events': auditEvents,
  '0014-lists': lists,
  '0015-backup-state': backupState,
  '0016-preview-checks': previewChecks,
  '0017-own-order': ownOrder,
  '0019-item-details': itemDetails,
  '0020-inbox': inbox,
  '0021-spam': spam,
  '0022-site-versions': siteVersions,
  '0023-access-tokens': accessTokens,
  '0023-webhooks': webhooks,
  '0024-dashboard-home': dashboardHome,
  '0025-client-links': clientLinks,
  '0026-item-images': itemImages,
  '0027-site-images': siteImages,
  '0028-own-order-keys': ownOrderKeys,
  '0028-scanned-tables': scannedTables,
  '0029-list-changes': listChanges,
}

/** The names of all migrations in their order. */
export const stepNames: readonly string[] = Object.keys(steps)

/** Milliseconds between attempts while the database is away or locked by another process, and in all. */
const pause = 200
export const databaseTimeout = 10_000
/** Milliseconds for one statement: on a large database creating an index takes long. */
const statementLimit = 10 * 60_000

/** The database was made by a newer version: it has a migration that is not known here. */
export class NewerDatabase extends Error {
  /** @param step the name of the unknown step */
  constructor(step: string) {
    super(`the database was made by a newer version, which added ${step}`)
  }
}

/** The migrations of the database are not the first ones of this version: one in between was never applied. */
export class OtherVersion extends Error {}

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
 * @throws OtherVersion
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
 * Applies the steps up to the one with this name, which must be known, or all of them, within a transaction.
 * @throws NewerDatabase
 * @throws OtherVersion
 */
export async function migrateWithin(tx: Transaction<Tables>, last = stepNames.at(-1) ?? ''): Promise<void> {
  const { error }: MigrationResultSet = await migratorOf(tx).migrateTo(last)
  if (!error) return
  throwForVersion(error)
  throw error
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

function migratorOf<T>(db: Kysely<T>): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => steps } })
}

function throwForVersion(error: unknown): void {
  const { message } = error as Error
  const unknown = /previously executed migration (\S+) is missing/.exec(message)?.[1]
  if (unknown) throw new NewerDatabase(unknown)
  if (message.startsWith('corrupted migrations')) throw new OtherVersion(message)
}
