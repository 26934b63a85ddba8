// An S3 server for tests, which checks signatures, with buckets. It notes requests, and fails them.
import { once } from 'node:events'
import { mkdir, mkdtempDisposable } from 'node:fs/promises'
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

/** For all tests of a file. Call it at its top. */
export async function sharedStorage() {
  const root = await mkdtempDisposable(join(tmpdir(), 'portfolio-s3-'))
  const respond = new S3rver({ directory: root.path, silent: true }).callback()
  const server = createServer((request, response) => {
    const name = `${request.method} ${request.url?.replace(/\?.*/, '')}`
    storage.requests.push(name)
    const { failure } = storage
    if (!failure || !name.startsWith(failure.name)) return respond(request, response)
    if (failure.times && --failure.times === 0) storage.failure = null
    request.resume()
    const body = failure.code && `<Error><Code>${failure.code}</Code></Error>`
    if (failure.status) response.writeHead(failure.status, { 'content-type': 'application/xml' }).end(body)
  })
  // Of a range from which the system gives none away, so that it can be opened again.
  const port = await freePort()
  const storage = {
    /** Method and path of each, without its query. */
    requests: [] as string[],
    /** The response to requests whose method and path begin with `name`, or to so many of them; the status 0 for none. */
    failure: null as { name: string; status: number; code?: string; times?: number } | null,
    /** A new one, with every request responded to. */
    async bucket() {
      storage.failure = null
      const name = `b${newId()}`
      const path = join(root.path, name)
      await mkdir(path)
      return {
        name,
        /** Where its objects are, each as several files. */
        path,
        /** STORAGE_URL, with the key that the server knows, and its secret. */
        url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${name}`,
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
