// The test email.
import { expect, onTestFinished, test } from 'vitest'
import { emailTo } from '../../support/evidence.ts'
import { rejectedReply, startSmtpPeer } from '../../support/peers/smtp-peer.ts'
import { ownApps, type Running } from '../../support/start.ts'

const ownApp = ownApps()

const requestTest = (to: Running, cookie: string) =>
  to.json('/api/settings/test-mail', { method: 'POST', cookie })

test('without a mail server the test email goes to the outbox folder, and the response says where', async () => {
  const app = await ownApp()
  const { status, body } = await requestTest(app, await app.asAdmin())
  expect([status, body.success]).toEqual([200, true])
  expect((await emailTo(app, 'admin@example.com')).subject).toMatch(/^Test email from/)
  expect(body.message).toMatch(/^No mail server is set up\. The test email was written to .*\.eml$/)
  expect(body.message).toContain(app.context.config.dataDir)
})

test('a mail server’s answer to the test email is in the response: accepted, rejected for good or for now, or none', async () => {
  const peer = await startSmtpPeer()
  onTestFinished(() => peer.stop())
  const app = await ownApp({ SMTP_URL: peer.url, LOG_LEVEL: 'silent' })
  const cookie = await app.asAdmin('boss@example.com')
  const answer = async () => {
    const { status, body } = await requestTest(app, cookie)
    return [status, body.message]
  }
  const sent = /^Test email sent to boss@example\.com\. The mail server replied: 250/
  expect(await answer()).toEqual([200, expect.stringMatching(sent)])
  const [email] = await peer.arrived(1)
  expect(email?.recipients).toEqual(['boss@example.com'])
  peer.mode = 'reject'
  expect(await answer()).toEqual([502, expect.stringContaining(rejectedReply)])
  peer.mode = 'defer'
  expect(await answer()).toEqual([503, expect.stringContaining('451')])
  await peer.stop()
  const [status, message] = await answer()
  expect([status, message]).toEqual([503, expect.stringContaining('ECONNREFUSED')])
  expect(message).not.toMatch(/\n|at /)
})
