// Installations to back up and to restore into, on either database, and what they hold.

import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packTar, type TarHeader, unpackTar } from 'modern-tar'
import { onTestFinished } from 'vitest'
import { BackupDirectory } from '../../server/backup/backup-directory.ts'
import { copiedTables, rowsOf } from '../../server/backup/copy-tables.ts'
import { type BackupSource, writeBackupFile } from '../../server/backup/create-backup.ts'
import { restoreBackup } from '../../server/backup/restore-backup.ts'
import { readConfig } from '../../server/config.ts'
import type { AppContext } from '../../server/context.ts'
import { openSnapshot } from '../../server/db/snapshot.ts'
import { newId } from '../../server/ids.ts'
import { imageNames } from '../../server/image-names.ts'
import { installationOf } from '../../server/images/installation.ts'
import { openUploads } from '../../server/images/uploads.ts'
import { contactCalls, eventsOf, imageCalls, portfolioCalls } from './calls.ts'
import { runDue } from './jobs.ts'
import { runStatement } from './peers/postgres.ts'
import { png } from './sample-images.ts'
import { root, spawnServer } from './server-process.ts'
import type { Running } from './start.ts'

/** A folder that is gone after the test. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** @param postgres URL of the server without a database, or null for SQLite */
export async function emptyPlace(postgres: string | null): Promise<Place> {
  const DATA_DIR = join(await scratchFolder(), 'data')
  if (postgres === null) return { DATA_DIR }
  const name = `t_${newId()}`
  await runStatement(postgres, `create database ${name}`)
  onTestFinished(() => runStatement(postgres, `drop database ${name} with (force)`))
  return { DATA_DIR, DATABASE_URL: `${postgres}/${name}` }
}

/** @returns the archive, and what the backup says is in it */
export async function backUp(place: Place, source: Partial<BackupSource> = {}) {
  const file = join(await scratchFolder(), 'backup.tar')
  return { file, ...(await writeBackupFile({ ...sourceOf(place), ...source }, file)) }
}

export function restore(file: string, place: Place) {
  return restoreBackup(sourceOf(place), file)
}

/** Names of all files below a folder with their checksums; empty where it is not there. */
export async function filesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(
    await Promise.all(files.sort().map(async (file) => [file, sha256(await readFile(file))])),
  )
}

export interface TarEntry {
  header: TarHeader
  data: string | Uint8Array
}

export async function unpack(file: string): Promise<TarEntry[]> {
  return (await unpackTar(await readFile(file))).map(({ header, data }) => ({ header, data: data ?? '' }))
}

/** Packs entries as an archive again, as they are. */
export async function pack(entries: TarEntry[]): Promise<string> {
  const file = join(await scratchFolder(), 'packed.tar')
  const sized = entries.map((entry) => ({ ...entry, header: { ...entry.header, size: sizeOf(entry) } }))
  await writeFile(file, await packTar(sized))
  return file
}

function sizeOf({ header, data }: TarEntry): number {
  return header.type === undefined || header.type === 'file' ? Buffer.byteLength(data) : 0
}

export function placeOf({ context: { config } }: Running): Place {
  return {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl ? { DATABASE_URL: config.databaseUrl } : {}),
    ...(config.storageUrl ? { STORAGE_URL: config.storageUrl } : {}),
  }
}

/** A backup of two projects with covers, an account and a message. @returns the archive and where it is from */
export async function backedUp(app: Running) {
  const cookie = await app.asAdmin()
  const here = () => ({ app, cookie })
  for (const pname of ['One', 'Two']) await portfolioCalls(here).added({ pname, status: 'published' })
  await contactCalls(here).post({ name: 'Zoë ☃', message: 'How much?\n\u2028"\\' })
  await app.context.images.settled()
  const place = placeOf(app)
  return { app, cookie, place, file: (await backUp(place)).file }
}

