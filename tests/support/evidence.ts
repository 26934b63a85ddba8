// What tests read besides responses: rows as text, log lines, and the links and codes of emails.
import { Writable } from 'node:stream'
import type { Email } from 'postal-mime'
import { Changes } from '../../server/changes.ts'
import { createLog } from '../../server/log.ts'
import type { Running } from './start.ts'

const tables = [
  'users',
  'sessions',
  'one_time_tokens',
  'attempts',
  'jobs',
  'audit_events',
  'settings',
] as const

/** Every row about users, as one text, to be searched for secrets that must not be stored. */
export async function rowsAsText(app: Running): Promise<string> {
  const rows = await Promise.all(
    tables.map((table) => app.context.db.selectFrom(table).selectAll().execute()),
  )
  return JSON.stringify(rows)
}

/** Captures the log lines of the app from now on, at every level. */
export function captureLog(app: Running): string[] {
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

/** The newest email to a recipient. */
export async function emailTo(app: Running, recipient: string, subject = /./): Promise<Email> {
  const emails = await emailsTo(app, recipient, subject)
  const newest = emails.at(-1)
  if (!newest) throw new Error(`no email to ${recipient}`)
  return newest
}

export async function emailsTo(app: Running, recipient: string, subject = /./): Promise<Email[]> {
  const emails = await app.emails()
  return emails.filter(
    (email) => email.to?.some((to) => to.address === recipient) && subject.test(email.subject ?? ''),
  )
}

/** The first link in an email. */
export function linkIn(email: Email): URL {
  const [link = ''] = /https?:\/\/\S+/.exec(email.text ?? '') ?? []
  return new URL(link)
}

export function codeIn(email: Email): string {
  const [code = ''] = /^\d{8}$/m.exec(email.text ?? '') ?? []
  if (!code) throw new Error('no code in this email')
  return code
}

/** Path and query of a link, which is also the URL of the call that its page makes. */
export function callOf(link: URL): string {
  return link.pathname + link.search
}

/** From now on emails stay queued until `emails()` sends them. */
export function stallOutbox(app: Running): void {
  Object.assign(app.context, { changes: new Changes() })
}
