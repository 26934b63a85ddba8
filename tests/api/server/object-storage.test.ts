// Uploads on S3: what visitors and admins see is as with a folder, and the bucket holds what the folder would.
import { beforeEach, describe, expect, test } from 'vitest'
import { S3Bucket } from '../../../server/images/s3.ts'
import { Uploads } from '../../../server/images/uploads.ts'
import { portfolioCalls } from '../../support/calls.ts'
import { type Bucket, sharedStorage } from '../../support/peers/object-storage.ts'
import { png } from '../../support/sample-images.ts'
import { ownApps, type Running } from '../../support/start.ts'

const storage = await sharedStorage()
let bucket: Bucket
let app: Running
let cookie: string

beforeEach(async () => {
  bucket = await storage.bucket()
})
const ownApp = ownApps()
const { added } = portfolioCalls(() => ({ app, cookie }))

/** @returns the project and the path of its image, once it is stored */
async function add(pimage: Blob): Promise<{ id: string; path: string }> {
  app = await ownApp({ STORAGE_URL: bucket.url(), LOG_LEVEL: 'silent' })
  cookie = await app.asAdmin()
  const { id, pimage: path } = await added({ status: 'published', pimage })
  await app.context.images.settled()
  return { id, path: path ?? '' }
}

describe('an image on S3', () => {
  test('is stored in every width before its row, served, and deleted for good', async () => {
    const { id, path } = await add(await png(700, 400))
    const widths = ['320', '640', '700']
    const folder = path.split('/')[2]
    const own = widths.flatMap((width) => [`${folder}/${width}.avif`, `${folder}/${width}.webp`])
    expect(await bucket.keys()).toEqual(['.check', '.installation-id', ...own].sort())
    const { status, headers } = await app.send(path)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
    await app.send(`/delete/${id}`, { method: 'DELETE', cookie })
    expect((await app.json(path)).body).toMatchObject({ code: 'unknown' })
    expect(await bucket.keys()).toEqual(['.check', '.installation-id'])
  })

  test('that visitors request at the same moment is read once, and later not at all', async () => {
    const { path } = await add(await png())
    const begun = storage.requests.length
    const responses = await Promise.all(Array.from({ length: 30 }, () => app.send(path)))
    responses.push(await app.send(path))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(storage.requests.slice(begun)).toEqual([`GET /${bucket.name}${path.replace('/uploads', '')}`])
  })
})

const folderOf = (n: number) => `${n.toString(16).padStart(24, '0')}-10x10`

test('more than the 1,000 objects of one page are all listed, in images that pages cut apart, without foreign objects', async () => {
  const names = ['10.avif', '10.webp', '20.webp']
  const keys = Array.from({ length: 401 }, (_, n) => names.map((name) => `${folderOf(n)}/${name}`))
  await Promise.all(keys.flat().map((key) => bucket.write(key, 'x')))
  for (const key of ['0-notes.txt', 'Zebra/10.webp', `${folderOf(1)}/deeper/10.webp`, 'zoo/10.webp'])
    await bucket.write(key)
  const uploads = new Uploads(new S3Bucket(bucket.url()))
  const listed = await Array.fromAsync(uploads.list())
  expect(listed.map(({ id }) => id)).toEqual(Array.from({ length: 401 }, (_, n) => folderOf(n)))
  for (const { files } of listed) expect(files).toEqual(names)
})

test('an image of which one object cannot be stored leaves none of the others', async () => {
  const uploads = new Uploads(new S3Bucket(bucket.url()))
  await uploads.writeInstallation('own')
  const folder = '0123456789abcdef01234567-70x40'
  storage.fail(`PUT /${bucket.name}/${folder}/70.webp`, 403, '<Error><Code>AccessDenied</Code></Error>')
  const files = ['10', '20', '40', '50', '60', '70'].map((width) => [`${width}.webp`, new Uint8Array([1])])
  await expect(uploads.store(folder, new Map(files as [string, Uint8Array][]))).rejects.toThrow(
    /403 AccessDenied/,
  )
  expect(await bucket.keys()).toEqual(['.installation-id'])
})
