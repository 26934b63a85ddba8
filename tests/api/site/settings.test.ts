// The registration switch and the test email.
import { describe, expect, onTestFinished, test } from 'vitest'
import { register } from '../../support/calls.ts'
import { captureLog, emailTo } from '../../support/evidence.ts'
import { rejectedReply, startSmtpPeer } from '../../support/peers/smtp-peer.ts'
import { ownApps, type Running, sharedApp } from '../../support/start.ts'

const ownApp = ownApps()
let app: Running
let admin: string
sharedApp(async (started) => {
  app = started
  admin = await app.asAdmin()
})

const read = (to = app) => to.json('/api/settings/registration')
const set = (json: unknown, cookie: string | undefined = admin, to = app) =>
  to.json('/api/settings/registration', { method: 'PUT', json, ...(cookie ? { cookie } : {}) })

describe('the registration switch', () => {
  test('is on at first, and visitors may read it', async () => {
    const fresh = await ownApp()
    const { status, body, headers } = await read(fresh)
    expect([status, body]).toEqual([200, { registrationEnabled: true }])
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('acts at once, off and on again', async () => {
    const off = await set({ registrationEnabled: false })
    expect([off.status, off.body]).toEqual([
      200,
      { success: true, message: 'Setting saved!', registrationEnabled: false },
    ])
    expect((await read()).body).toEqual({ registrationEnabled: false })
    const rejected = await register(app, {})
    expect([rejected.status, rejected.body.message]).toEqual([403, 'Registration is disabled.'])
    expect((await set({ registrationEnabled: true })).body.registrationEnabled).toBe(true)
    expect((await register(app, {})).status).toBe(201)
  })

  test('accepts only true and false', async () => {
    for (const registrationEnabled of ['true', 'false', 1, 0, null, undefined, [], {}]) {
      const { status, body } = await set({ registrationEnabled })
      const text = 'Registration is either on or off.'
      expect([status, body.errors]).toEqual([400, { registrationEnabled: text }])
    }
    expect((await read()).body).toEqual({ registrationEnabled: true })
  })
})

describe('the test email', () => {
  async function startPeer() {
    const peer = await startSmtpPeer()
    onTestFinished(() => peer.stop())
    return peer
  }
  const requestTest = (to: Running, cookie?: string) =>
    to.json('/api/settings/test-mail', { method: 'POST', ...(cookie ? { cookie } : {}) })

  test('without a mail server goes to the outbox folder, and the response says where', async () => {
    const { status, body } = await requestTest(app, admin)
    expect([status, body.success]).toEqual([200, true])
    expect((await emailTo(app, 'admin@example.com')).subject).toMatch(/^Test email from/)
    expect(body.message).toMatch(/^No mail server is set up\. The test email was written to .*\.eml$/)
    expect(body.message).toContain(app.context.config.dataDir)
  })

  test("is sent to the admin who requested it, and the response contains the mail server's reply", async () => {
    const peer = await startPeer()
    const mailed = await ownApp({ SMTP_URL: peer.url })
    const { status, body } = await requestTest(mailed, await mailed.asAdmin('boss@example.com'))
    expect([status, body.success]).toEqual([200, true])
    expect(body.message).toMatch(/^Test email sent to boss@example\.com\. The mail server replied: 250/)
    const [email] = await peer.arrived(1)
    expect(email?.recipients).toEqual(['boss@example.com'])
    expect(email?.subject).toMatch(/^Test email from/)
  })

  test('rejected for good gives 502 with the reply of the mail server', async () => {
    const peer = await startPeer()
    peer.mode = 'reject'
    const mailed = await ownApp({ SMTP_URL: peer.url, LOG_LEVEL: 'silent' })
    const { status, body } = await requestTest(mailed, await mailed.asAdmin())
    expect([status, body.success]).toEqual([502, false])
    expect(body.message).toContain(rejectedReply)
  })

  test('rejected for now, or without a reply, gives 503 with the reason', async () => {
    const peer = await startPeer()
    peer.mode = 'defer'
    const mailed = await ownApp({ SMTP_URL: peer.url, LOG_LEVEL: 'silent' })
    const cookie = await mailed.asAdmin()
    const log = captureLog(mailed)
    const later = await requestTest(mailed, cookie)
    expect([later.status, later.body.message]).toEqual([503, expect.stringContaining('451')])
    await peer.stop()
    const silent = await requestTest(mailed, cookie)
    expect([silent.status, silent.body.message]).toEqual([503, expect.stringContaining('ECONNREFUSED')])
    expect(silent.body.message).not.toMatch(/\n|at /)
    // The server is not busy, and each line says what the mail server said.
    const lines = log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
    expect(lines.map(({ event, err }) => [event, err?.message])).toEqual([
      ['request.failed', expect.stringContaining('451')],
      ['request.failed', expect.stringContaining('ECONNREFUSED')],
    ])
  })
})
