// An app with a mail server and one message from a visitor, for tests of replies.
import { afterEach, beforeEach } from 'vitest'
import type { ContactMessage } from '../../contract/responses/messages.ts'
import { ownApps } from './own-apps.ts'
import { type SmtpPeer, startSmtpPeer } from './smtp-peer.ts'
import type { Running } from './start.ts'

export interface ReplyApp {
  app: Running
  /** Of an admin. */
  cookie: string
  /** Of the message. */
  id: string
  peer: SmtpPeer
}

export const text = { replySubject: 'Re: A site', replyBody: 'Hello Vera,\n\nabout 2,000.' }

/**
 * Starts one before each test.
 * @param use called with it, to be assigned.
 * @returns calls for the message of the current test
 */
export function replyApp(use: (started: ReplyApp) => void) {
  const ownApp = ownApps()
  let app: Running
  let cookie: string
  let id: string
  let peer: SmtpPeer

  const only = async (): Promise<ContactMessage> => (await app.json('/contacts', { cookie })).body.contacts[0]
  const reply = (over: object = {}, to = id) =>
    app.json(`/contacts/${to}/reply`, { cookie, json: { ...text, ...over } })

  beforeEach(async () => {
    peer = await startSmtpPeer()
    app = await ownApp({
      SMTP_URL: peer.url,
      OWNER_EMAIL: 'owner@example.com',
      MAIL_FROM: 'Juno <site@example.com>',
    })
    cookie = await app.asAdmin()
    await app.json('/contacts', {
      json: { name: 'Vera', email: 'vera@example.org', subject: 'A site', message: 'How much\nis one?' },
    })
    // The notification arrives before the test begins.
    await peer.arrived(1)
    peer.emails.length = 0
    id = (await only()).id
    use({ app, cookie, id, peer })
  })
  // Before the app is: an email that hangs ends while the database can still record it.
  afterEach(() => peer.stop())
  return { only, reply }
}
