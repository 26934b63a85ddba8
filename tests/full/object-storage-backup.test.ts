import { dirname } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import {
  backedUp,
  backUp,
  contentsOf,
  emptyPlace,
  filesBelow,
  restore,
  runRestore,
} from '../support/backups.ts'
import { sharedStorage } from '../support/peers/object-storage.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()
const storage = await sharedStorage()

/** A backup of what is in a folder, and an empty database with an empty bucket. */
async function started() {
  const { place, file } = await backedUp(await ownApp())
  const before = await contentsOf(place)
  const bucket = await storage.bucket()
  const onS3 = { ...(await emptyPlace(inject('postgres'))), STORAGE_URL: bucket.url() }
  return { file, before, images: Object.keys(before.files).sort(), bucket, onS3 }
}

describe('a backup', () => {
  test('moves from a folder to S3 and back without a difference; one that S3 cuts off leaves no file', async () => {
    const { file, before, images, bucket, onS3 } = await started()
    const restored = await runRestore(file, onS3)
    expect(restored).toEqual({ code: 0, output: expect.stringMatching(/^Restored .* and 3 images/) })
    expect(images.length).toBeGreaterThan(3)
    expect(await contentsOf(onS3)).toEqual(before)
    expect((await bucket.keys()).filter((key) => /^[\da-f]{24}-/.test(key))).toEqual(images)
    const again = await emptyPlace(inject('postgres'))
    const { missingImages, file: fromS3 } = await backUp(onS3)
    expect(missingImages).toEqual([])
    await restore(fromS3, again)
    expect(await contentsOf(again)).toEqual(before)

    storage.fail(`GET /${bucket.name}/${images[0]}`, 503, '')
    const files = await filesBelow(dirname(file))
    await expect(backUp(onS3)).rejects.toThrow(/responds with 503/)
    expect(await filesBelow(dirname(file))).toEqual(files)
  })
})

describe('a restore into a bucket', () => {
  test('that S3 rejects on the way leaves no row behind, and can be run again', async () => {
    const { file, before, images, bucket, onS3 } = await started()
    storage.fail(`PUT /${bucket.name}/${images.at(-1)}`, 403, '<Error><Code>AccessDenied</Code></Error>')
    const { code, output } = await runRestore(file, onS3)
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^s3:\S+ responds with 403 AccessDenied; correct .*\n$/),
    ])
    expect((await contentsOf(onS3)).rows.users).toEqual([])
    storage.succeed()
    await restore(file, onS3)
    expect(await contentsOf(onS3)).toEqual(before)
  })

  test('that holds images, or is of another installation, changes nothing in it', async () => {
    const { file, bucket, onS3 } = await started()
    for (const [key, message] of [
      [
        '0123456789abcdef01234567-70x40/70.webp',
        /there are 1 images\. Restore into an empty folder or bucket, or move/,
      ],
      ['.installation-id', /belongs to another installation: .* or remove s3:/],
    ] as const) {
      await bucket.clear()
      await bucket.write(key, 'of others')
      await expect(restore(file, onS3)).rejects.toThrow(message)
      expect(await bucket.keys()).toEqual([key])
    }
  })
})
