// S3 that is away, slow, busy, changed, or another installation's, while the product starts or runs: reported as it is for a
// folder, and bounded in time.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { S3Bucket } from '../../server/images/s3.ts'
import { Uploads } from '../../server/images/uploads.ts'
import { scratchFolder } from '../support/backups.ts'
import { callsOf } from '../support/calls.ts'
import { sharedStorage } from '../support/peers/object-storage.ts'
import { command, runToEnd, spawnServer, startServer } from '../support/server-process.ts'
import { ownApp, type Running } from '../support/start.ts'

const storage = await sharedStorage()
let bucket: Awaited<ReturnType<typeof storage.bucket>>
let app: Running
let cookie: string
let count = 0

beforeEach(async () => {
  bucket = await storage.bucket()
})
const portfolio = callsOf(() => ({ app, cookie })).projects
const add = () => portfolio.add({ pname: `Project ${++count}`, status: 'published' })
const readyz = () => app.json('/readyz')
const notReady = (reason: string) => ({ status: 503, body: { reason } })

/** @returns the path of an image */
async function start(): Promise<string> {
  app = await ownApp({ STORAGE_URL: bucket.url, LOG_LEVEL: 'silent' })
  cookie = await app.asAdmin()
  const { body } = await add()
  await app.context.images.settled()
  return body.portfolio.pimage
}

const filesIn = async (folder: string) => (await readdir(folder, { recursive: true })).sort()

test('S3 that stops responding: 503 for uploads and images that are not cached, everything else goes on, and it recovers', async () => {
  const path = await start()
  const { limits } = app.context.uploads.storage as S3Bucket
  limits.total = 500
  storage.failure = { name: '', status: 0 }
  // Far below one attempt without these limits.
  const deadline = AbortSignal.timeout(8_000)
  const [image, upload, page] = await Promise.all([app.json(path), add(), app.send('/public-categories')])
  expect(image).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect([image.headers.get('retry-after'), image.headers.get('cache-control')]).toEqual(['60', 'no-store'])
  const message = expect.stringMatching(/Nothing was changed/)
  expect(upload).toMatchObject({ status: 503, body: { message } })
  expect(page.status).toBe(200)
  expect(await readyz()).toMatchObject(notReady('storage'))
  expect(deadline.aborted).toBe(false)
  expect((await portfolio.list()).portfolios).toHaveLength(1)
  storage.failure = null
  limits.total = 15_000
  await expect.poll(readyz).toMatchObject({ status: 200 })
  expect((await app.send(path)).status).toBe(200)
  expect((await add()).status).toBe(201)
})

test('a request that S3 fails is repeated when it may succeed the next time, signed again, and not for ever', async () => {
  const folder = '0123456789abcdef01234567-70x40'
  const uploads = new Uploads(new S3Bucket(bucket.url))
  await uploads.writeInstallation('own')
  const object = `/${bucket.name}/${folder}/70.webp`
  const tries = (method: string) => storage.requests.filter((name) => name === `${method} ${object}`).length
  storage.failure = { name: `PUT ${object}`, status: 503, code: 'SlowDown', times: 2 }
  await uploads.store(folder, new Map([['70.webp', new Uint8Array([1, 2, 3])]]))
  expect(tries('PUT')).toBe(3)
  storage.failure = { name: `GET ${object}`, status: 500 }
  await expect(uploads.read(folder, '70.webp')).rejects.toMatchObject({ isAway: true })
  expect(tries('GET')).toBe(3)
})

test('a request that S3 rejects is sent once and to no other host, and its error names what to correct, without a secret', async () => {
  const right = bucket.url
  const unknownKey = right.replace('//S3RVER:', '//other:')
  for (const [error, url, message] of [
    [{ status: 403, code: 'AccessDenied' }, right, /responds with 403 AccessDenied; correct key/],
    [
      { status: 301, code: 'PermanentRedirect' },
      right,
      /responds with 301 PermanentRedirect; correct .*region/,
    ],
    [null, unknownKey, /InvalidAccessKeyId; correct key, secret, host/],
    [null, right.replace(':S3RVER@', ':wrong-Secret-9%2F@'), /SignatureDoesNotMatch; correct/],
    [null, right.replace(/\w+$/, 'nowhere'), /NoSuchBucket; correct/],
  ] as const) {
    storage.failure = error && { name: 'GET', ...error }
    const before = storage.requests.length
    const failure = await new Uploads(new S3Bucket(url)).readInstallation().catch((failure) => failure)
    expect(failure.message).toMatch(message)
    expect(inspect(failure)).not.toMatch(/S3RVER|other|wrong-Secret/)
    expect(storage.requests).toHaveLength(before + 1)
    storage.failure = null
  }
})

