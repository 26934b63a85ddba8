// Uploads on a file system of their own, as on a mounted volume: full, or no longer writable.
import { execFileSync } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recordInstallation } from '../../server/images/installation.ts'
import { portfolioCalls } from '../support/calls.ts'
import { mountSmallDisk } from '../support/peers/small-disk.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()

test('a file system of uploads that is full, or read-only: not ready, nothing stored, and it recovers by itself', async ({
  skip,
}) => {
  const app = await ownApp()
  const cookie = await app.asAdmin()
  await using disk = await mountSmallDisk(4 * 1024 * 1024, join(app.context.config.dataDir, 'uploads'))
  if (!disk) return skip('mounting a small disk is not permitted here')
  await app.context.uploads.storage.check(false)
  // The one that was written at the start is hidden now.
  await recordInstallation(app.context)
  let count = 0
  const add = () =>
    portfolioCalls(() => ({ app, cookie })).add({ pname: `Project ${++count}`, status: 'published' })
  const readyz = () => expect.poll(() => app.json('/readyz'), { timeout: 3_000 })
  const files = async () => (await readdir(disk.path)).filter((name) => name !== '.check').sort()
  const recovers = async () => {
    await readyz().toMatchObject({ status: 200 })
    expect((await add()).status).toBe(201)
    await app.context.images.settled()
  }
  await recovers()

  const ballast = await disk.fill()
  const before = await files()
  await readyz().toMatchObject({ status: 503, body: { status: 'not ready', reason: 'disk-full' } })
  expect((await add()).status).toBe(507)
  expect(await files()).toEqual(before)
  expect((await app.send('/public-categories')).status).toBe(200)
  await rm(ballast)
  await recovers()

  execFileSync('mount', ['-o', 'remount,ro', disk.path])
  const message = expect.stringMatching(/storage .*cannot be used .*Nothing was changed/)
  expect(await add()).toMatchObject({ status: 503, body: { code: 'unavailable', message } })
  await readyz().toMatchObject({ status: 503, body: { reason: 'storage' } })
  execFileSync('mount', ['-o', 'remount,rw', disk.path])
  await recovers()
})
