// What tests look into from outside: rows as text, log lines, and the links and codes of emails.
import { Writable } from 'node:stream'
import type { Email } from 'postal-mime'
import { Changes } from '../../server/changes.ts'
import { createLog } from '../../server/log.ts'
import type { Running } from './start.ts'

const tables = [
  'users',
  'sessions',
  'one_time_tokens',
  'setup_links',
  'attempts',
  'outbox',
  'audit_events',
  'settings',
] as const

/** Every row that has to do with people, as one text to search for what must not rest there. */
export async function rowsAsText(app: Running): Promise<string> {
  const rows = await Promise.all(
    tables.map((table) => app.context.db.selectFrom(table).selectAll().execute()),
  )
  return JSON.stringify(rows)
}

/** Keeps what the app logs from here on, at every level. */
export function keepLog(app: Running): string[] {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  Object.assign(app.context, { log: createLog('trace', stream) })
  return lines
}

/** The newest email to an address. */
export async function emailTo(app: Running, address: string, subject = /./): Promise<Email> {
  const emails = await emailsTo(app, address, subject)
  const newest = emails.at(-1)
  if (!newest) throw new Error(`no email to ${address}`)
  return newest
}

export async function emailsTo(app: Running, address: string, subject = /./): Promise<Email[]> {
  const emails = await app.emails()
  return emails.filter(
    (email) => email.to?.some((to) => to.address === address) && subject.test(email.subject ?? ''),
  )
}

/** The first address in an email. */
export function linkIn(email: Email): URL {
  const [link = ''] = /https?:\/\/\S+/.exec(email.text ?? '') ?? []
  return new URL(link)
}

export function codeIn(email: Email): string {
  const [code = ''] = /^\d{8}$/m.exec(email.text ?? '') ?? []
  if (!code) throw new Error('no code in this email')
  return code
}

/** Path and query of a link, to be called as the page behind it does. */
export function callOf(link: URL): string {
  return link.pathname + link.search
}

/** From here on emails wait, as behind a mail server that is slow with others, until `emails()` sends them. */
export function stallOutbox(app: Running): void {
  Object.assign(app.context, { changes: new Changes() })
}
