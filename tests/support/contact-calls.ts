// Calls for contact messages: a valid message and its response, and calls that send and list messages.
import type { ContactMessage } from '../../contract/responses/messages.ts'
import type { Running } from './start.ts'

export const good = {
  name: 'Vera Visitor',
  email: 'vera@example.org',
  subject: 'A site',
  message: 'Hello,\nhow much is one?',
}
export const sent = { success: true, message: 'Message sent successfully!' }

/** @param here returns the app of a test and the cookie of its admin; called at each call. */
export function contactCalls(here: () => { app: Running; cookie: string }) {
  const post = (over: object = {}, to = here().app) => to.json('/contacts', { json: { ...good, ...over } })
  const list = async (query = '') => {
    const { app, cookie } = here()
    return (await app.json(`/contacts?${query}`, { cookie })).body
  }
  const messages = async (query = ''): Promise<string[]> =>
    (await list(query)).contacts.map(({ message }: ContactMessage) => message)
  /** The emails about a visitor's messages. */
  const emailAbout = async (name: string) =>
    (await here().app.emails()).filter(({ subject }) => subject?.includes(name))
  return { post, list, messages, emailAbout }
}
