// The download of a backup: for admins who have just entered their password, one at a time, and bounded.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { unpackTar } from 'modern-tar'
import { beforeEach, expect, test } from 'vitest'
import { eventsOf } from '../../support/calls.ts'
import { openRawConnection } from '../../support/request.ts'
import { ownApp, type Running } from '../../support/start.ts'

const path = '/api/settings/backups/download'
const check = '/api/settings/backups/check'
let app: Running
let cookie: string
beforeEach(async () => {
  app = await ownApp()
  cookie = await app.asAdmin()
})

const isFree = () => !app.context.backups.isTaken
const names = async () => (await readdir(app.context.config.dataDir, { recursive: true })).sort()
const recorded = async () =>
  (await eventsOf(app, cookie)).filter(({ kind }) => kind === 'backup.downloaded').length

/** A client that reads nothing until it is told to. */
async function unread() {
  const { socket, ended, write } = await openRawConnection(Number(new URL(app.url).port))
  socket.pause()
  await write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
  await expect.poll(isFree).toBe(false)
  return { socket, ended }
}

test('a download is by GET, of an admin who entered the password within 15 minutes: a whole archive, recorded, and no file here', async () => {
  expect((await app.send(path, { cookie, method: 'HEAD' })).status).toBe(404)
  expect((await app.json(check, { method: 'POST', cookie })).body.success).toBe(true)
  const before = await names()
  const response = await app.send(path, { cookie, headers: { 'sec-fetch-site': 'same-origin' } })
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/x-tar',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="portfolio-[\da-f]{8}-[\dTZ-]+\.tar"$/,
    ),
    'cache-control': 'no-store',
  })
  const entries = await unpackTar(new Uint8Array(await response.arrayBuffer()), { strict: true })
  expect(entries.at(-1)?.header.name).toBe('SHA256SUMS')
  await expect.poll(isFree).toBe(true)
  expect(await names()).toEqual(before)
  app.pass(16 * 60_000)
  expect((await app.json(path, { cookie })).body.code).toBe('reauthenticate')
  expect((await app.json(check, { method: 'POST', cookie })).body.code).toBe('reauthenticate')
  expect([await recorded(), isFree()]).toEqual([1, true])
})

test('downloads go one at a time; one ends when its client disconnects, and is cut off when that reads too slowly', async () => {
  // It does not compress.
  const avatar = `${'ab'.repeat(12)}-512x512`
  await app.context.uploads.store(avatar, new Map([['512.webp', randomBytes(24 * 1024 * 1024)]]))
  await app.context.db.updateTable('users').set({ avatar }).execute()
  const before = await names()
  const leaving = await unread()
  expect((await app.json(path, { cookie })).body.code).toBe('conflict')
  expect((await app.json(check, { method: 'POST', cookie })).body.code).toBe('conflict')
  await expect.poll(recorded).toBe(1)
  await once(leaving.socket.resume(), 'data')
  leaving.socket.destroy()
  await expect.poll(isFree).toBe(true)
  expect(await names()).toEqual(before)

  app.context.backups.limits.duration = 500
  const slow = await unread()
  await expect.poll(isFree).toBe(true)
  slow.socket.resume()
  // Chunked, and without the last chunk: no client takes it for whole.
  expect((await slow.ended).endsWith('0\r\n\r\n')).toBe(false)
})
