// The download of a backup: for admins who have just entered their password, one at a time, and bounded.
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import {
  addLargeImage,
  contentsOf,
  emptyPlace,
  placeOf,
  restore,
  scratchFolder,
} from '../../support/backups.ts'
import { eventsOf } from '../../support/calls.ts'
import { ownApps } from '../../support/start.ts'

const ownApp = ownApps()
const path = '/api/settings/backups/download'
const check = '/api/settings/backups/check'

async function started() {
  const app = await ownApp()
  const cookie = await app.asAdmin()
  return {
    app,
    cookie,
    isFree: () => !app.context.backups.isTaken,
    names: async () => (await readdir(app.context.config.dataDir, { recursive: true })).sort(),
    recorded: async () =>
      (await eventsOf(app, cookie)).filter(({ kind }) => kind === 'backup.downloaded').length,
    /** A client that reads nothing until it is told to. */
    async unread() {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
      socket.on('error', () => {})
      socket.pause()
      await once(socket, 'connect')
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`)
      await expect.poll(() => app.context.backups.isTaken).toBe(true)
      return socket
    },
  }
}

describe('the permission to download', () => {
  test('is given to admins who entered their password within 15 minutes, to requests of this site, by GET', async () => {
    const { app, cookie, recorded, isFree } = await started()
    const user = await app.asUser()
    const post = { method: 'POST' }
    expect((await app.send(path)).status).toBe(401)
    expect((await app.send(check, post)).status).toBe(401)
    expect((await app.send(path, { cookie: user })).status).toBe(403)
    expect((await app.send(check, { ...post, cookie: user })).status).toBe(403)
    expect((await app.send(path, { cookie, method: 'HEAD' })).status).toBe(404)
    for (const site of ['cross-site', 'same-site'])
      expect((await app.send(path, { cookie, headers: { 'sec-fetch-site': site } })).status).toBe(403)
    expect((await app.json(check, { ...post, cookie })).body.success).toBe(true)
    app.pass(16 * 60_000)
    expect((await app.json(path, { cookie })).body.code).toBe('reauthenticate')
    expect((await app.json(check, { ...post, cookie })).body.code).toBe('reauthenticate')
    expect(await recorded()).toBe(0)
    expect(isFree()).toBe(true)
  })
})

describe('a download', () => {
  test('is an archive that can be restored, recorded, and leaves no file here', async () => {
    const { app, cookie, names, recorded, isFree } = await started()
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
    const file = join(await scratchFolder(), 'download.tar')
    await writeFile(file, new Uint8Array(await response.arrayBuffer()))
    const copy = await emptyPlace(inject('postgres'))
    await restore(file, copy)
    expect((await contentsOf(copy)).rows.users).toEqual((await contentsOf(placeOf(app))).rows.users)
    await expect.poll(isFree).toBe(true)
    expect(await names()).toEqual(before)
    expect(await recorded()).toBe(1)
  })

  test('gets 409 while another one is under way, and so does the check before it', async () => {
    const { app, cookie, unread, isFree, recorded } = await started()
    await addLargeImage(app)
    const socket = await unread()
    for (const [url, method] of [
      [path, 'GET'],
      [check, 'POST'],
    ] as const) {
      const { status, body } = await app.json(url, { method, cookie })
      expect([status, body.code]).toEqual([409, 'conflict'])
    }
    await expect.poll(recorded).toBe(1)
    socket.resume()
    await expect.poll(isFree).toBe(true)
    socket.destroy()
  })

  test('ends when its client disconnects, and leaves no file', async () => {
    const { app, unread, isFree, names } = await started()
    await addLargeImage(app)
    const before = await names()
    const socket = await unread()
    await once(socket.resume(), 'data')
    socket.destroy()
    await expect.poll(isFree).toBe(true)
    expect(await names()).toEqual(before)
  })

  test('is cut off in the middle when its client reads too slowly', async () => {
    const { app, unread, isFree } = await started()
    await addLargeImage(app)
    app.context.backups.limits.duration = 500
    const socket = await unread()
    await expect.poll(isFree).toBe(true)
    const received: Buffer[] = []
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    await once(socket.resume(), 'close')
    // Chunked, and without the last chunk: no client takes it for whole.
    expect(Buffer.concat(received).toString('latin1').endsWith('0\r\n\r\n')).toBe(false)
  })
})
