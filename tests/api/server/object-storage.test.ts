// Uploads on S3, where they differ from those in a folder; what they share: images.test.ts. Their lists: uploads.test.ts.
import { expect, test } from 'vitest'
import { callsOf } from '../../support/calls.ts'
import { sharedStorage } from '../../support/peers/object-storage.ts'
import { ownApp } from '../../support/start.ts'

const storage = await sharedStorage()

test('an image on S3 that visitors request at the same moment is read once, and later not at all', async () => {
  const bucket = await storage.bucket()
  const app = await ownApp({ STORAGE_URL: bucket.url, LOG_LEVEL: 'silent' })
  const cookie = await app.asAdmin()
  const { pimage } = await callsOf(() => ({ app, cookie })).projects.added({ status: 'published' })
  const path = pimage ?? ''
  await app.context.images.settled()
  const begun = storage.requests.length
  const responses = await Promise.all(Array.from({ length: 30 }, () => app.send(path)))
  responses.push(await app.send(path))
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(storage.requests.slice(begun)).toEqual([`GET /${bucket.name}${path.replace('/uploads', '')}`])
})