export async function runRestore(
  file: string,
  place: Place,
  script = 'server/cli/restore.ts',
  ...args: string[]
) {
  const command = [process.execPath, join(root, script), file, ...args]
  const restore = await spawnServer({ ...place }, command)
  return { code: await restore.ended, output: restore.output() }
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
  const { db, close } = await openSnapshot(config.databaseUrl, join(config.dataDir, 'portfolio.db'))
  try {
    const rows: Record<string, string[]> = {}
    for (const [table, key] of Object.entries(copiedTables)) {
      const batches = await Array.fromAsync(rowsOf(db, table, key))
      // The databases sort text differently, and list columns in the order in which they were added.
      rows[table] = batches
        .flat()
        .map((row) => JSON.stringify(Object.entries(row).sort()))
        .sort()
    }
    const names = await imageNames(db)
    const files: Record<string, string> = {}
    for await (const image of uploads.list())
      for (const name of names.has(image.id) ? image.files : [])
        files[`${image.id}/${name}`] = sha256((await uploads.read(image.id, name)) ?? '')
    return { rows, files, installation: await uploads.readInstallation() }
  } finally {
    await close()
  }
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** An app with two projects with covers and one with a screenshot, an account with an avatar's worth of rows, and a message. */
export async function inUse(app: Running) {
  const cookie = await app.asAdmin()
  const here = () => ({ app, cookie })
  const { added, remove } = portfolioCalls(here)
  const projects = [
    await added({ pname: 'One', summary: 'What it is.' }),
    await added({ pname: 'Two', status: 'published' }),
  ]
  await imageCalls(here).page(projects[0]?.id ?? '', await png(30, 90))
  await app.context.images.settled()
  const contact = (message: string) => contactCalls(here).post({ message })
  await contact('How much\nis "one"? \u2028 ☃')
  return { app, cookie, added, remove, projects, contact, place: placeOf(app) }
}

/** @returns the context of a backup that waits, once it has begun, until it is told to go on */
export function heldContext(context: AppContext) {
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const uploads: AppContext['uploads'] = Object.create(context.uploads, {
    readInstallation: {
      async value() {
        begun.resolve()
        await gate.promise
        return context.uploads.readInstallation()
      },
    },
    list: { value: () => context.uploads.list() },
    read: { value: (folder: string, name: string) => context.uploads.read(folder, name) },
  })
  return { held: { ...context, uploads }, begun: begun.promise, open: () => gate.resolve() }
}

/** Stores an image of 24 MiB that does not compress, as the avatar of every account. */
export async function addLargeImage({ context }: Running): Promise<void> {
  const folder = `${'ab'.repeat(12)}-512x512`
  await context.uploads.store(folder, new Map([['512.webp', randomBytes(24 * 1024 * 1024)]]))
  await context.db.updateTable('users').set({ avatar: folder }).execute()
}

/** The calls, files and events of scheduled backups. */
export async function withSchedule(app: Running) {
  const cookie = await app.asAdmin()
  const { backupDir } = app.context.config
  const installation = await installationOf(app.context.db)
  return {
    app,
    cookie,
    folder: backupDir,
    /** The name of a backup that was begun on a day, like 2020-01-01. */
    named: (day: string) => new BackupDirectory(backupDir, installation).nameOf(new Date(day)),
    make: () => runDue(app.context, 'backups'),
    /** At the minute of this moment unless told otherwise, so that days pass from there. */
    set: (interval: string, keep: unknown, time = app.context.now().toISOString().slice(11, 16)) =>
      app.json('/api/settings/backups', { method: 'PUT', json: { interval, keep, time }, cookie }),
    status: async () => (await app.json('/api/settings/backups', { cookie })).body,
    files: async () => (await readdir(backupDir).catch(() => [])).sort(),
    recorded: async (kind: string) =>
      (await eventsOf(app, cookie)).filter((event) => event.kind === kind).map(({ detail }) => detail),
  }
}
