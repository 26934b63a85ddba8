// What the tests of messages share: a good one, its answer, and short calls that send, list and follow messages.
import type { ContactMessage } from '../../contract/contacts.ts'
import type { Running } from './start.ts'

export const good = {
  name: 'Vera Visitor',
  email: 'vera@example.org',
  subject: 'A site',
  message: 'Hello,\nhow much is one?',
}
export const sent = { success: true, message: 'Message sent successfully!' }

/** @param here the app of a test and the cookie of its admin, which are there once the test runs. */
export function shortCalls(here: () => { app: Running; cookie: string }) {
  const post = (over: object = {}, to = here().app) => to.json('/contacts', { json: { ...good, ...over } })
  const list = async (query = '') => {
    const { app, cookie } = here()
    return (await app.json(`/contacts?${query}`, { cookie })).body
  }
  const messages = async (query = ''): Promise<string[]> =>
    (await list(query)).contacts.map(({ message }: ContactMessage) => message)
  /** The emails about the messages that are stored now: those of earlier tests are cleared with their rows. */
  const emailAbout = async (name: string) =>
    (await here().app.emails()).filter(({ subject }) => subject?.includes(name))
  return { post, list, messages, emailAbout }
}
