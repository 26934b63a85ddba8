// A reply while the mail server does not respond: it takes ten seconds.
import { expect, test } from 'vitest'
import { contactCalls } from '../support/calls.ts'
import { ownApp, ownSmtpPeer } from '../support/start.ts'

test('gets 202 after ten seconds, others are served in between, and deleting the message deletes its email', async () => {
  const peer = await ownSmtpPeer()
  const app = await ownApp({ SMTP_URL: peer.url })
  const cookie = await app.asAdmin()
  const { post, list, reply } = contactCalls(() => ({ app, cookie }))
  await post()
  await peer.arrived(1)
  const [{ id }] = (await list()).contacts
  peer.mode = 'hang'
  const waiting = reply(id)
  await peer.offered(2)
  expect((await list()).contacts).toMatchObject([{ replied: false, sending: true }])
  const message = 'Reply saved. The mail server did not respond; sending is retried.'
  expect(await waiting).toMatchObject({ status: 202, body: { message } })
  await app.json(`/contacts/${id}`, { method: 'DELETE', cookie })
  expect(await app.queuedMail()).toEqual([])
})
