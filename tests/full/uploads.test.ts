// Uploads on a file system of their own, as on a mounted volume: not mounted, full, or no longer writable.
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { recordInstallation } from '../../server/images/installation.ts'
import { mountSmallDisk } from '../support/peers/small-disk.ts'
import { call } from '../support/request.ts'
import { png } from '../support/sample-images.ts'
import { spawnServer } from '../support/server-process.ts'
import { ownApp, type Running } from '../support/start.ts'

let app: Running
let cookie: string
let uploads: string

beforeEach(async () => {
  app = await ownApp({ LOG_LEVEL: 'silent' })
  cookie = await app.asAdmin()
  uploads = join(app.context.config.dataDir, 'uploads')
})

let count = 0
async function add({ url }: { url: string }) {
  const fields = { pname: `Project ${++count}`, purl: 'https://example.com', categories: 'Print' }
  const form = { ...fields, status: 'published', pimage: await png() }
  return call(url, '/portfolio/add-portfolio', { form, cookie })
}

const readiness = ({ url }: { url: string }) =>
  expect.poll(() => call(url, '/readyz').catch(() => null), { timeout: 30_000 })
const notReady = { status: 503, body: { status: 'not ready', reason: 'storage' } }
const ready = { status: 200 }

/** A server while the uploads, with an image in them, are moved away. */
async function startWithout(isEmpty: boolean) {
  expect((await add(app)).status).toBe(201)
  await app.context.images.settled()
  await rename(uploads, `${uploads}-away`)
  if (isEmpty) await mkdir(uploads)
  const server = await spawnServer({ ...app.place, THROTTLE: 'off' })
  await readiness(server).toMatchObject(notReady)
  return server
}

test('a start while the uploads are moved away says so once, stores no image, serves pages, and is ready when they are back', async () => {
  await using server = await startWithout(false)
  expect(server.logged('uploads.missing')).toEqual([
    expect.objectContaining({
      level: 50,
      msg: expect.stringMatching(/uploads is not the one of this database.*Mount or restore it/),
    }),
  ])
  expect((await add(server)).status).toBe(503)
  expect((await server.call('/', { headers: { accept: 'text/html' } })).status).toBe(200)
  // Nothing stands in their way.
  await rename(`${uploads}-away`, uploads)
  await readiness(server).toMatchObject(ready)
  expect((await add(server)).status).toBe(201)
})

test('a start with an empty folder writes no id there, and accepts the folder when the owner does what the log says', async () => {
  await using server = await startWithout(true)
  expect((await add(server)).status).toBe(503)
  expect(await readdir(uploads)).not.toContain('.installation-id')
  const [line] = server.logged('uploads.missing')
  const [, file = '', id = ''] = /make the file (\S+) with the text (\S+) in it/.exec(line.msg) ?? []
  await writeFile(file, `${id}\n`)
  await readiness(server).toMatchObject(ready)
  expect((await add(server)).status).toBe(201)
})

test('uploads that are full or read-only are not ready, and recover by themselves', async ({ skip }) => {
  const disk = mountSmallDisk(uploads, 4 * 1024 * 1024, skip)
  await app.context.uploads.storage.check(false)
  // The one that was written at the start is hidden now.
  await recordInstallation(app.context)
  const files = async () => (await readdir(disk.path)).filter((name) => name !== '.check').sort()
  const recovers = async () => {
    await readiness(app).toMatchObject({ status: 200 })
    expect((await add(app)).status).toBe(201)
    await app.context.images.settled()
  }
  await recovers()

  const ballast = disk.fill()
  const before = await files()
  await readiness(app).toMatchObject({ status: 503, body: { status: 'not ready', reason: 'disk-full' } })
  expect((await add(app)).status).toBe(507)
  expect(await files()).toEqual(before)
  expect((await app.send('/public-categories')).status).toBe(200)
  await rm(ballast)
  await recovers()

  execFileSync('mount', ['-o', 'remount,ro', disk.path])
  const message = expect.stringMatching(/storage .*cannot be used .*Nothing was changed/)
  expect(await add(app)).toMatchObject({ status: 503, body: { code: 'unavailable', message } })
  await readiness(app).toMatchObject({ status: 503, body: { reason: 'storage' } })
  execFileSync('mount', ['-o', 'remount,rw', disk.path])
  await recovers()
})
