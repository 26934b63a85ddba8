// JSON bodies that are sent slowly or too large, to hold memory; and the largest ones that are valid.
import { describe, expect, test } from 'vitest'
import { BodyBudget } from '../../server/http/body-budget.ts'
import { good as message } from '../support/contact-calls.ts'
import { ownApps } from '../support/own-apps.ts'
import { openRawConnection } from '../support/raw-connection.ts'
import type { Running } from '../support/start.ts'

const ownApp = ownApps()
const KiB = 1024

/** An app whose JSON bodies have other bounds than the real ones. */
async function appWith(limits: { maxBytes?: number; timeout?: number }) {
  const app = await ownApp({ LOG_LEVEL: 'silent' })
  const bodies = new BodyBudget({ maxBytes: 1e9, timeout: 60_000, ...limits })
  Object.assign(app.context, { bodies })
  return { app, bodies }
}

/** Begins a message that needs `size` bytes more than it has so far. */
async function begin(app: Running, size: number) {
  const text = JSON.stringify({ ...message, message: 'x'.repeat(4_000), website: ' '.repeat(size) })
  const connection = await openRawConnection(Number(new URL(app.url).port))
  const head = `POST /contacts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n`
  await connection.write(head + text.slice(0, size))
  return { ...connection, finish: () => connection.write(text.slice(size)) }
}

describe('JSON bodies under way', () => {
  test('have a budget of 16 MiB and 10 seconds', async () => {
    const app = await ownApp()
    expect(app.context.bodies.limits).toEqual({ maxBytes: 16 * KiB * KiB, timeout: 10_000 })
  })

  test('beyond their budget: the oldest are given up with 503, the others and new ones are read', async () => {
    const maxBytes = 400 * KiB
    const { app, bodies } = await appWith({ maxBytes })
    const connections = []
    let most = 0
    for (let n = 0; n < 30; n++) {
      connections.push(await begin(app, 30 * KiB))
      most = Math.max(most, bodies.used)
    }
    // When the response to a later request arrives, all that was sent before has arrived.
    expect((await app.json('/contacts', { json: message })).status).toBe(201)
    most = Math.max(most, bodies.used)
    expect(most).toBeGreaterThan(maxBytes / 2)
    expect(most).toBeLessThanOrEqual(maxBytes)
    const statuses = []
    for (const connection of connections) {
      // What was given up may be closed by now.
      await connection.finish().catch(() => {})
      const response = await connection.until('}')
      statuses.push(Number(response.slice(9, 12)))
      connection.socket.destroy()
      if (!response.includes(' 503 ')) continue
      expect(response.toLowerCase()).toContain('retry-after: 5')
      expect(response).toContain('"code":"unavailable"')
      expect(response).toContain('Please try again in a moment.')
    }
    const read = statuses.indexOf(201)
    expect(read).toBeGreaterThan(10)
    expect(statuses).toEqual([...Array(read).fill(503), ...Array(30 - read).fill(201)])
    await expect.poll(() => bodies.used).toBe(0)
  })

  test('give back what they held when their client goes away', async () => {
    const { app, bodies } = await appWith({})
    const connection = await begin(app, 30 * KiB)
    await expect.poll(() => bodies.used).toBeGreaterThan(29 * KiB)
    connection.socket.destroy()
    await expect.poll(() => bodies.used).toBe(0)
  })

  test('that do not arrive in time get 408, and their connection is closed', async () => {
    const { app, bodies } = await appWith({ timeout: 200 })
    const connection = await begin(app, 30 * KiB)
    const response = await connection.ended
    expect(response).toMatch(/^HTTP\/1.1 408 /)
    expect(response.toLowerCase()).toContain('connection: close')
    expect(response).toContain('"code":"timed-out"')
    expect(bodies.used).toBe(0)
  }, 20_000)
})

/** Every character escaped; one outside the Basic Multilingual Plane takes twelve bytes. */
const escaped = (value: unknown) =>
  JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
const emoji = '\u{1f600}'
const send = (app: Running, path: string, body: string, cookie = '', method = 'POST') =>
  fetch(app.url + path, { method, body, headers: { 'content-type': 'application/json', cookie } })

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

  test('of signing in, registering and setting a password is accepted', async () => {
    const app = await ownApp()
    const email = largest.email
    const long = `Aa1${emoji.repeat(125)}`
    await app.addUser({ email, password: long })
    const asUser = await send(app, '/login', escaped({ email, password: long }))
    expect(asUser.status).toBe(200)
    const cookie = asUser.headers.get('set-cookie')?.split(';')[0]
    const change = { currentPassword: long, newPassword: `Bb2${emoji.repeat(125)}` }
    const confirmed = escaped({ ...change, confirmPassword: change.newPassword })
    expect((await send(app, '/change-password', confirmed, cookie)).status).toBe(200)
    const { name } = largest
    const registration = { name, email: 'a@example.com', password: `Aa1!${emoji.repeat(12)}` }
    expect((await send(app, '/register', escaped(registration))).status).toBe(201)
    expect((await send(app, '/reset-password', escaped({ email }))).status).toBe(200)
  })

  test('of an admin is accepted: a reply, a hundred ids, another account', async () => {
    const app = await ownApp()
    const cookie = await app.asAdmin()
    expect((await send(app, '/contacts', JSON.stringify(message))).status).toBe(201)
    const { contacts } = (await app.json('/contacts', { cookie })).body
    const reply = { replySubject: emoji.repeat(100), replyBody: emoji.repeat(10_000) }
    const replied = await send(app, `/contacts/${contacts[0].id}/reply`, escaped(reply), cookie)
    expect(replied.status).toBeLessThan(300)
    const ids = Array.from({ length: 100 }, (_, n) => String(n).padStart(24, '0'))
    for (const path of ['/contacts/bulk-delete', '/bulk-delete', '/bulk-update-status']) {
      const body = JSON.stringify({ ids, status: 'draft' }, null, 4)
      expect([path, (await send(app, path, body, cookie)).status]).toEqual([path, 200])
    }
    const user = await app.addUser({ email: 'user@example.com' })
    const { name, email } = largest
    const changed = escaped({ name, email, isAdmin: false })
    expect((await send(app, `/api/admin/users/update/${user}`, changed, cookie, 'PATCH')).status).toBe(200)
  })
})

test.each([
  ['/login', 9 * KiB],
  ['/register', 9 * KiB],
  ['/reset-password', 9 * KiB],
  ['/contacts', 72 * KiB],
])('%s does not take a body of %i bytes', async (path, size) => {
  const app = await ownApp()
  const response = await send(app, path, JSON.stringify({ ...message, website: 'x'.repeat(size) }))
  expect([response.status, await response.json()]).toEqual([
    413,
    expect.objectContaining({ code: 'too-large' }),
  ])
})
