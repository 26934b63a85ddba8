import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  backedUp,
  backUp,
  contentsOf,
  emptyPlace,
  filesBelow,
  type Place,
  restore,
  runRestore,
  sourceOf,
} from '../support/backups.ts'
import { type Bucket, type ObjectStorage, startObjectStorage } from '../support/peers/object-storage.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()
const postgres = inject('postgres')
let storage: ObjectStorage

beforeAll(async () => {
  storage = await startObjectStorage()
})
afterAll(() => storage.stop())

/** An empty database, and an empty bucket. */
async function emptyPlaceOnS3(): Promise<{ place: Place; bucket: Bucket }> {
  const bucket = await storage.bucket()
  return { place: { ...(await emptyPlace(postgres)), STORAGE_URL: bucket.url() }, bucket }
}

const images = (keys: string[]) => keys.filter((key) => /^[\da-f]{24}-/.test(key))

describe('a backup', () => {
  test('moves from a folder to S3 and back without a difference', async () => {
    const { place, file } = await backedUp(await ownApp())
    const { place: onS3, bucket } = await emptyPlaceOnS3()
    const { code, output } = await runRestore(file, onS3)
    expect([code, output]).toEqual([0, expect.stringMatching(/^Restored .* and 2 images/)])
    const before = await contentsOf(place)
    expect(Object.keys(before.files).length).toBeGreaterThan(3)
    expect(await contentsOf(onS3)).toEqual(before)
    expect(images(await bucket.keys())).toEqual(Object.keys(before.files).sort())
    const again = await emptyPlace(postgres)
    const { missingImages, file: fromS3 } = await backUp(onS3)
    expect(missingImages).toEqual([])
    await restore(fromS3, again)
    expect(await contentsOf(again)).toEqual(before)
  })

  test('that S3 cuts off leaves no file, and says what did not respond', async () => {
    const { place, file } = await backedUp(await ownApp())
    const { place: onS3 } = await emptyPlaceOnS3()
    await restore(file, onS3)
    const { config, uploads, now } = sourceOf(onS3)
    const [image = ''] = Object.keys((await contentsOf(place)).files)
    storage.fail(`GET /${new URL(onS3.STORAGE_URL ?? '').pathname.slice(1)}/${image}`, 503, '')
    const before = await filesBelow(dirname(file))
    await expect(backUp(onS3, { config, uploads, now })).rejects.toThrow(/responds with 503/)
    expect(await filesBelow(dirname(file))).toEqual(before)
  })
})

describe('a restore into a bucket', () => {
  test('that S3 rejects on the way leaves no row behind, and can be run again', async () => {
    const { file, place } = await backedUp(await ownApp())
    const { place: onS3, bucket } = await emptyPlaceOnS3()
    const last = Object.keys((await contentsOf(place)).files)
      .sort()
      .at(-1)
    storage.fail(`PUT /${bucket.name}/${last}`, 403, '<Error><Code>AccessDenied</Code></Error>')
    const { code, output } = await runRestore(file, onS3)
    expect([code, output]).toEqual([1, expect.stringMatching(/^s3:\S+ does not permit this .*\n$/)])
    expect((await contentsOf(onS3)).rows.users).toEqual([])
    storage.succeed()
    await restore(file, onS3)
    expect(await contentsOf(onS3)).toEqual(await contentsOf(place))
  })

  test.each([
    [
      'holds images',
      '0123456789abcdef01234567-70x40/70.webp',
      /there are 1 images\. Restore into an empty bucket: name another one in STORAGE_URL, or move/,
    ],
    ['is of another installation', '.installation-id', /belongs to another installation: .* or remove s3:/],
  ])('that %s changes nothing in it', async (_, key, message) => {
    const { file } = await backedUp(await ownApp())
    const { place: onS3, bucket } = await emptyPlaceOnS3()
    await bucket.write(key, 'of others')
    const before = await bucket.keys()
    await expect(restore(file, onS3)).rejects.toThrow(message)
    expect(await bucket.keys()).toEqual(before)
  })
})
