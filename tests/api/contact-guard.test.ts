// Messages that are rejected or dropped: invalid ones, bots, duplicates and floods.
import { beforeEach, describe, expect, test } from 'vitest'
import { contactCalls, goodMessage as good, sent } from '../support/calls.ts'
import { short } from '../support/evidence.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie: string
let userCookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
  userCookie = await app.asUser()
})
beforeEach(async () => {
  await app.context.db.deleteFrom('contacts').execute()
})

const ownApp = ownApps()
const { post, list, messages, emailAbout } = contactCalls(() => ({ app, cookie }))

describe('an invalid message', () => {
  const invalidEmail = 'Invalid email format'
  const bad = (field: string, value: unknown, message: string) =>
    [field, short(value), message, value] as const
  test.each([
    bad('name', undefined, 'Name is required.'),
    bad('name', '', 'Name is required.'),
    bad('name', ' \n ', 'Name is required.'),
    bad('name', 7, 'Name is required.'),
    bad('name', 'n'.repeat(101), 'Name must be at most 100 characters.'),
    bad('email', undefined, 'Email is required.'),
    bad('email', ' ', 'Email is required.'),
    bad('email', 'a@b', invalidEmail),
    bad('email', '@b.c', invalidEmail),
    bad('email', 'a@b.c@d.e', invalidEmail),
    bad('email', 'a b@c.d', invalidEmail),
    bad('email', ['a@b.c'], invalidEmail),
    bad('email', `${'a'.repeat(251)}@b.c`, invalidEmail),
    bad('email', `${'a@'.repeat(25_000)}b.c`, invalidEmail),
    bad('email', `a@${'b.'.repeat(25_000)}`, invalidEmail),
    bad('subject', 's'.repeat(201), 'Subject must be at most 200 characters.'),
    bad('subject', { $gt: '' }, 'Subject must be text.'),
    bad('message', undefined, 'Message is required.'),
    bad('message', '\r\n\t', 'Message is required.'),
    bad('message', 'm'.repeat(5001), 'Message must be at most 5000 characters.'),
    bad('message', true, 'Message is required.'),
  ])('with %s %s gets 400: %s', async (field, _, message, value) => {
    const { status, body } = await post({ [field]: value })
    expect([status, body]).toEqual([
      400,
      { success: false, code: 'invalid', message, errors: { [field]: message } },
    ])
    expect((await list()).total).toBe(0)
  })

  test('gets an error for every invalid field', async () => {
    const { body } = await app.json('/contacts', { json: {} })
    expect(Object.keys(body.errors).sort()).toEqual(['email', 'message', 'name'])
  })

  test('is not one with the longest fields allowed: it is stored', async () => {
    const longest = { name: '日'.repeat(100), subject: '本'.repeat(200), message: '語'.repeat(5000) }
    expect((await post(longest)).status).toBe(201)
    expect(await messages()).toEqual([longest.message])
  })

  test.each([
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['a string', '"x"', 400],
    ['nothing', '', 400],
    ['broken', '{"name":', 400],
    ['deep', `{"name":${'['.repeat(60_000)}`, 400],
    ['a prototype', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}', 400],
    ['huge', JSON.stringify({ ...good, message: 'm'.repeat(400_000) }), 413],
  ])('that is %s gets %i', async (_, body, status) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const response = await fetch(`${app.url}/contacts`, { method: 'POST', body, headers })
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ success: false }),
    ])
    expect((await app.json('/check-admin', { cookie: userCookie })).body).toEqual({ isAdmin: false })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'Application/Json5', ''])(
    'sent as %j gets 415',
    async (type) => {
      expect((await app.json('/contacts', { json: good, headers: { 'content-type': type } })).status).toBe(
        415,
      )
    },
  )
})

describe('bots and duplicates', () => {
  test('the same message within ten minutes is stored and mailed once, later again', async () => {
    const name = 'Dora Double'
    for (const again of [{ name }, { name }, { name: ' Dora  Double'.replace('  ', ' ') }])
      expect((await post(again)).body).toEqual(sent)
    expect((await list()).total).toBe(1)
    await post({ name, message: 'Something else' })
    expect((await list()).total).toBe(2)
    app.pass(10 * 60_000 + 1)
    await post({ name })
    expect((await list()).total).toBe(3)
    expect(await emailAbout(name)).toHaveLength(3)
  })

  test('the same message five times at once is stored once', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => post()))
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect((await list()).total).toBe(1)
  })

  test('the same message after an admin has deleted it is stored', async () => {
    await post()
    const [{ id }] = (await list()).contacts
    await app.send(`/contacts/${id}`, { method: 'DELETE', cookie })
    await post()
    expect((await list()).total).toBe(1)
  })

  test('of forty messages of one client ten are accepted, whatever headers it sends; invalid ones do not count', async () => {
    const limited = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
    const from = (over: object) =>
      limited.json('/contacts', { json: { ...good, ...over }, headers: { 'x-forwarded-for': '192.0.2.1' } })
    for (let n = 0; n < 10; n++) expect((await from({ email: 'no' })).status).toBe(400)
    const statuses: number[] = []
    for (let n = 0; n < 40; n++) {
      const headers = {
        'x-forwarded-for': `203.0.113.${n}, 192.0.2.1`,
        forwarded: `for=203.0.113.${n}`,
      }
      const response = await limited.json('/contacts', {
        json: { ...good, message: `Number ${n}` },
        headers,
      })
      statuses.push(response.status)
      if (response.status !== 429) continue
      expect(response.body.message).toMatch(
        /^Too many attempts\. Please try again in \d+ (minutes|seconds?)\.$/,
      )
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(statuses).toEqual([...Array(10).fill(201), ...Array(30).fill(429)])
    limited.pass(10 * 60_000 + 1)
    expect((await from({ message: 'Later' })).status).toBe(201)
  })
})
