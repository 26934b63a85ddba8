// Products to back up and places to restore into, on either database, and what they hold.
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gzipSync } from 'node:zlib'
import { packTar, type TarHeader, unpackTar } from 'modern-tar'
import { onTestFinished } from 'vitest'
import { writeBackupFile } from '../../server/backup/backup-file.ts'
import type { BackupSource } from '../../server/backup/create-backup.ts'
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
  const file = join(await scratchFolder(), 'backup.tar.gz')
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
  const tar = await Array.fromAsync(createReadStream(file).pipe(createGunzip()))
  return (await unpackTar(Buffer.concat(tar))).map(({ header, data }) => ({ header, data: data ?? '' }))
}

/** Packs entries as an archive again, with the checksums that belong to them. */
export async function pack(entries: TarEntry[]): Promise<string> {
  const sums = entries
    .filter(({ header }) => header.name !== 'SHA256SUMS')
    .map(({ header, data }) => `${sha256(data)}  ${header.name}\n`)
    .join('')
  const whole = entries.map((entry) =>
    entry.header.name === 'SHA256SUMS'
      ? { header: { ...entry.header, size: Buffer.byteLength(sums) }, data: sums }
      : { ...entry, header: { ...entry.header, size: sizeOf(entry) } },
  )
  return packRaw(await packTar(whole))
}

function sizeOf({ header, data }: TarEntry): number {
  return header.type === undefined || header.type === 'file' ? Buffer.byteLength(data) : 0
}

/** Compresses bytes into a file as they are. */
export async function packRaw(tar: Uint8Array): Promise<string> {
  const file = join(await scratchFolder(), 'packed.tar.gz')
  await pipeline(Readable.from([gzipSync(tar)]), createWriteStream(file))
  return file
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
