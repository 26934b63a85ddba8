// Uploads on a file system of their own, as on a mounted volume: full, or no longer writable.
import { execFileSync } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { recordInstallation } from '../../server/images/installation.ts'
import { portfolioCalls } from '../support/calls.ts'
import { mountSmallDisk, type SmallDisk } from '../support/peers/small-disk.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie: string
let disk: SmallDisk | null

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
  const uploads = join(app.context.config.dataDir, 'uploads')
  disk = await mountSmallDisk(4 * 1024 * 1024, uploads)
  await app.context.uploads.storage.check(false)
  // The one that was written at the start is hidden now.
  await recordInstallation(app.context)
})
// Before the app is stopped, which removes the folder that the disk is mounted on.
afterAll(async () => {
  await app.context.images.settled()
  await disk?.unmount()
})
beforeEach(({ skip }) => {
  if (!disk) skip('mounting a small disk is not permitted here')
})

let count = 0
const portfolio = portfolioCalls(() => ({ app, cookie }))
const add = () => portfolio.add({ pname: `Project ${++count}`, status: 'published' })
const readyz = () => app.json('/readyz')
const files = async () => (await readdir(disk?.path ?? '')).filter((name) => name !== '.check').sort()

describe('the file system of the uploads', () => {
  test('full: not ready, 507, no files left over, and it recovers by itself', async () => {
    expect((await add()).status).toBe(201)
    await app.context.images.settled()
    const ballast = (await disk?.fill()) ?? ''
    const before = await files()
    await expect
      .poll(readyz, { timeout: 3_000 })
      .toMatchObject({ status: 503, body: { status: 'not ready', reason: 'disk-full' } })
    expect((await add()).status).toBe(507)
    expect(await files()).toEqual(before)
    expect((await app.send('/public-categories')).status).toBe(200)
    await rm(ballast)
    await expect.poll(readyz, { timeout: 3_000 }).toMatchObject({ status: 200 })
    expect((await add()).status).toBe(201)
    await app.context.images.settled()
  })

  test('made read-only: not ready, 503 with a message that says so, and it recovers by itself', async () => {
    execFileSync('mount', ['-o', 'remount,ro', disk?.path ?? ''])
    try {
      expect(await add()).toMatchObject({
        status: 503,
        body: {
          code: 'unavailable',
          message: expect.stringMatching(/storage .*cannot be used .*Nothing was changed/),
        },
      })
      await expect
        .poll(readyz, { timeout: 3_000 })
        .toMatchObject({ status: 503, body: { reason: 'storage' } })
    } finally {
      execFileSync('mount', ['-o', 'remount,rw', disk?.path ?? ''])
    }
    await expect.poll(readyz, { timeout: 3_000 }).toMatchObject({ status: 200 })
    expect((await add()).status).toBe(201)
  })
})
