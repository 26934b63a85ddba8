// Stores the rows of an archive in one transaction: in the schema they were read from, which is upgraded then.
import type { Transaction } from 'kysely'
import { isFull, isStorageUnusable, isUnusable } from '../db/connect.ts'
import { migrateWithin } from '../db/migrate.ts'
import type { Tables } from '../db/tables.ts'
import { imageNames } from '../image-names.ts'
import { storeInstallation } from '../images/installation.ts'
import { addMissingChecks } from '../preview/check-rows.ts'
import type { Entry } from './archive-reader.ts'
import { ArchiveRejected } from './rejected.ts'
import { type AnyTables, rowsIn } from './rows.ts'
import type { VerifiedArchive } from './verify-archive.ts'

/** Shown at a reply that was waiting to be sent; what became of it only the installation knows that made the backup. */
const notSent =
  'Not sent: it was waiting when the backup was made that this is restored from. It may have been sent since; if not, send it again.'

/** Removes empty tables and makes those of the archive's schema. */
export async function makeTables(
  tx: Transaction<Tables>,
  there: readonly string[],
  schema: string,
): Promise<void> {
  for (const table of there) await tx.schema.dropTable(table).execute()
  for (const table of ['kysely_migration', 'kysely_migration_lock'])
    await tx.schema.dropTable(table).ifExists().execute()
  await migrateWithin(tx, schema)
}

export async function restoreRows(tx: Transaction<Tables>, table: string, entry: Entry): Promise<void> {
  for await (const rows of rowsIn(entry.chunks))
    await fitting(`rows of ${table}`, (tx as unknown as AnyTables).insertInto(table).values(rows).execute())
}

/** @throws ArchiveRejected where the database does not take what the archive says */
async function fitting<Result>(what: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (isFull(error) || isUnusable(error) || isStorageUnusable(error)) throw error
    throw new ArchiveRejected(`its ${what} do not fit into the database (${(error as Error).message})`)
  }
}

/**
 * Call it once all rows are stored.
 * @param restored.images the images that are stored
 * @throws ArchiveRejected when rows name images that the archive should have and has not
 */
export async function finishRows(
  tx: Transaction<Tables>,
  { summary, manifest }: VerifiedArchive,
  restored: { images: ReadonlySet<string>; installation: string; now: Date },
): Promise<void> {
  await fitting('rows', migrateWithin(tx))
  for (const folder of (await imageNames(tx)).keys())
    if (!restored.images.has(folder) && !summary.missingImages.includes(folder))
      throw new ArchiveRejected(`it lacks the image ${folder}, which a row names`)
  await tx
    .updateTable('replies')
    .set({ rejected_at: restored.now.toISOString(), error: notSent })
    .where('sent_at', 'is', null)
    .where('rejected_at', 'is', null)
    .execute()
  await addMissingChecks(tx)
  if (manifest.installation === null) await storeInstallation(tx, restored.installation)
}
