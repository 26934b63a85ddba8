// Installations to back up and to restore into, on either database, and what they hold.
import { hash } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { copiedTables } from '../../server/backup/copy-tables.ts'
import { type BackupSource, withSnapshot, writeBackupFile } from '../../server/backup/create-backup.ts'
import { restoreBackup } from '../../server/backup/restore-backup.ts'
import { readConfig } from '../../server/config.ts'
import { openUploads } from '../../server/images/uploads.ts'
import { callsOf } from './calls.ts'
import { createDatabase } from './peers/postgres.ts'
import { png } from './sample-images.ts'
import { ownApp } from './start.ts'

/** A folder that is gone after the test. */
export async function scratchFolder(): Promise<string> {
  const { path, remove } = await mkdtempDisposable(join(tmpdir(), 'portfolio-test-'))
  onTestFinished(remove)
  return path
}

/** @param postgres URL of the server without a database, or null for SQLite */
export async function emptyPlace(postgres: string | null): Promise<Place> {
  const DATA_DIR = join(await scratchFolder(), 'data')
  if (postgres === null) return { DATA_DIR }
  const { url, drop } = await createDatabase(postgres)
  onTestFinished(drop)
  return { DATA_DIR, DATABASE_URL: url }
}

/** @returns the archive, and what the backup says is in it */
export async function backUp(place: Place, source: Partial<BackupSource> = {}) {
  const file = join(await scratchFolder(), 'backup.tar')
  return { file, ...(await writeBackupFile({ ...sourceOf(place), ...source }, file)) }
}

export const restore = (file: string, place: Place) => restoreBackup(sourceOf(place), file)

/** Settings that name a database and its uploads. */
type Place = { DATA_DIR: string; DATABASE_URL?: string; STORAGE_URL?: string }

function sourceOf(place: Place) {
  const config = readConfig({ ...place })
  return { config, uploads: openUploads(config), now: () => new Date() }
}

/** Every archived row by table and every image file that a row names, by its checksum. */
export async function contentsOf(place: Place) {
  const { config, uploads } = sourceOf(place)
  const tables = await withSnapshot(config, (db) =>
    Array.fromAsync(Object.keys(copiedTables), async (table) => {
      const { rows } = await sql<{ search_row?: number }>`select * from ${sql.table(table)}`.execute(db)
      // Where the text is searched each database decides for itself, and how rows and columns are sorted.
      const own = rows.map(({ search_row: _, ...row }) => JSON.stringify(Object.entries(row).sort()))
      return [table, own.sort()] as const
    }),
  )
  const files: Record<string, string> = {}
  for await (const image of uploads.list())
    for (const name of JSON.stringify(tables).includes(image.id) ? image.files : [])
      files[`${image.id}/${name}`] = hash('sha256', (await uploads.read(image.id, name)) ?? '')
  return { rows: Object.fromEntries(tables), files, installation: await uploads.readInstallation() }
}

/** An app of a single test with an admin, two projects with covers, the first of them with a screenshot, and a message. */
export async function inUse() {
  const app = await ownApp()
  const cookie = await app.asAdmin()
  const { messages, projects } = callsOf(() => ({ app, cookie }))
  const first = await projects.added({ pname: 'One', summary: 'What it is.' })
  await projects.added({ pname: 'Two', status: 'published' })
  await projects.page(first.id, await png(30, 90))
  await app.context.images.settled()
  const contact = (message: string) => messages.post({ name: 'Zoë ☃', message })
  await contact('How much\nis "one"?\n\u2028"\\')
  return { app, place: app.place, cookie, first, projects, contact }
}
