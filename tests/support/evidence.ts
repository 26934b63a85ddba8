// What tests read and change besides requests: rows, log lines, jobs, and the links and codes of emails.
import type { Email } from 'postal-mime'
import { expect } from 'vitest'
import type { AppContext } from '../../server/context.ts'
import type { Tables } from '../../server/db/tables.ts'
import { withTimeLimit } from '../../server/db/time-limit.ts'
import { addRecurring, failInterrupted } from '../../server/jobs/jobs.ts'
import { startDue } from '../../server/jobs/runner.ts'
import { createLog } from '../../server/log.ts'
import { Changes } from '../../server/public-content.ts'
import type { Running } from './start.ts'

/** The first link in an email. */
export const linkIn = ({ text = '' }: Email) => new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '')

export function codeIn({ text = '' }: Email): string {
  const [code] = /^\d{8}$/m.exec(text) ?? []
  if (!code) throw new Error('no code in this email')
  return code
}

/** Path and query of a link, which is also the URL of the call that its page makes. */
export const callOf = ({ pathname, search }: URL) => pathname + search

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

/** What is read and changed of an app besides its requests. */
export function evidenceOf(context: AppContext) {
  return {
    /** Every row about users, as one text, to be searched for secrets that must not be stored. */
    async rowsAsText(): Promise<string> {
      const about = ['sessions', 'one_time_tokens', 'attempts', 'jobs', 'audit_events', 'settings'] as const
      const tables = ['users', ...about] as const
      const rows = tables.map((table) => context.db.selectFrom(table).selectAll().execute())
      return JSON.stringify(await Promise.all(rows))
    },
    /** Captures the log lines from now on, at every level. */
    captureLog(): string[] {
      const lines: string[] = []
      const log = createLog('trace', { write: (line) => lines.push(line) })
      Object.assign(context, { log })
      return lines
    },
    /** Runs the cleanup jobs as if their hour had come, by a clock that is as far ahead. */
    async cleanUp(ahead = 0): Promise<void> {
      const then = { ...context, now: () => new Date(context.now().getTime() + ahead) }
      const due_at = then.now().toISOString()
      await context.db.updateTable('jobs').set({ due_at }).where('queue', '=', 'cleanup').execute()
      await runDue(then, 'cleanup')
    },
    /** From now on each reading is a millisecond later than the one before, as it may be on any machine. */
    tickAtEachReading(): void {
      const now = context.now.bind(context)
      let ticks = 0
      Object.assign(context, { now: () => new Date(now().getTime() + ticks++) })
    },
    /** From now on emails stay queued until `emails()` sends them. */
    stallOutbox: () => void Object.assign(context, { changes: new Changes() }),
    queuedMail: () => context.db.selectFrom('jobs').selectAll().where('queue', '=', 'mail').execute(),
    /** Between two tests: thousands of rows take PostgreSQL on a busy machine longer than a request may wait. */
    async empty(...tables: (keyof Tables)[]): Promise<void> {
      for (const table of tables) await withTimeLimit(60_000, () => context.db.deleteFrom(table).execute())
      context.changes.emit('portfolio')
    },
    /** Makes it as if this limit had been counted so often, which would only take time. */
    async countedBefore(name: string, count: number): Promise<void> {
      const attempts = context.db.updateTable('attempts').set({ count })
      const { numUpdatedRows } = await attempts.where('key', 'like', `${name}:%`).executeTakeFirst()
      expect(numUpdatedRows).toBe(1n)
    },
  }
}

/** The statuses of calls that were made at the same moment, in ascending order. */
export const statusesAtOnce = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).sort((a, b) => a - b)

/** The statuses of as many calls, one after the other. */
export async function statusesInTurn(count: number, call: (n: number) => Promise<{ status: number }>) {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push((await call(n)).status)
  return statuses
}

/** A response that rejects one field. */
export const invalid = (field: string, message: unknown) => ({
  status: 400,
  body: { code: 'invalid', message, errors: { [field]: message } },
})
