// The links and codes of emails, due jobs, clients behind a proxy, and limits that are used up.
import type { Email } from 'postal-mime'
import { expect } from 'vitest'
import type { AppContext } from '../../server/context.ts'
import { addRecurring, failInterrupted } from '../../server/jobs/jobs.ts'
import { startDue } from '../../server/jobs/runner.ts'

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

/** A response that says in these words that a limit of an hour is used up. */
export const tooMany = (sentence: string) => ({
  status: 429,
  body: {
    code: 'too-many',
    message: expect.stringMatching(`^${sentence} Please try again in \\d+ minutes\\.$`),
  },
  headers: expect.toSatisfy((headers: Headers) => Number(headers.get('retry-after')) > 3_500),
})

/** Behind one trusted proxy, the client with this IP address. */
export const from = (address: string) => ({ 'x-forwarded-for': address })

/** The statuses of calls that were made at the same moment, in ascending order. */
export const statusesAtOnce = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).sort((a, b) => a - b)

/** The statuses of as many calls, one after the other. */
export const statusesInTurn = (count: number, call: (n: number) => Promise<{ status: number }>) =>
  Array.fromAsync({ length: count }, async (_, n) => (await call(n)).status)

/** A response that rejects one field. */
export const invalid = (field: string, message: unknown) => ({
  status: 400,
  body: { code: 'invalid', message, errors: { [field]: message } },
})
