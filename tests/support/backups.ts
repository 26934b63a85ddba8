// Products to back up and places to restore into, on either database, and what they hold.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packTar, type TarHeader, unpackTar } from 'modern-tar'
import { onTestFinished } from 'vitest'
import { type BackupSource, writeBackupFile } from '../../server/backup/create-backup.ts'
import { restoreBackup } from '../../server/backup/restore-backup.ts'
import { newId } from '../../server/context.ts'
import { type Place, sha256, sourceOf } from './backup-contents.ts'
import { portfolioCalls } from './portfolio-calls.ts'
import { runStatement } from './postgres.ts'
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
  const { added } = portfolioCalls(() => ({ app, cookie }))
  for (const pname of ['One', 'Two']) await added({ pname, status: 'published' })
  await app.json('/contacts', {
    json: { name: 'Zoë ☃', email: 'z@example.org', subject: 'A site', message: 'How much?\n\u2028"\\' },
  })
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
