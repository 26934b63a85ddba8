// An archive of a small installation, to be damaged or rewritten; nothing may be restored from what becomes of it.
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeAll, expect } from 'vitest'
import { createBackup } from '../../server/backup/create-backup.ts'
import { emptyPlace, filesBelow, restore, scratchFolder, sourceOf, type TarEntry, unpack } from './backups.ts'
import { portfolioCalls } from './calls.ts'
import { type Running, sharedApp } from './start.ts'

interface SmallArchive {
  app: Running
  whole: Buffer
  entries: TarEntry[]
}

/** Made once for the file that calls this, at its top. */
export function smallArchive(): SmallArchive {
  const archive = {} as SmallArchive
  sharedApp(async (app) => {
    archive.app = app
    const cookie = await app.asAdmin()
    const { added } = portfolioCalls(() => ({ app, cookie }))
    await added()
    const message = { name: 'V', email: 'v@example.org', subject: 'S', message: 'Hello' }
    await app.json('/contacts', { json: message })
    await app.context.images.settled()
  })
  beforeAll(async () => {
    const { dataDir } = archive.app.context.config
    const chunks: Buffer[] = []
    const output = new PassThrough()
    output.on('data', (chunk) => chunks.push(chunk))
    await createBackup(sourceOf({ DATA_DIR: dataDir }), output)
    archive.whole = Buffer.concat(chunks)
    const file = join(dataDir, 'whole.tar')
    await writeFile(file, archive.whole)
    archive.entries = await unpack(file)
  })
  return archive
}

export async function fileOf(bytes: Uint8Array): Promise<string> {
  const file = join(await scratchFolder(), 'archive.tar')
  await writeFile(file, bytes)
  return file
}

/** Restores into a place that is not there yet, and next to something: nothing is left but lock and probes. */
export async function rejected(file: string): Promise<string> {
  const place = await emptyPlace(null)
  const around = dirname(place.DATA_DIR)
  await writeFile(join(around, 'neighbour'), 'untouched')
  const before = await filesBelow(around)
  const error = await restore(file, place).then(
    () => {
      return new Error('it was restored')
    },
    (reason: Error) => reason,
  )
  for (const left of ['server.lock', 'uploads/.check', 'uploads/.installation-id'])
    await rm(join(place.DATA_DIR, left), { force: true })
  expect(await filesBelow(around)).toEqual(before)
  return `${error.constructor.name}: ${error.message}`
}
