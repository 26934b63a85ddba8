// What tests read and change besides requests: rows, log lines, jobs, and the links and codes of emails.
import type { Email } from 'postal-mime'
import { expect } from 'vitest'
import { Changes } from '../../server/changes.ts'
import type { AppContext } from '../../server/context.ts'
import { withTimeLimit } from '../../server/db/time-limit.ts'
import { newId } from '../../server/ids.ts'
import { addRecurring, failInterrupted } from '../../server/jobs/rows.ts'
import { startDue } from '../../server/jobs/runner.ts'
import { createLog } from '../../server/log.ts'
import { queueEmail } from '../../server/mail/outbox.ts'
import type { Running } from './start.ts'

/** Every row about users, as one text, to be searched for secrets that must not be stored. */
export async function rowsAsText({ context: { db } }: Running): Promise<string> {
  const about = ['sessions', 'one_time_tokens', 'attempts', 'jobs', 'audit_events', 'settings'] as const
  const rows = (['users', ...about] as const).map((table) => db.selectFrom(table).selectAll().execute())
  return JSON.stringify(await Promise.all(rows))
}

/** Captures the log lines of the app from now on, at every level. */
export function captureLog(app: Running): string[] {
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => lines.push(line) })
  Object.assign(app.context, { log })
  return lines
}

/** The first link in an email. */
export const linkIn = ({ text = '' }: Email) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')

export function codeIn({ text = '' }: Email): string {
  const [code] = /^\d{8}$/m.exec(text) ?? []
  if (!code) throw new Error('no code in this email')
  return code
}

/** Path and query of a link, which is also the URL of the call that its page makes. */
export const callOf = ({ pathname, search }: URL) => pathname + search

/** From now on emails stay queued until `emails()` sends them. */
export function stallOutbox(app: Running): void {
  Object.assign(app.context, { changes: new Changes() })
}

/** Queues one email to each recipient. */
export async function queueMail(app: Running, recipients: string[]): Promise<void> {
  const { context } = app
  const user_id = await app.addUser({ email: `${newId()}@example.com` })
  await context.db.transaction().execute(async (tx) => {
    for (const recipient of recipients)
      await queueEmail(context, tx, { kind: 'email-changed', recipient, user_id })
  })
  context.changes.emit('jobs')
}

/** Emails that are not sent yet. */
export const queuedMail = ({ context }: Pick<Running, 'context'>) =>
  context.db.selectFrom('jobs').selectAll().where('queue', '=', 'mail').execute()

/** Runs what is due in one queue until nothing is. */
export async function runDue(context: AppContext, queue: string): Promise<void> {
  if (context.jobs.stop.signal.aborted) context.jobs.stop = new AbortController()
  await addRecurring(context)
  for (;;) {
    await failInterrupted(context, false)
    await startDue(context, queue)
    const running = context.jobs.runningIn(queue)
    if (running.length === 0) return
    await Promise.all(running.map(({ outcome }) => outcome))
  }
}

/** Runs the cleanup jobs as if their hour had come. */
export async function cleanUp(context: AppContext): Promise<void> {
  const due_at = context.now().toISOString()
  await context.db.updateTable('jobs').set({ due_at }).where('queue', '=', 'cleanup').execute()
  await runDue(context, 'cleanup')
}

/** From now on each reading is a millisecond later than the one before, as it may be on any machine. */
export function tickAtEachReading(context: AppContext): void {
  const now = context.now.bind(context)
  let ticks = 0
  Object.assign(context, { now: () => new Date(now().getTime() + ticks++) })
}

/** Empties a table between two tests: thousands of rows take PostgreSQL on a busy machine longer than a request may wait. */
export async function emptyTable(
  { context }: Running,
  table: 'projects' | 'messages' | 'spam_marks',
): Promise<void> {
  await withTimeLimit(60_000, () => context.db.deleteFrom(table).execute())
}

/** That a limit of an hour is used up, and in which words it says so. */
export function expectTooMany(
  { status, body, headers }: Awaited<ReturnType<Running['json']>>,
  sentence: string,
): void {
  expect([status, body.code]).toEqual([429, 'too-many'])
  expect(body.message.replace(/\d+/, 'n')).toBe(`${sentence} Please try again in n minutes.`)
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500)
}

/** Behind one trusted proxy, the client with this IP address. */
export const from = (address: string) => ({ 'x-forwarded-for': address })

/** Makes it as if this limit had been counted so often, which would only take time. */
export async function countedBefore(app: Running, name: string, count: number): Promise<void> {
  const { numUpdatedRows } = await app.context.db
    .updateTable('attempts')
    .set({ count })
    .where('key', 'like', `${name}:%`)
    .executeTakeFirst()
  expect(numUpdatedRows).toBe(1n)
}
