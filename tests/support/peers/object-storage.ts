// An S3 server for tests, in a process of its own (s3-server.mjs), with buckets, behind a proxy that notes requests, holds
// them, or responds itself.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { newId } from '../../../server/ids.ts'
import { freePort } from '../server-process.ts'

/** The key that the server knows, and its secret. */
const credentials = 'S3RVER:S3RVER'

export type Bucket = ReturnType<typeof bucketIn>

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
  const requests: string[] = []
  const failures = new Map<string, { status: number; body: string; times: number }>()
  const before = new Map<string, () => Promise<void>>()
  const proxy = createServer(async (incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming
    const name = `${method} ${url.replace(/\?.*/, '')}`
    requests.push(name)
    await (before.get(name) ?? before.get(''))?.()
    const failure = failures.get(name) ?? failures.get(method)
    if (failure && failure.times-- > 0) {
      incoming.resume()
      outgoing.writeHead(failure.status, { 'content-type': 'application/xml' }).end(failure.body)
      return
    }
    const onward = request({ host: '127.0.0.1', port: Number(line), method, path: url, headers })
    incoming.pipe(onward)
    onward.on('error', () => outgoing.destroy())
    onward.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(outgoing)
    })
  })
  // Of a range from which the system gives none away, so that it can be opened again.
  const port = await freePort()
  const storage = {
    /** Method and path of each, without its query. */
    requests,
    /** Responds to requests of this method and path, or of this method, itself. @param times as often as this */
    fail(name: string, status: number, body: string, times = Number.POSITIVE_INFINITY) {
      failures.set(name, { status, body, times })
    },
    /** Called before requests of this method and path, or before all, are passed on. */
    before: (name: string, work: () => Promise<void>) => void before.set(name, work),
    /** Passes everything on again. */
    succeed() {
      failures.clear()
      before.clear()
    },
    /** A new one, with everything passed on. */
    async bucket() {
      storage.succeed()
      requests.length = 0
      const name = `b${newId()}`
      await mkdir(join(root, name))
      return bucketIn(join(root, name), name, port)
    },
    async listen() {
      proxy.listen(port, '127.0.0.1')
      await once(proxy, 'listening')
    },
    /** `listen` opens the port again. */
    async close() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
    async stop(): Promise<void> {
      await storage.close()
      child.kill()
      await once(child, 'exit')
      await rm(root, { recursive: true })
    },
  }
  await storage.listen()
  return storage
}

function bucketIn(path: string, name: string, port: number) {
  const files = async () => {
    const entries = await readdir(path, { recursive: true })
    return entries.filter((file) => file.endsWith(objectSuffix))
  }
  return {
    name,
    /** STORAGE_URL. */
    url: () => `s3://${credentials}@127.0.0.1:${port}/${name}`,
    /** Keys of all objects, sorted. */
    keys: async () => (await files()).map((file) => file.slice(0, -objectSuffix.length)).sort(),
    /** Writes an object as somebody else does. */
    async write(key: string, content = '') {
      await mkdir(join(path, key, '..'), { recursive: true })
      await writeFile(join(path, key + objectSuffix), content)
    },
    /** Sets when the objects of a folder were stored. */
    async date(folder: string, time: Date) {
      for (const file of await files())
        if (file.startsWith(`${folder}/`)) await utimes(join(path, file), time, time)
    },
    async clear() {
      for (const entry of await readdir(path)) await rm(join(path, entry), { recursive: true })
    },
  }
}
