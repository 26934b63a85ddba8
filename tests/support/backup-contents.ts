// What a database and its uploads hold, for comparing the original with what was restored.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { copiedTables, rowsOf } from '../../server/backup/copy-tables.ts'
import { readConfig } from '../../server/config.ts'
import { openSnapshot } from '../../server/db/snapshot.ts'
import { imageNames } from '../../server/image-names.ts'
import { openUploads } from '../../server/images/storage.ts'

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
    for (const table of Object.keys(copiedTables)) {
      const batches = await Array.fromAsync(rowsOf(db, table))
      // The databases sort text differently, and list columns in the order in which they were added.
      rows[table] = batches
        .flat()
        .map((row) => JSON.stringify(Object.entries(row).sort()))
        .sort()
    }
    const names = await imageNames(db)
    const files: Record<string, string> = {}
    for await (const image of uploads.list())
      for (const name of names.has(image.folder) ? image.files : [])
        files[`${image.folder}/${name}`] = sha256((await uploads.read(image.folder, name)) ?? '')
    return { rows, files, installation: await uploads.readInstallation() }
  } finally {
    await close()
  }
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
