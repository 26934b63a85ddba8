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
const { add } = portfolioCalls(() => ({ app, cookie }))
const next = () => ({ pname: `Project ${++count}`, status: 'published' })
const readyz = () => app.json('/readyz')
const folder = '0123456789abcdef01234567-70x40'
const files = new Map([['70.webp', new Uint8Array([1, 2, 3])]])

async function start(env: Record<string, string> = {}): Promise<string> {
  app = await ownApp({ STORAGE_URL: bucket.url(), LOG_LEVEL: 'silent', ...env })
  cookie = await app.asAdmin()
  const { body } = await add(next())
  await app.context.images.settled()
  return body.portfolio.pimage
}

describe('S3 that stops responding', () => {
  test('503 for uploads and for images that are not cached, everything else goes on, and it recovers', async () => {
    const path = await start()
    const { limits } = app.context.uploads.storage as S3Bucket
    limits.total = 500
    const silence = Promise.withResolvers<void>()
    storage.before('', () => silence.promise)
    try {
      const began = performance.now()
      const [image, upload, page] = await Promise.all([
        app.json(path),
        add(next()),
        app.send('/public-categories'),
      ])
      expect(image).toMatchObject({ status: 503, body: { code: 'unavailable' } })
      expect(image.headers.get('retry-after')).toBe('60')
      expect(image.headers.get('cache-control')).toBe('no-store')
      expect(upload).toMatchObject({
        status: 503,
        body: { message: expect.stringMatching(/Nothing was changed/) },
      })
      expect(page.status).toBe(200)
      expect(await readyz()).toMatchObject({ status: 503, body: { reason: 'storage' } })
      // Far below one attempt without these limits.
      expect(performance.now() - began).toBeLessThan(8_000)
      const { portfolios } = (await app.json('/get-portfolios', { cookie })).body
      expect(portfolios).toHaveLength(1)
    } finally {
      silence.resolve()
      storage.succeed()
    }
    limits.total = 15_000
    await expect.poll(readyz).toMatchObject({ status: 200 })
    expect((await app.send(path)).status).toBe(200)
    expect((await add(next())).status).toBe(201)
  })
})

describe('a request that S3 fails', () => {
  test('is repeated when it may succeed the next time, signed again, and not for ever', async () => {
    const uploads = new Uploads(new S3Bucket(bucket.url()))
    await uploads.writeInstallation('own')
    const object = `/${bucket.name}/${folder}/70.webp`
    storage.fail(`PUT ${object}`, 503, '<Error><Code>SlowDown</Code></Error>', 2)
    await uploads.store(folder, files)
    expect(storage.requests.filter((name) => name === `PUT ${object}`)).toHaveLength(3)
    storage.fail(`GET ${object}`, 500, '')
    await expect(uploads.read(folder, '70.webp')).rejects.toMatchObject({ isAway: true })
    expect(storage.requests.filter((name) => name === `GET ${object}`)).toHaveLength(3)
  })

  test.each([
    [
      'is rejected',
      403,
      '<Error><Code>AccessDenied</Code></Error>',
      /does not permit this \(AccessDenied\); give/,
    ],
    [
      'is redirected to another host',
      301,
      '<Error><Code>PermanentRedirect</Code><Region>eu-west-3</Region></Error>',
      /set region=eu-west-3 in STORAGE_URL/,
    ],
  ])('that %s is sent once', async (_, status, body, message) => {
    const uploads = new Uploads(new S3Bucket(bucket.url()))
    storage.fail(`GET /${bucket.name}/.installation-id`, status, body)
    await expect(uploads.readInstallation()).rejects.toThrow(message)
    expect(storage.requests).toHaveLength(1)
  })
})

describe('credentials and a bucket that S3 does not know', () => {
  test.each([
    [
      'the key',
      (url: string) => url.replace('//S3RVER:', '//other:'),
      /does not know the access key; correct/,
    ],
    [
      'the secret',
      (url: string) => url.replace(':S3RVER@', ':other@'),
      /rejects the signature: the secret key/,
    ],
    ['the bucket', (url: string) => url.replace(bucket.name, 'nowhere'), /has no bucket nowhere; create it/],
  ])('%s is named in the error, which has no secret', async (_, change, message) => {
    const uploads = new Uploads(new S3Bucket(change(bucket.url())))
    const error = await uploads.readInstallation().catch((error) => error)
    expect(error.message).toMatch(message)
    expect(inspect(error)).not.toMatch(/S3RVER|other/)
  })
})

describe('a bucket that changes under the product', () => {
  test('emptied: no image is stored in it, and readiness says storage', async () => {
    await start()
    await bucket.clear()
    expect((await add(next())).status).toBe(503)
    expect(await bucket.keys()).toEqual([])
    expect(await readyz()).toMatchObject({ status: 503, body: { reason: 'storage' } })
  })

  test('full: 507, and readiness says disk-full', async () => {
    await start()
    storage.fail('PUT', 403, '<Error><Code>QuotaExceeded</Code></Error>')
    const begun = storage.requests.length
    expect((await add(next())).status).toBe(507)
    // One read of the id, and each object tried once.
    const tried = storage.requests.slice(begun).filter((name) => name.startsWith('PUT'))
    expect(new Set(tried).size).toBe(tried.length)
    expect(await readyz()).toMatchObject({ status: 503, body: { reason: 'disk-full' } })
    storage.succeed()
    await expect.poll(readyz).toMatchObject({ status: 200 })
    expect((await add(next())).status).toBe(201)
  })
})
