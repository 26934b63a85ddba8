// Bodies and uploads that are sent slowly, many at once or without end: they hold little, not for long, and delay nobody.
import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { goodMessage as message } from '../support/calls.ts'
import { openRawConnection } from '../support/request.ts'
import { bytesOf, file } from '../support/sample-images.ts'
import { ownApps, type Running } from '../support/start.ts'

const ownApp = ownApps()

/** Sends the beginning, then a byte every half second until the connection is closed. */
async function drip(app: Running, head: string, size = 1_000_000, host = 'localhost') {
  const { socket, ended, write } = await openRawConnection(Number(new URL(app.url).port))
  const began = performance.now()
  await write(`${head}\r\nHost: ${host}\r\nContent-Length: ${size}\r\n\r\n{`)
  const timer = setInterval(() => socket.write('x'), 500)
  const text = await ended
  clearInterval(timer)
  return { text, seconds: (performance.now() - began) / 1000 }
}

test('a body that does not end gets a response, and its connection is closed within 30 seconds', async () => {
  const app = await ownApp({ LOG_LEVEL: 'silent' })
  const json = 'Content-Type: application/json'
  const all = await Promise.all(
    [
      `POST /contacts HTTP/1.1\r\n${json}`,
      'POST /contacts HTTP/1.1\r\nContent-Type: text/plain',
      `POST /no/such/path HTTP/1.1\r\n${json}`,
      'GET /healthz HTTP/1.1',
      'POST /edit-profile HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b',
    ].map((head, n) => drip(app, head, n === 0 ? 900 : undefined)),
  )
  expect(all.map(({ text }) => text.slice(9, 12))).toEqual(['408', '415', '404', '200', '401'])
  for (const { seconds } of all) expect(seconds).toBeLessThan(30)
}, 60_000)

test('so is that of a request that the app never sees', async () => {
  const app = await ownApp({ LOG_LEVEL: 'silent' })
  const all = await Promise.all([
    drip(app, 'POST /contacts HTTP/1.1\r\nExpect: foo'),
    drip(app, 'POST * HTTP/1.1'),
    drip(app, 'POST / HTTP/1.1', undefined, 'a b'),
  ])
  expect(all.map(({ text }) => text.slice(9, 12))).toEqual(['415', '400', '400'])
  for (const { seconds } of all) expect(seconds).toBeLessThan(30)
}, 60_000)

/** Every character escaped; one outside the Basic Multilingual Plane takes twelve bytes. */
const escaped = (value: unknown) =>
  JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
const emoji = '\u{1f600}'
const ofBrowser = { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'same-origin' }
const send = (app: Running, path: string, body: string, cookie = '', method = 'POST') =>
  fetch(app.url + path, {
    method,
    body,
    headers: { ...ofBrowser, 'content-type': 'application/json', cookie },
  })

