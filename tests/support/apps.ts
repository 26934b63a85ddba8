// Apps in a state that several files of tests begin with.
import type { ContactMessage } from '../../contract/responses/messages.ts'
import { storeVisits } from '../../server/counts/stored-counts.ts'
import { contactCalls, portfolioCalls } from './calls.ts'
import { navigation, sendRaw } from './request.ts'
import { ownApp, ownSmtpPeer, type Running, sharedApp } from './start.ts'

export const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const browser = { ...navigation, 'sec-fetch-dest': 'document', 'user-agent': agent }

/**
 * An app that counts visits, a visitor with the headers of a browser, and what became of the visits.
 * @returns a function that starts such an app with its own settings, or empties the one that tests without any share: the
 * first page of an app takes most of the time of a test. Call it once, at the top of a test file.
 */
export async function visitedApps() {
  const shared = await sharedApp({}, { pages: true })
  return async (env?: Record<string, string>) => {
    if (env) return visited(await ownApp(env, { pages: true }))
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
  const counts = async (query = '', as = cookie) =>
    (await app.json(`/api/dashboard/counts${query}`, { cookie: as })).body
  return {
    app,
    cookie,
    ...portfolioCalls(() => ({ app, cookie })),
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

export type ReplyApp = Awaited<ReturnType<typeof replyApp>>

/** An app with a mail server and one message from a visitor, whose notification has arrived, and calls for that message. */
export async function replyApp() {
  const peer = await ownSmtpPeer()
  const app = await ownApp({
    SMTP_URL: peer.url,
    OWNER_EMAIL: 'owner@example.com',
    MAIL_FROM: 'Juno <site@example.com>',
  })
  const cookie = await app.asAdmin()
  const { post, list, reply } = contactCalls(() => ({ app, cookie }))
  await post({ name: 'Vera', message: 'How much\nis one?' })
  await peer.arrived(1)
  peer.emails.length = 0
  const only = async (): Promise<ContactMessage> => (await list()).contacts[0]
  const { id } = await only()
  return { app, cookie, id, peer, post, list, only, reply: (over = {}, to = id) => reply(to, over) }
}
