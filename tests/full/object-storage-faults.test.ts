// S3 that is away, slow, busy or changed while the product runs: reported as it is for a folder, and bounded in time.
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { S3Bucket } from '../../server/images/s3.ts'
import { Uploads } from '../../server/images/uploads.ts'
import { portfolioCalls } from '../support/calls.ts'
import { type Bucket, type ObjectStorage, startObjectStorage } from '../support/peers/object-storage.ts'
import { ownApps, type Running } from '../support/start.ts'

let storage: ObjectStorage
let bucket: Bucket
let app: Running
let cookie: string
let count = 0

beforeAll(async () => {
  storage = await startObjectStorage()
})
afterAll(() => storage.stop())
beforeEach(async () => {
  bucket = await storage.bucket()
})
const ownApp = ownApps()
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
  storage.before('', () => silence.promise)
  try {
    const began = performance.now()
    const [image, upload, page] = await Promise.all([app.json(path), add(), app.send('/public-categories')])
    expect(image).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect([image.headers.get('retry-after'), image.headers.get('cache-control')]).toEqual(['60', 'no-store'])
    const message = expect.stringMatching(/Nothing was changed/)
    expect(upload).toMatchObject({ status: 503, body: { message } })
    expect(page.status).toBe(200)
    expect(await readyz()).toMatchObject(notReady('storage'))
    // Far below one attempt without these limits.
    expect(performance.now() - began).toBeLessThan(8_000)
    expect((await portfolio.list()).portfolios).toHaveLength(1)
  } finally {
    silence.resolve()
    storage.succeed()
  }
  limits.total = 15_000
  await expect.poll(readyz).toMatchObject({ status: 200 })
  expect((await app.send(path)).status).toBe(200)
  expect((await add()).status).toBe(201)
})

describe('a request that S3 fails', () => {
  test('is repeated when it may succeed the next time, signed again, and not for ever', async () => {
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
    [403, '<Code>AccessDenied</Code>', /does not permit this \(AccessDenied\); give/],
    [301, '<Code>PermanentRedirect</Code><Region>eu-west-3</Region>', /set region=eu-west-3 in STORAGE_URL/],
  ])('with %i is sent once, and to no other host', async (status, error, message) => {
    const uploads = new Uploads(new S3Bucket(bucket.url()))
    storage.fail(`GET /${bucket.name}/.installation-id`, status, `<Error>${error}</Error>`)
    await expect(uploads.readInstallation()).rejects.toThrow(message)
    expect(storage.requests).toHaveLength(1)
  })

  test.each([
    ['key', '//S3RVER:', '//other:', /does not know the access key; correct/],
    ['secret', ':S3RVER@', ':other@', /rejects the signature: the secret key/],
    ['bucket', /\w+$/, 'nowhere', /has no bucket nowhere; create it/],
  ])('because it does not know the %s names that in the error, which has no secret', async (...row) => {
    const [_, right, wrong, message] = row
    const uploads = new Uploads(new S3Bucket(bucket.url().replace(right, wrong)))
    const error = await uploads.readInstallation().catch((error) => error)
    expect(error.message).toMatch(message)
    expect(inspect(error)).not.toMatch(/S3RVER|other/)
  })
})

describe('a bucket that changes under the product', () => {
  test('emptied: no image is stored in it, and readiness says storage', async () => {
    await start()
    await bucket.clear()
    expect((await add()).status).toBe(503)
    expect(await bucket.keys()).toEqual([])
    expect(await readyz()).toMatchObject(notReady('storage'))
  })

  test('full: 507, and readiness says disk-full', async () => {
    await start()
    storage.fail('PUT', 403, '<Error><Code>QuotaExceeded</Code></Error>')
    const begun = storage.requests.length
    expect((await add()).status).toBe(507)
    // Each object is tried once.
    const tried = storage.requests.slice(begun).filter((name) => name.startsWith('PUT'))
    expect(new Set(tried).size).toBe(tried.length)
    expect(await readyz()).toMatchObject(notReady('disk-full'))
    storage.succeed()
    await expect.poll(readyz).toMatchObject({ status: 200 })
    expect((await add()).status).toBe(201)
  })
})