describe('the largest valid body', () => {
  const largest = {
    ...message,
    name: emoji.repeat(50),
    email: `${'ü'.repeat(240)}@example.com`,
    subject: emoji.repeat(100),
    message: emoji.repeat(2_500),
  }

  test('of a message is accepted, escaped or not, decomposed or not', async () => {
    const app = await ownApp()
    // 5,000 characters of Korean in the form that some systems paste: nine bytes each.
    const korean = { ...largest, message: '한'.repeat(5_000).normalize('NFD') }
    for (const body of [JSON.stringify(largest), escaped(largest), JSON.stringify(korean)])
      expect((await send(app, '/contacts', body)).status).toBe(201)
  })

  test('of a password, a reply, a hundred ids and an account is accepted', async () => {
    const app = await ownApp()
    const { name, email } = largest
    const long = `Aa1${emoji.repeat(125)}`
    const user = await app.addUser({ email, password: long })
    const asUser = await send(app, '/login', escaped({ email, password: long }))
    const userCookie = asUser.headers.get('set-cookie')?.split(';')[0]
    const newPassword = `Bb2${emoji.repeat(125)}`
    const change = escaped({ currentPassword: long, newPassword, confirmPassword: newPassword })
    expect((await send(app, '/change-password', change, userCookie)).status).toBe(200)
    const cookie = await app.asAdmin()
    expect((await send(app, '/contacts', JSON.stringify(message))).status).toBe(201)
    const { contacts } = (await app.json('/contacts', { cookie })).body
    const reply = escaped({ replySubject: emoji.repeat(100), replyBody: emoji.repeat(10_000) })
    expect((await send(app, `/contacts/${contacts[0].id}/reply`, reply, cookie)).status).toBeLessThan(300)
    const ids = Array.from({ length: 100 }, (_, n) => String(n).padStart(24, '0'))
    for (const path of ['/contacts/bulk-delete', '/bulk-delete', '/bulk-update-status']) {
      const body = JSON.stringify({ ids, status: 'draft' }, null, 4)
      expect([path, (await send(app, path, body, cookie)).status]).toEqual([path, 200])
    }
    const changed = escaped({ name, email, isAdmin: false })
    expect((await send(app, `/api/admin/users/update/${user}`, changed, cookie, 'PATCH')).status).toBe(200)
  })
})

const noise = async (size: number) => file(await bytesOf('png', size, size), 'a.png', 'image/png')
const save = (app: Running, cookie: string, avatar: Blob) =>
  app.json('/edit-profile', { cookie, form: { name: 'Uma User', avatar } })

/** Begins a chunked upload of an avatar and sends all but its end. */
async function begin(app: Running, cookie: string) {
  const form = new FormData()
  form.append('name', 'Slow User')
  form.append('avatar', await noise(100))
  const whole = new Response(form)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const connection = await openRawConnection(Number(new URL(app.url).port))
  const chunk = (piece: Buffer) =>
    connection.write(`${piece.length.toString(16)}\r\n${piece.toString('latin1')}\r\n`)
  connection.socket.setDefaultEncoding('latin1')
  await connection.write(
    `POST /edit-profile HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nTransfer-Encoding: chunked\r\nContent-Type: ${whole.headers.get('content-type')}\r\n\r\n`,
  )
  await chunk(bytes.subarray(0, -10))
  // When the response to a later request arrives, all that was sent before has arrived.
  await app.send('/healthz')
  return {
    ...connection,
    finish: async () => {
      await chunk(bytes.subarray(-10))
      await connection.write('0\r\n\r\n')
    },
  }
}

describe('uploads that are sent slowly, without a length', () => {
  test('delay no other user, leave no file, and are stored when they end; one user has three', async () => {
    const app = await ownApp({ LOG_LEVEL: 'silent' })
    const cookie = await app.asUser('slow@example.com')
    const [slow, ...others] = [await begin(app, cookie), await begin(app, cookie), await begin(app, cookie)]
    await expect.poll(async () => (await save(app, cookie, await noise(20))).status).toBe(503)
    expect((await save(app, await app.asUser(), await noise(300))).status).toBe(200)
    const names = await readdir(app.context.config.dataDir)
    expect(names.filter((name) => name.startsWith('upload-'))).toEqual([])
    await slow.finish()
    expect(await slow.until('}')).toMatch(/^HTTP\/1.1 200 /)
    for (const { socket } of [slow, ...others]) socket.destroy()
    await expect.poll(async () => (await save(app, cookie, await noise(20))).status).toBe(200)
  }, 20_000)

  test('of users that take all places leave those of admins', async () => {
    const app = await ownApp({ LOG_LEVEL: 'silent' })
    const slow = []
    for (let user = 0; user < 8; user++) {
      const cookie = await app.asUser(`slow${user}@example.com`)
      for (let n = 0; n < 3; n++) slow.push(await begin(app, cookie))
    }
    const { status, headers } = await save(app, await app.asUser(), await noise(20))
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect((await save(app, await app.asAdmin(), await noise(20))).status).toBe(200)
    for (const { socket } of slow) socket.destroy()
  }, 20_000)
})
