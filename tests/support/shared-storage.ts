// Where several instances store uploads together: a folder that all machines mount, or a bucket.
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startObjectStorage } from './object-storage.ts'

export interface SharedStorage {
  /** @returns settings of the instance whose DATA_DIR this is, which it prepares */
  settingsOf(dataDir: string): Promise<Record<string, string>>
  /** The folders of the images there are. */
  images(): Promise<string[]>
  close(): Promise<void>
}

const isImage = (name: string) => /^[\da-f]{24}-/.test(name)

/** A folder that takes the place of `uploads` in every DATA_DIR. */
export async function sharedFolder(): Promise<SharedStorage> {
  const path = await mkdtemp(join(tmpdir(), 'portfolio-uploads-'))
  return {
    async settingsOf(dataDir) {
      await symlink(path, join(dataDir, 'uploads'))
      return {}
    },
    images: async () => (await readdir(path)).filter(isImage),
    close: () => rm(path, { recursive: true, force: true }),
  }
}

/** A bucket of an S3 server of its own. */
export async function sharedBucket(): Promise<SharedStorage> {
  const server = await startObjectStorage()
  const bucket = await server.bucket()
  return {
    settingsOf: async () => ({ STORAGE_URL: bucket.url() }),
    async images() {
      const folders = (await bucket.keys()).map((key) => key.split('/')[0] ?? '')
      return [...new Set(folders)].filter(isImage)
    },
    close: () => server.stop(),
  }
}
