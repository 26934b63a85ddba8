// Where an app of tests stores images, a folder or S3, to look into it and to change it behind the app's back.
import { readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { startObjectStorage } from './object-storage.ts'
import type { Running } from './start.ts'

export interface UploadStorage {
  /** Settings of the app. */
  env: Record<string, string>
  /** Call it with the app that was started with them. */
  use(app: Running): void
  /** Folders of images, once no AVIF file is being written: beside those of a deleted image it is removed a moment later. */
  folders(): Promise<string[]>
  /** Sets when all images were stored. */
  date(time: Date): Promise<void>
  /** Removes all images. */
  clear(): Promise<void>
  stop(): Promise<void>
}

const isImage = (name: string) => /^[\da-f]{24}-/.test(name)

export function folderStorage(): UploadStorage {
  let app: Running
  let root = ''
  const names = (folder: string) => readdir(join(root, folder)).catch(() => [])
  const folders = async () => {
    await app.context.images.settled()
    return (await names('')).filter(isImage)
  }
  return {
    env: {},
    use: (used) => {
      app = used
      root = join(app.context.config.dataDir, 'uploads')
    },
    folders,
    async date(time) {
      for (const id of await folders())
        for (const name of await names(id)) await utimes(join(root, id, name), time, time)
    },
    async clear() {
      for (const name of await folders()) await rm(join(root, name), { recursive: true, force: true })
    },
    stop: async () => {},
  }
}

export async function s3Storage(): Promise<UploadStorage> {
  const storage = await startObjectStorage()
  const bucket = await storage.bucket()
  let app: Running
  const parts = async () => (await bucket.keys()).map((key) => key.split('/'))
  const folders = async () => {
    await app.context.images.settled()
    return [...new Set((await parts()).map(([folder = '']) => folder))].filter(isImage)
  }
  return {
    env: { STORAGE_URL: bucket.url() },
    use: (used) => {
      app = used
    },
    folders,
    async date(time) {
      for (const folder of await folders()) await bucket.date(folder, time)
    },
    async clear() {
      for (const name of await folders()) await bucket.remove(name)
    },
    stop: () => storage.stop(),
  }
}
