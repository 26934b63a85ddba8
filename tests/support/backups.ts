// Installations to back up and to restore into, on either database, and what they hold.
import { hash } from 'node:crypto'
import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { copiedTables } from '../../server/backup/copy-tables.ts'
import { type BackupSource, withSnapshot, writeBackupFile } from '../../server/backup/create-backup.ts'
import { restoreBackup } from '../../server/backup/restore-backup.ts'
import { readConfig } from '../../server/config.ts'
import { imageNames } from '../../server/images/installation.ts'
import { openUploads } from '../../server/images/uploads.ts'
import { callsOf } from './calls.ts'
import { createDatabase } from './peers/postgres.ts'
import { png } from './sample-images.ts'
import { command, runToEnd } from './server-process.ts'
import { ownApp, type Running } from './start.ts'

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

export const runRestore = (file: string, place: Place) =>
  runToEnd({ ...place }, command('server/cli/restore.ts', file))

/** Names of all files below a folder with their checksums; empty where it is not there. */
export async function filesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hashed = files.sort().map(async (file) => [file, hash('sha256', await readFile(file))])
  return Object.fromEntries(await Promise.all(hashed))
}

export function placeOf({ context: { config } }: Running): Place {
  const { dataDir: DATA_DIR, databaseUrl, storageUrl } = config
  return { DATA_DIR, DATABASE_URL: databaseUrl ?? '', STORAGE_URL: storageUrl ?? '' }
}

/** Settings that name a database and its uploads. */
export type Place = { DATA_DIR: string; DATABASE_URL?: string; STORAGE_URL?: string }

export function sourceOf(place: Place) {
  const config = readConfig({ ...place })
  return { config, uploads: openUploads(config), now: () => new Date() }
}

/** Every archived row by table and every image file that a row names, by its checksum. */
export async function contentsOf(place: Place) {
  const { config, uploads } = sourceOf(place)
  const rows: Record<string, string[]> = {}
  const names = await withSnapshot(config, async (db) => {
    for (const table of Object.keys(copiedTables)) {
      const found = await sql<{ search_row?: number }>`select * from ${sql.table(table)}`.execute(db)
      // Where the text is searched each database decides for itself, and how rows and columns are sorted.
      const own = found.rows.map(({ search_row: _, ...row }) => JSON.stringify(Object.entries(row).sort()))
      rows[table] = own.sort()
    }
    return imageNames(db)
  })
  const files: Record<string, string> = {}
  for await (const image of uploads.list())
    for (const name of names.has(image.id) ? image.files : [])
      files[`${image.id}/${name}`] = hash('sha256', (await uploads.read(image.id, name)) ?? '')
  return { rows, files, installation: await uploads.readInstallation() }
}

/** An app of a single test with an admin, two projects with covers, one of them with a screenshot, and a message. */
export async function inUse() {
  const app = await ownApp()
  const cookie = await app.asAdmin()
  const calls = callsOf(() => ({ app, cookie }))
  const { added, remove, page } = calls.projects
  const projects = [
    await added({ pname: 'One', summary: 'What it is.' }),
    await added({ pname: 'Two', status: 'published' }),
  ]
  await page(projects[0]?.id ?? '', await png(30, 90))
  await app.context.images.settled()
  const contact = (message: string) => calls.messages.post({ name: 'Zoë ☃', message })
  await contact('How much\nis "one"?\n\u2028"\\')
  return { app, cookie, added, remove, projects, contact, place: placeOf(app) }
}
