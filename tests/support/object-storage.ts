// An S3 server for tests, in a process of its own (s3-server.mjs), and buckets in it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { newId } from '../../server/ids.ts'

/** Those that the server knows. */
export const accessKey = 'S3RVER'
export const secretKey = 'S3RVER'

export interface Bucket {
  name: string
  /** STORAGE_URL. @param port of a proxy in front */
  url(parameters?: string, port?: number): string
  /** Keys of all objects, sorted. */
  keys(): Promise<string[]>
  /** Writes an object as somebody else does. */
  write(key: string, content?: string): Promise<void>
  /** Sets when the objects of a folder were stored. */
  date(folder: string, time: Date): Promise<void>
  /** Removes all objects below a folder. */
  remove(folder: string): Promise<void>
  clear(): Promise<void>
}

export type ObjectStorage = Awaited<ReturnType<typeof startObjectStorage>>

/** The files that the server makes of an object; it lists the first. */
const objectSuffix = '._S3rver_object'

export async function startObjectStorage() {
  const root = await mkdtemp(join(tmpdir(), 'portfolio-s3-'))
  // For what it makes of the place in a listing it uses a cipher that OpenSSL calls legacy.
  const child = spawn(
    process.execPath,
    ['--openssl-legacy-provider', join(import.meta.dirname, 's3-server.mjs'), root],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = await once(createInterface(child.stdout), 'line')
  const port = Number(line)
  return {
    port,
    async bucket(): Promise<Bucket> {
      const name = `b${newId()}`
      await mkdir(join(root, name))
      return bucketIn(join(root, name), name, port)
    },
    async stop(): Promise<void> {
      child.kill()
      await once(child, 'exit')
      await rm(root, { recursive: true })
    },
  }
}

function bucketIn(path: string, name: string, port: number): Bucket {
  const files = async () => {
    const entries = await readdir(path, { recursive: true })
    return entries.filter((file) => file.endsWith(objectSuffix))
  }
  return {
    name,
    url: (parameters = '', from = port) =>
      `s3://${accessKey}:${secretKey}@127.0.0.1:${from}/${name}${parameters && `?${parameters}`}`,
    keys: async () => (await files()).map((file) => file.slice(0, -objectSuffix.length)).sort(),
    async write(key, content = '') {
      await mkdir(join(path, key, '..'), { recursive: true })
      await writeFile(join(path, key + objectSuffix), content)
    },
    async date(folder, time) {
      for (const file of await files())
        if (file.startsWith(`${folder}/`)) await utimes(join(path, file), time, time)
    },
    remove: (folder) => rm(join(path, folder), { recursive: true, force: true }),
    async clear() {
      for (const entry of await readdir(path)) await rm(join(path, entry), { recursive: true })
    },
  }
}
