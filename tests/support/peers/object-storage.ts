// An S3 server for tests, which checks signatures, with buckets. It notes requests, holds them, or fails them.
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error: it has no types
import S3rver from '@20minutes/s3rver'
// @ts-expect-error: as above
import v4 from '@20minutes/s3rver/lib/signature/v4.js'
import { afterAll } from 'vitest'
import { newId } from '../../../server/ids.ts'
import { freePort } from '../server-process.ts'

// For a bucket it expects the signature of /BUCKET, where clients request and sign /BUCKET/.
const { getStringToSign } = v4
v4.getStringToSign = (request: { uri: string }, signature: unknown) =>
  getStringToSign({ ...request, uri: request.uri.replace(/^\/[^/]+$/, '$&/') }, signature)

/** The key that the server knows, and its secret. */
const credentials = 'S3RVER:S3RVER'

export type Bucket = ReturnType<typeof bucketIn>

/** The files that the server makes of an object; it lists the first. */
const objectSuffix = '._S3rver_object'

/** For all tests of a file. Call it at its top. */
export async function sharedStorage() {
  const root = await mkdtemp(join(tmpdir(), 'portfolio-s3-'))
  const respond = new S3rver({ directory: root, silent: true }).callback()
  let failure = { name: '', status: 0, body: '', times: 0 }
  const server = createServer(async (request, response) => {
    const name = `${request.method} ${request.url?.replace(/\?.*/, '')}`
    storage.requests.push(name)
    await storage.held
    if (!name.startsWith(failure.name) || failure.times-- <= 0) return respond(request, response)
    request.resume()
    response.writeHead(failure.status, { 'content-type': 'application/xml' }).end(failure.body)
  })
  // Of a range from which the system gives none away, so that it can be opened again.
  const port = await freePort()
  const storage = {
    /** Method and path of each, without its query. */
    requests: [] as string[],
    /** Requests wait for it. */
    held: null as Promise<void> | null,
    /**
     * Responds to some requests itself.
     * @param name the beginning of their method and path
     */
    fail(name: string, status: number, body: string, times = Number.POSITIVE_INFINITY) {
      failure = { name, status, body, times }
    },
    /** Responds to all requests as S3 does again. */
    succeed() {
      failure.times = 0
      storage.held = null
    },
    /** A new one, with every request responded to. */
    async bucket() {
      storage.succeed()
      storage.requests.length = 0
      const name = `b${newId()}`
      await mkdir(join(root, name))
      return bucketIn(join(root, name), name, port)
    },
    async listen() {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
    /** `listen` opens the port again. */
    async close() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
  await storage.listen()
  afterAll(async () => {
    await storage.close()
    await rm(root, { recursive: true })
  })
  return storage
}

function bucketIn(path: string, name: string, port: number) {
  const files = async () =>
    (await readdir(path, { recursive: true })).filter((file) => file.endsWith(objectSuffix)).sort()
  return {
    name,
    /** STORAGE_URL. */
    url: () => `s3://${credentials}@127.0.0.1:${port}/${name}`,
    /** Keys of all objects, sorted. */
    keys: async () => (await files()).map((file) => file.slice(0, -objectSuffix.length)),
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
  }
}
