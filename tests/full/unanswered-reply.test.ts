// A reply while the mail server does not respond: it takes ten seconds.
import { expect, test } from 'vitest'
import { replyApp } from '../support/apps.ts'

test('gets 202 after ten seconds, others are served in between, and deleting the message deletes its email', async () => {
  const { peer, app, cookie, id, only, reply } = await replyApp()
  peer.mode = 'hang'
  const waiting = reply()
  await peer.offered(2)
  expect(await only()).toMatchObject({ replied: false, sending: true })
  const message = 'Reply saved. The mail server did not respond; sending is retried.'
  expect(await waiting).toMatchObject({ status: 202, body: { message } })
  await app.json(`/contacts/${id}`, { method: 'DELETE', cookie })
  expect(await app.queuedMail()).toEqual([])
})
