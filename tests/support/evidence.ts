// The links and codes of emails, due jobs, clients behind a proxy, and limits that are used up.
import type { Email } from 'postal-mime'
import { expect } from 'vitest'
import type { AppContext } from '../../server/context.ts'
import { addRecurring, failInterrupted } from '../../server/jobs/jobs.ts'
import { startDue } from '../../server/jobs/runner.ts'
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
