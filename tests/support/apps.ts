// Apps in a state that several files of tests begin with.
import { afterAll, afterEach, beforeEach } from 'vitest'
import type { ContactMessage } from '../../contract/responses/messages.ts'
import { storeVisits } from '../../server/counts/stored-counts.ts'
import { portfolioCalls } from './calls.ts'
import { type SmtpPeer, startSmtpPeer } from './peers/smtp-peer.ts'
import { navigation, sendRaw } from './request.ts'
import { ownApps, type Running, startApp } from './start.ts'

export const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const browser = { ...navigation, 'sec-fetch-dest': 'document', 'user-agent': agent }

/**
 * An app that counts visits, a visitor with the headers of a browser, and what became of the visits.
 * @returns a function that starts such an app with its own settings, or empties the one that tests without any share: the
 * first page of an app takes most of the time of a test. Call it once, at the top of a test file.
 */
export function visitedApps() {
  const ownApp = ownApps()
  let shared: Running | undefined
  afterAll(() => shared?.stop())
  return async (env?: Record<string, string>) => {
    if (env) return visited(await ownApp(env, { pages: true }))
    shared ??= await startApp({}, { pages: true })
    const { context } = shared
    for (const table of ['projects', 'users', 'daily_counts', 'audit_events'] as const)
      await context.db.deleteFrom(table).execute()
    context.visits.take()
    context.changes.emit('portfolio')
    return visited(shared)
  }
}

async function visited(app: Running) {
  const cookie = await app.asAdmin()
  const { added, update, remove } = portfolioCalls(() => ({ app, cookie }))
  const counts = async (query = '', as = cookie) =>
    (await app.json(`/api/dashboard/counts${query}`, { cookie: as })).body
  return {
    app,
    cookie,
    added,
    update,
    remove,
    counts,
    visit: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      sendRaw(app, path, { ...browser, ...headers }, method),
    report: (json: object, headers: Record<string, string> = {}) =>
      app.json('/counts', {
        json,
        headers: { 'user-agent': agent, 'sec-fetch-site': 'same-origin', ...headers },
      }),
    rows: () => app.context.db.selectFrom('daily_counts').selectAll().orderBy('project_id').execute(),
    /** What is counted for today, once it is stored. */
    async today() {
      await storeVisits(app.context)
      const { day: _, ...today } = (await counts()).days.at(-1)
      return today
    },
  }
}

export interface ReplyApp {
  app: Running
  /** Of an admin. */
  cookie: string
  /** Of the message. */
  id: string
  peer: SmtpPeer
}

export const replyText = { replySubject: 'Re: A site', replyBody: 'Hello Vera,\n\nabout 2,000.' }

/**
 * Starts an app with a mail server and one message from a visitor before each test.
 * @param use called with it, to be assigned.
 * @returns calls for the message of the current test
 */
export function replyApp(use: (started: ReplyApp) => void) {
  const ownApp = ownApps()
  let started: ReplyApp
  const only = async ({ app, cookie }: Omit<ReplyApp, 'id'> = started): Promise<ContactMessage> =>
    (await app.json('/contacts', { cookie })).body.contacts[0]
  const reply = (over: object = {}, to = started.id) =>
    started.app.json(`/contacts/${to}/reply`, { cookie: started.cookie, json: { ...replyText, ...over } })

  beforeEach(async () => {
    const peer = await startSmtpPeer()
    const app = await ownApp({
      SMTP_URL: peer.url,
      OWNER_EMAIL: 'owner@example.com',
      MAIL_FROM: 'Juno <site@example.com>',
    })
    const cookie = await app.asAdmin()
    await app.json('/contacts', {
      json: { name: 'Vera', email: 'vera@example.org', subject: 'A site', message: 'How much\nis one?' },
    })
    // The notification arrives before the test begins.
    await peer.arrived(1)
    peer.emails.length = 0
    started = { app, cookie, peer, id: (await only({ app, cookie, peer })).id }
    use(started)
  })
  // Before the app is: an email that hangs ends while the database can still record it.
  afterEach(() => started.peer.stop())
  return { only: () => only(), reply }
}
