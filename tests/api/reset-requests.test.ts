// Requesting a reset link: the response, the email, and its limits.
import { describe, expect, test } from 'vitest'
import { requestReset } from '../support/calls.ts'
import { emailsTo, emailTo, linkIn, queuedMail } from '../support/evidence.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

let app: Running
sharedApp((started) => {
  app = started
})

const expected = {
  success: true,
  message: "If the email you provided is correct, we've sent you an email with password reset instructions.",
}

const minute = 60_000
const ownApp = ownApps()

describe('requesting a reset link', () => {
  test('gets the same response, byte for byte, whether there is an account or not', async () => {
    await app.addUser({ email: 'known@example.com' })
    const known = await app.send('/reset-password', { json: { email: 'known@example.com' } })
    const unknown = await app.send('/reset-password', { json: { email: 'unknown@example.com' } })
    expect([known.status, unknown.status]).toEqual([200, 200])
    const text = await known.text()
    expect(await unknown.text()).toBe(text)
    expect(JSON.parse(text)).toEqual(expected)
    expect(await emailsTo(app, 'known@example.com')).toHaveLength(1)
    expect(await emailsTo(app, 'unknown@example.com')).toHaveLength(0)
    expect(await queuedMail(app)).toEqual([])
  })

  test('with an invalid email address is rejected with the reason', async () => {
    for (const email of ['', 'nobody', 'a@b', null, 7, 'a@b.c\r\nBcc: d@e.f']) {
      const { status, body } = await requestReset(app, email)
      const text = 'Please enter a valid email address.'
      expect([email, status, body.message, body.errors]).toEqual([email, 400, text, { email: text }])
    }
  })

  test('mails a link to PUBLIC_URL, whatever Host and forwarding headers claim', async () => {
    const own = await ownApp({ PUBLIC_URL: 'https://portfolio.example' })
    await own.addUser({ email: 'user@example.com' })
    const evil = 'evil.example'
    const forged = {
      'x-forwarded-host': evil,
      'x-forwarded-proto': 'http',
      forwarded: `host=${evil}`,
      host: evil,
    }
    expect((await requestReset(own, 'user@example.com', forged)).status).toBe(200)
    const email = await emailTo(own, 'user@example.com')
    expect(linkIn(email).origin).toBe('https://portfolio.example')
    expect((email.text ?? '') + email.html).not.toContain(evil)
  })

  test('sends three emails an hour at most, with the same response over the limit', async () => {
    const own = await ownApp({ THROTTLE: 'on' })
    await own.addUser({ email: 'user@example.com' })
    for (let n = 0; n < 12; n++) {
      const { status, body } = await requestReset(own, 'user@example.com')
      expect([status, body]).toEqual([200, expected])
      await own.emails()
    }
    expect(await emailsTo(own, 'user@example.com')).toHaveLength(3)
    own.pass(61 * minute)
    await requestReset(own, 'user@example.com')
    expect(await emailsTo(own, 'user@example.com')).toHaveLength(4)
  })

  test('for more than thirty email addresses from one client gets 429', async () => {
    const own = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const statuses = []
    for (let n = 0; n < 32; n++) statuses.push((await requestReset(own, `a${n}@example.com`, headers)).status)
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429])
  })
})
