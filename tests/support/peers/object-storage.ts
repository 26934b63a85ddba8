// An S3 server for tests, which checks signatures, with buckets. It notes requests, and fails them.
import { once } from 'node:events'
import { mkdir, mkdtempDisposable, readdir } from 'node:fs/promises'
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

export type Bucket = Awaited<ReturnType<Awaited<ReturnType<typeof sharedStorage>>['bucket']>>

/** For all tests of a file. Call it at its top. */
export async function sharedStorage() {
  const root = await mkdtempDisposable(join(tmpdir(), 'portfolio-s3-'))
  const respond = new S3rver({ directory: root.path, silent: true }).callback()
  let failure = { name: '', status: 0, body: '', times: 0 }
  const server = createServer((request, response) => {
    const name = `${request.method} ${request.url?.replace(/\?.*/, '')}`
    storage.requests.push(name)
    if (!name.startsWith(failure.name) || failure.times-- <= 0) return respond(request, response)
    request.resume()
    if (failure.status === 0) return
    response.writeHead(failure.status, { 'content-type': 'application/xml' }).end(failure.body)
  })
  // Of a range from which the system gives none away, so that it can be opened again.
  const port = await freePort()
  const storage = {
    /** Method and path of each, without its query. */
    requests: [] as string[],
    /**
     * Responds to some requests itself.
     * @param name the beginning of their method and path
     * @param status 0 for no response
     */
    fail(name: string, status: number, body = '', times = Number.POSITIVE_INFINITY) {
      failure = { name, status, body, times }
    },
    /** Responds to all requests as S3 does again. */
    succeed() {
      failure.times = 0
    },
    /** A new one, with every request responded to. */
    async bucket() {
      storage.succeed()
      const name = `b${newId()}`
      const path = join(root.path, name)
      await mkdir(path)
      return {
        name,
        /** Where the files of its objects are. */
        path,
        /** STORAGE_URL, with the key that the server knows, and its secret. */
        url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${name}`,
        /** Keys of all objects, sorted. */
        async keys() {
          // Of each object there are several files; the server lists this one.
          const files = (await readdir(path, { recursive: true })).join('\n')
          return files.match(/^.+(?=\._S3rver_object$)/gm)?.sort() ?? []
        },
      }
    },
    listen: () => once(server.listen(port, '127.0.0.1'), 'listening'),
    /** `listen` opens the port again. */
    async close() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
  await storage.listen()
  afterAll(async () => {
    await storage.close()
    await root.remove()
  })
  return storage
}
