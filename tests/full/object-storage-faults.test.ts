// S3 that is away, slow, busy, changed, or another installation's, while the product starts or runs: reported as it is for a
// folder, and bounded in time.
import { join } from 'node:path'
import { inspect } from 'node:util'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { S3Bucket } from '../../server/images/s3.ts'
import { Uploads } from '../../server/images/uploads.ts'
import { scratchFolder } from '../support/backups.ts'
import { portfolioCalls } from '../support/calls.ts'
import { type Bucket, sharedStorage } from '../support/peers/object-storage.ts'
import { command, runToEnd, spawnServer, startServer } from '../support/server-process.ts'
import { ownApp, type Running } from '../support/start.ts'

const storage = await sharedStorage()
let bucket: Bucket
let app: Running
let cookie: string
let count = 0

beforeEach(async () => {
  bucket = await storage.bucket()
})
const portfolio = portfolioCalls(() => ({ app, cookie }))
const add = () => portfolio.add({ pname: `Project ${++count}`, status: 'published' })
const readyz = () => app.json('/readyz')
const notReady = (reason: string) => ({ status: 503, body: { reason } })

/** @returns the path of an image */
async function start(): Promise<string> {
  app = await ownApp({ STORAGE_URL: bucket.url(), LOG_LEVEL: 'silent' })
  cookie = await app.asAdmin()
  const { body } = await add()
  await app.context.images.settled()
  return body.portfolio.pimage
}

test('S3 that stops responding: 503 for uploads and images that are not cached, everything else goes on, and it recovers', async () => {
  const path = await start()
  const { limits } = app.context.uploads.storage as S3Bucket
  limits.total = 500
  const silence = Promise.withResolvers<void>()
  onTestFinished(() => silence.resolve())
  storage.held = silence.promise
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
  silence.resolve()
  storage.succeed()
  limits.total = 15_000
  await expect.poll(readyz).toMatchObject({ status: 200 })
  expect((await app.send(path)).status).toBe(200)
  expect((await add()).status).toBe(201)
})

test('a request that S3 fails is repeated when it may succeed the next time, signed again, and not for ever', async () => {
  const folder = '0123456789abcdef01234567-70x40'
  const uploads = new Uploads(new S3Bucket(bucket.url()))
  await uploads.writeInstallation('own')
  const object = `/${bucket.name}/${folder}/70.webp`
  const tries = (method: string) => storage.requests.filter((name) => name === `${method} ${object}`).length
  storage.fail(`PUT ${object}`, 503, '<Error><Code>SlowDown</Code></Error>', 2)
  await uploads.store(folder, new Map([['70.webp', new Uint8Array([1, 2, 3])]]))
  expect(tries('PUT')).toBe(3)
  storage.fail(`GET ${object}`, 500, '')
  await expect(uploads.read(folder, '70.webp')).rejects.toMatchObject({ isAway: true })
  expect(tries('GET')).toBe(3)
})

test.each([
  [403, '<Code>AccessDenied</Code>', /responds with 403 AccessDenied; correct key/],
  [301, '<Code>PermanentRedirect</Code>', /responds with 301 PermanentRedirect; correct .*region/],
])('a request that S3 fails with %i is sent once, and to no other host', async (status, error, message) => {
  const uploads = new Uploads(new S3Bucket(bucket.url()))
  storage.fail(`GET /${bucket.name}/.installation-id`, status, `<Error>${error}</Error>`)
  await expect(uploads.readInstallation()).rejects.toThrow(message)
  expect(storage.requests).toHaveLength(1)
})

test.each([
  ['key', '//S3RVER:', '//other:', /InvalidAccessKeyId; correct key, secret, host/],
  ['bucket', /\w+$/, 'nowhere', /NoSuchBucket; correct/],
])(
  'a request that S3 fails because it does not know the %s names that in the error, which has no secret',
  async (...row) => {
    const [_, right, wrong, message] = row
    const uploads = new Uploads(new S3Bucket(bucket.url().replace(right, wrong)))
    const error = await uploads.readInstallation().catch((error) => error)
    expect(error.message).toMatch(message)
    expect(inspect(error)).not.toMatch(/S3RVER|other/)
  },
)