test('a bucket that is full: 507, and readiness says disk-full', async () => {
  await start()
  storage.failure = { name: 'PUT', status: 403, code: 'QuotaExceeded' }
  expect((await add()).status).toBe(507)
  expect(await readyz()).toMatchObject(notReady('disk-full'))
  storage.failure = null
  await expect.poll(readyz).toMatchObject({ status: 200 })
  expect((await add()).status).toBe(201)
})

const dataDir = async () => join(await scratchFolder(), 'data')
const startOnce = async (env: Record<string, string>) => (await startServer(env)).stop()
const doctor = (env: Record<string, string>) => runToEnd(env, command('server/cli/doctor.ts'))
const secrets = /S3RVER|wrong-Secret/

test('a second installation on the bucket of a first one does not start, and moves nothing of it', async () => {
  const DATA_DIR = await dataDir()
  const first = { DATA_DIR: await dataDir(), STORAGE_URL: bucket.url }
  await startOnce(first)
  const before = await filesIn(bucket.path)
  const rejection =
    /^Cannot start: .*belongs to another installation: .*and STORAGE_URL; .* name an empty folder or bucket, or remove/m
  const second = { DATA_DIR, STORAGE_URL: bucket.url, LOG_LEVEL: 'trace' }
  // Also once it has a bucket of its own.
  for (const isNew of [true, false]) {
    if (!isNew) await startOnce({ DATA_DIR, STORAGE_URL: (await storage.bucket()).url })
    const { code, output } = await runToEnd(second)
    expect(code).toBe(1)
    expect(output).toMatch(rejection)
    expect(output).not.toMatch(secrets)
  }
  expect(await filesIn(bucket.path)).toEqual(before)
  // Its id is the same still.
  await startOnce(first)
})

test('a later start without S3 says so once, serves pages, and is ready when it is back; no secret is logged', async () => {
  const env = { DATA_DIR: await dataDir(), STORAGE_URL: bucket.url, LOG_LEVEL: 'trace' }
  await startOnce(env)
  await storage.close()
  await using server = await spawnServer(env)
  const readiness = async () => (await server.call('/readyz').catch(() => null))?.body
  await expect.poll(readiness).toEqual({ status: 'not ready', reason: 'storage' })
  expect((await server.call('/', { headers: { accept: 'text/html' } })).status).toBe(200)
  await storage.listen()
  await expect.poll(readiness).toEqual({ status: 'ready' })
  expect(await server.stop()).toBe(0)
  expect(server.logged('uploads.missing')).toEqual([
    expect.objectContaining({
      level: 50,
      uploads: `s3://${new URL(bucket.url).host}/${bucket.name}`,
      msg: expect.stringMatching(/does not respond \(ECONNREFUSED\); start it.* No restart is needed once/),
    }),
  ])
  expect(server.output()).not.toMatch(secrets)
})

test('npm run doctor says in a line for each step what works, and for the first that does not, how to fix it', async () => {
  const env = { DATA_DIR: await dataDir(), STORAGE_URL: bucket.url }
  await startOnce(env)
  const before = await filesIn(bucket.path)
  const { output } = await doctor(env)
  expect(output.match(/^.{7} Storage: .*$/gm)).toEqual([
    expect.stringMatching(
      /^ok .*s3:\/\/127\.0\.0\.1:\d+\/\w+ responds, and objects can be listed, written, read and deleted$/,
    ),
    expect.stringMatching(/^ok .*the uploads belong to the database, and no image is missing$/),
  ])
  expect(await filesIn(bucket.path)).toEqual(before)
  const other = await doctor({ ...env, STORAGE_URL: (await storage.bucket()).url })
  const problem =
    /^PROBLEM Storage: .*not have the installation id of the database\. Start the server, which/m
  expect(other).toEqual({ code: 1, output: expect.stringMatching(problem) })
})
