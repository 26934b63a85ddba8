// Sends the queued emails, several at a time, each retried until it is sent or rejected.
import { setTimeout as rest } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { type AppContext, iso, newId } from '../context.ts'
import type { Database } from '../db/connect.ts'
import type { OutboxRow, Tables } from '../db/tables.ts'
import { OnceAMinute } from '../once-a-minute.ts'
import { startPolling } from '../polling.ts'
import { start } from './delivery.ts'
import { nextEmails } from './outbox-rows.ts'

/** Emails being sent at once: those that began less than `pace.slowAfter` ago, and all. */
const slots = 8
const maxSending = 32
/** Milliseconds that a stop, once it has aborted what was being sent, waits for the rows to be written. */
const stopWriting = 1_500

export type NewEmail = Pick<OutboxRow, 'kind' | 'recipient'> &
  Partial<Pick<OutboxRow, 'user_id' | 'contact_id' | 'reply_id' | 'account_id' | 'ip_address'>>

/** Queues an email in the transaction of its cause: both are stored or neither. Emit 'outbox' after the commit. */
export async function queueEmail(
  context: Pick<AppContext, 'now' | 'emailKinds'>,
  db: Database | Transaction<Tables>,
  email: NewEmail,
  afterMs = 0,
): Promise<string> {
  const id = newId()
  // A newer email with a secret replaces the older one, sent or not.
  if (context.emailKinds[email.kind].replacesOlder)
    await db
      .deleteFrom('outbox')
      .where('kind', '=', email.kind)
      .where('recipient', '=', email.recipient)
      .execute()
  await db
    .insertInto('outbox')
    .values({
      user_id: null,
      contact_id: null,
      reply_id: null,
      ...email,
      id,
      attempts: 0,
      due_at: iso(context, afterMs),
      lease_until: null,
      rejected_at: null,
      error: null,
      created_at: iso(context),
    })
    .execute()
  return id
}

/**
 * Starts what may be sent now, as far as slots are free.
 * @param run.isStopped called before each start
 * @param run.onDone called after each attempt, so that the next one gets its slot
 * @returns the attempts it started
 */
async function startDue(
  context: AppContext,
  run: {
    isStopped: () => boolean
    onDone: () => void
    /** The database is away or full. */
    onFailed: (error: unknown, emailId: string) => void
  },
): Promise<Promise<unknown>[]> {
  const { sending, unclaimed, server, pace } = context.outgoing
  const started: Promise<unknown>[] = []
  let hasFailed = false
  for (;;) {
    const recent = [...sending.values()].filter(
      ({ since }) => performance.now() - since < pace.slowAfter,
    ).length
    const free = Math.min(slots - recent, maxSending - sending.size)
    if (free <= 0) return started
    const { inTrouble } = server
    const next = await nextEmails(context, {
      limit: inTrouble ? 1 : free,
      except: [...sending.keys()],
      last: [...unclaimed.keys()],
      inTrouble,
    })
    // An email whose lease could not be stored is due as before: the next poll tries again, this run would at once [R398].
    if (next.length === 0 || hasFailed || run.isStopped()) return started
    for (const email of next) {
      if (inTrouble && !server.mayTry(context.now().getTime(), email.attempts === 0)) return started
      const { done, isEmpty } = start(context, email.id)
      started.push(
        done.then(
          // Also when another process took it: others may be left.
          run.onDone,
          (error) => {
            hasFailed = true
            unclaimed.set(email.id, true)
            run.onFailed(error, email.id)
          },
        ),
      )
      // One email at a time; after one that was dropped without contacting the server comes the next.
      if (inTrouble && !(await isEmpty)) return started
    }
  }
}

/** Sends until nothing is due. @throws what an attempt failed with while the database was away or full */
export async function deliverDue(context: AppContext): Promise<void> {
  const failures: unknown[] = []
  const run = { isStopped: () => false, onDone() {}, onFailed: (error: unknown) => failures.push(error) }
  for (;;) {
    const started = await startDue(context, run)
    if (started.length === 0 && context.outgoing.sending.size === 0) return
    await Promise.all([...started, ...[...context.outgoing.sending.values()].map(({ done }) => done)])
    if (failures.length > 0) throw failures[0]
  }
}

/**
 * Runs the outbox until the returned function is called. That one starts no more emails, waits up to 5 s for those being
 * sent, releases the others for the next process, and resolves within 6.5 s.
 */
export function runOutbox(context: AppContext): () => Promise<void> {
  const { outgoing } = context
  const lines = new OnceAMinute()
  const onFailed = (error: unknown, emailId?: string) => {
    if (lines.isDue()) context.log.error({ event: 'mail.failed', err: error, emailId }, 'outbox failed')
  }
  outgoing.isOpen = true
  outgoing.cut = new AbortController()
  const end = startPolling({
    interval: outgoing.pace.pollInterval,
    subscribe: (poll) => context.changes.on('outbox', poll),
    run: (poll) =>
      startDue(context, { isStopped: () => !outgoing.isOpen, onDone: poll, onFailed }).catch((error) =>
        onFailed(error),
      ),
  })
  return async () => {
    outgoing.isOpen = false
    await end()
    if (await areDone(context, outgoing.pace.stopTimeout)) return
    outgoing.cut.abort()
    await areDone(context, stopWriting)
  }
}

/** @returns whether no email is being sent any more, after at most `ms` milliseconds. */
async function areDone({ outgoing }: AppContext, ms: number): Promise<boolean> {
  const all = Promise.allSettled([...outgoing.sending.values()].map(({ done }) => done))
  await Promise.race([all, rest(ms, undefined, { ref: false })])
  return outgoing.sending.size === 0
}