test('a bucket that is full: 507, and readiness says disk-full', async () => {
  await start()
  storage.fail('PUT', 403, '<Error><Code>QuotaExceeded</Code></Error>')
  expect((await add()).status).toBe(507)
  expect(await readyz()).toMatchObject(notReady('disk-full'))
  storage.succeed()
  await expect.poll(readyz).toMatchObject({ status: 200 })
  expect((await add()).status).toBe(201)
})

const dataDir = async () => join(await scratchFolder(), 'data')
const startOnce = async (env: Record<string, string>) => (await startServer(env)).stop()
const doctor = (env: Record<string, string>) => runToEnd(env, command('server/cli/doctor.ts'))
const secrets = /S3RVER|wrong-Secret/

test('a second installation on the bucket of a first one does not start, and moves nothing of it', async () => {
  const DATA_DIR = await dataDir()
  const first = { DATA_DIR: await dataDir(), STORAGE_URL: bucket.url() }
  await startOnce(first)
  const before = await bucket.keys()
  const rejection =
    /belongs to another installation: .*and STORAGE_URL; .* name an empty folder or bucket, or remove/
  const second = { DATA_DIR, STORAGE_URL: bucket.url(), LOG_LEVEL: 'trace' }
  // Also once it has a bucket of its own.
  for (const isNew of [true, false]) {
    if (!isNew) await startOnce({ DATA_DIR, STORAGE_URL: (await storage.bucket()).url() })
    const { code, output } = await runToEnd(second)
    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`^Cannot start: .*${rejection.source}`, 'm'))
    expect(output).not.toMatch(secrets)
  }
  const { output } = await doctor(second)
  expect(output).toMatch(new RegExp(`^PROBLEM Storage: .*${rejection.source}`, 'm'))
  expect(await bucket.keys()).toEqual(before)
  // Its id is the same still.
  await startOnce(first)
})

test('a later start without S3 says so once, serves pages, and is ready when it is back; no secret is logged', async () => {
  const env = { DATA_DIR: await dataDir(), STORAGE_URL: bucket.url(), LOG_LEVEL: 'trace' }
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
      uploads: `s3://${new URL(bucket.url()).host}/${bucket.name}`,
      msg: expect.stringMatching(/does not respond \(ECONNREFUSED\); start it.* No restart is needed once/),
    }),
  ])
  expect(server.output()).not.toMatch(secrets)
})

test('npm run doctor says in a line for each step what works, and for the first that does not, how to fix it', async () => {
  const env = { DATA_DIR: await dataDir(), STORAGE_URL: bucket.url() }
  await startOnce(env)
  const before = await bucket.keys()
  const { output } = await doctor(env)
  expect(output.match(/^.{7} Storage: .*$/gm)).toEqual([
    expect.stringMatching(
      /^ok .*s3:\/\/127\.0\.0\.1:\d+\/\w+ responds, and objects can be listed, written, read and deleted$/,
    ),
    expect.stringMatching(/^ok .*the uploads belong to the database, and no image is missing$/),
  ])
  expect(await bucket.keys()).toEqual(before)
  for (const [STORAGE_URL, problem] of [
    [
      bucket.url().replace(`:S3RVER@`, ':wrong-Secret-9%2F@'),
      /^PROBLEM Storage: .*SignatureDoesNotMatch; correct/m,
    ],
    [
      (await storage.bucket()).url(),
      /^PROBLEM Storage: .*not have the installation id of the database\. Start the server, which/m,
    ],
  ] as const) {
    const { code, output } = await doctor({ ...env, STORAGE_URL })
    expect([code, output]).toEqual([1, expect.stringMatching(problem)])
    expect(output).not.toMatch(secrets)
  }
})
