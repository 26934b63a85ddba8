// Uploads that are sent slowly, or many at once: they hold nothing that others wait for.
import { readdir } from 'node:fs/promises'
import { kill } from 'node:process'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Arrivals } from '../../server/images/arrivals.ts'
import { ownApps } from '../support/own-apps.ts'
import { openRawConnection } from '../support/raw-connection.ts'
import { bytesOf, file } from '../support/sample-images.ts'
import type { Running } from '../support/start.ts'

const ownApp = ownApps()

const noise = async (size: number) => file(await bytesOf('png', size, size), 'a.png', 'image/png')
const save = (app: Running, cookie: string, avatar: Blob) =>
  app.json('/edit-profile', { cookie, form: { name: 'Uma User', avatar } })

/** Begins a chunked upload of an avatar and sends all but its end. */
async function begin(app: Running, cookie: string, avatar: Blob) {
  const form = new FormData()
  form.append('name', 'Slow User')
  form.append('avatar', avatar)
  const whole = new Response(form)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const connection = await openRawConnection(Number(new URL(app.url).port))
  const chunk = (piece: Buffer) =>
    connection.write(`${piece.length.toString(16)}\r\n${piece.toString('latin1')}\r\n`)
  connection.socket.setDefaultEncoding('latin1')
  await connection.write(
    `POST /edit-profile HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nTransfer-Encoding: chunked\r\nContent-Type: ${whole.headers.get('content-type')}\r\n\r\n`,
  )
  for (let at = 0; at < bytes.length - 10; at += 10_000)
    await chunk(bytes.subarray(at, Math.min(at + 10_000, bytes.length - 10)))
  return {
    ...connection,
    finish: async () => {
      await chunk(bytes.subarray(-10))
      await connection.write('0\r\n\r\n')
    },
  }
}

/** Waits until what was sent so far is being read. */
const underWay = (app: Running, count: number) => expect.poll(() => app.context.arrivals.count).toBe(count)

describe('an upload that is sent slowly, without a length', () => {
  test('does not delay other users, leaves no file, and is stored when it ends', async () => {
    const app = await ownApp({ LOG_LEVEL: 'silent' })
    const slow = await begin(app, await app.asUser('slow@example.com'), await noise(300))
    await app.send('/healthz')
    const other = await app.asUser()
    expect((await save(app, other, await noise(300))).status).toBe(200)
    const names = await readdir(app.context.config.dataDir)
    expect(names.filter((name) => name.startsWith('upload-'))).toEqual([])
    await slow.finish()
    expect(await slow.until('}')).toMatch(/^HTTP\/1.1 200 /)
    slow.socket.destroy()
  }, 20_000)

  test('does not delay the other images of its user while there are two of it; with three they get 429', async () => {
    const app = await ownApp({ LOG_LEVEL: 'silent' })
    const cookie = await app.asUser()
    const slow = []
    for (let n = 1; n <= 3; n++) {
      slow.push(await begin(app, cookie, await noise(20)))
      await underWay(app, n)
      if (n < 3) expect((await save(app, cookie, await noise(300))).status).toBe(200)
    }
    const { status, headers, body } = await save(app, cookie, await noise(20))
    expect([status, body.code]).toEqual([429, 'too-many'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    for (const { socket } of slow) socket.destroy()
    await underWay(app, 0)
    expect((await save(app, cookie, await noise(20))).status).toBe(200)
  })
})

describe('too many uploads at once', () => {
  /** An app with places for two at once. */
  async function smallApp(grace: number) {
    const app = await ownApp({ LOG_LEVEL: 'silent' })
    const arrivals = new Arrivals(app.context.config.dataDir, { perUser: 3, perLane: 2, grace })
    Object.assign(app.context, { arrivals })
    return app
  }

  test('the slowest is given up with 503 for the newest; admins have places of their own', async () => {
    const app = await smallApp(0)
    const user = await app.asUser()
    const slow = await begin(app, await app.asUser('slow@example.com'), await noise(20))
    await underWay(app, 1)
    const fast = await begin(app, await app.asUser('fast@example.com'), await noise(300))
    await underWay(app, 2)
    expect((await save(app, await app.asAdmin(), await noise(20))).status).toBe(200)
    expect((await save(app, user, await noise(20))).status).toBe(200)
    await Promise.all([slow.finish(), fast.finish()])
    const response = await slow.until('}')
    expect(response).toMatch(/^HTTP\/1.1 503 /)
    expect(response.toLowerCase()).toContain('retry-after: 5')
    expect(await fast.until('}')).toMatch(/^HTTP\/1.1 200 /)
    for (const { socket } of [slow, fast]) socket.destroy()
  })

  test('the newest gets 503 while none of the others is slow yet', async () => {
    const app = await smallApp(60_000)
    const user = await app.asUser()
    const others = []
    for (const name of ['one', 'two']) {
      others.push(await begin(app, await app.asUser(`${name}@example.com`), await noise(20)))
      await underWay(app, others.length)
    }
    const { status, headers } = await save(app, user, await noise(20))
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    for (const other of others) {
      await other.finish()
      expect(await other.until('}')).toMatch(/^HTTP\/1.1 200 /)
      other.socket.destroy()
    }
  })
})

test('twenty small images of one user at once: one is processed, the others get Retry-After', async () => {
  const app = await ownApp({ LOG_LEVEL: 'silent' })
  const cookie = await app.asUser()
  const image = await noise(85)
  expect(image.size).toBeGreaterThan(15_000)
  expect(image.size).toBeLessThan(30_000)
  // The first one holds the worker while the others come.
  const first = save(app, cookie, image)
  await expect.poll(() => app.context.images.worker.pid, { interval: 1 }).not.toBeNull()
  const pid = app.context.images.worker.pid as number
  kill(pid, 'SIGSTOP')
  onTestFinished(() => {
    try {
      kill(pid, 'SIGCONT')
    } catch {
      // Gone by now.
    }
  })
  const others = await Promise.all(Array.from({ length: 19 }, () => save(app, cookie, image)))
  expect(others.map(({ status }) => status)).toEqual(Array(19).fill(429))
  for (const { headers } of others) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await app.json('/edit-profile', { cookie, form: { name: 'Una User' } })).status).toBe(200)
  kill(pid, 'SIGCONT')
  expect((await first).status).toBe(200)
}, 20_000)
