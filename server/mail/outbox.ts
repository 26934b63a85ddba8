// Sends what is queued: several messages at a time, none waiting for another, each retried until it is sent or rejected.
import { setTimeout as rest } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { type AppContext, iso, newId } from '../context.ts'
import type { Database } from '../db/connect.ts'
import type { OutboxRow, Tables } from '../db/tables.ts'
import { start } from './delivery.ts'
import { nextMessages } from './outbox-rows.ts'

/** Messages on the wire that began less than `pace.slowAfter` ago, and all of them. */
const slots = 8
const mostSending = 32
/** Milliseconds that a stop, once it has cut what was on the wire, waits for the rows. */
const stopWriting = 1_500

export type NewEmail = Pick<OutboxRow, 'kind' | 'recipient'> &
  Partial<Pick<OutboxRow, 'user_id' | 'contact_id' | 'reply_id' | 'account_id' | 'ip_address'>>

/** Queues a message in the transaction of its cause: both are there or neither. Announce 'outbox' after the commit. */
export async function queueEmail(
  context: Pick<AppContext, 'now' | 'emailKinds'>,
  db: Database | Transaction<Tables>,
  email: NewEmail,
  afterMs = 0,
): Promise<string> {
  const id = newId()
  // A newer message with a secret takes the place of the older one, sent or not.
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
 * Starts what may be sent now, as far as there is room on the wire.
 * @param run.isStopped asked before each start
 * @param run.onDone called after each attempt, so that its place is taken by the next
 * @returns the attempts it started
 */
async function startDue(
  context: AppContext,
  run: { isStopped: () => boolean; onDone: () => void },
): Promise<Promise<unknown>[]> {
  const { log, outgoing } = context
  const { sending, server, pace } = outgoing
  const started: Promise<unknown>[] = []
  for (;;) {
    const recent = [...sending.values()].filter(
      ({ since }) => performance.now() - since < pace.slowAfter,
    ).length
    const room = Math.min(slots - recent, mostSending - sending.size)
    if (room <= 0) return started
    const { inTrouble } = server
    const next = await nextMessages(context, {
      limit: inTrouble ? 1 : room,
      except: [...sending.keys()],
      inTrouble,
    })
    if (next.length === 0 || run.isStopped()) return started
    for (const message of next) {
      if (inTrouble && !server.mayTry(context.now().getTime(), message.attempts === 0)) return started
      const { done, isEmpty } = start(context, message.id)
      started.push(
        done.then(
          // Taken by another process: then there are others left.
          run.onDone,
          // The database is away or full: the next poll tries again.
          (error) => log.error({ event: 'mail.failed', err: error, messageId: message.id }, 'outbox'),
        ),
      )
      // One message at a time, and one that was dropped without contacting the server makes way for the next.
      if (inTrouble && !(await isEmpty)) return started
    }
  }
}

/** Sends until nothing is due. */
export async function deliverDue(context: AppContext): Promise<void> {
  for (;;) {
    const started = await startDue(context, { isStopped: () => false, onDone() {} })
    if (started.length === 0 && context.outgoing.sending.size === 0) return
    await Promise.all([...started, ...[...context.outgoing.sending.values()].map(({ done }) => done)])
  }
}

/**
 * Runs the outbox until the returned function is called. That takes no new message, waits up to 5 s for those on the
 * wire, gives the others back for the next process, and resolves within 6.5 s.
 */
export function runOutbox(context: AppContext): () => Promise<void> {
  const { outgoing } = context
  outgoing.isOpen = true
  outgoing.cut = new AbortController()
  let running: Promise<unknown> | null = null
  let again = false
  let stopped = false
  const wake = () => {
    if (stopped) return
    again = running !== null
    running ??= startDue(context, { isStopped: () => stopped, onDone: wake })
      .catch((error) => context.log.error({ event: 'mail.failed', err: error }, 'outbox'))
      .finally(() => {
        running = null
        if (again) wake()
      })
  }
  const timer = setInterval(wake, outgoing.pace.pollInterval)
  const unsubscribe = context.changes.on('outbox', wake)
  wake()
  return async () => {
    stopped = true
    outgoing.isOpen = false
    clearInterval(timer)
    unsubscribe()
    await running
    if (await areDone(context, outgoing.pace.stopTimeout)) return
    outgoing.cut.abort()
    await areDone(context, stopWriting)
  }
}

/** @returns whether no message is on the wire any more, after at most `ms` milliseconds. */
async function areDone({ outgoing }: AppContext, ms: number): Promise<boolean> {
  const all = Promise.allSettled([...outgoing.sending.values()].map(({ done }) => done))
  await Promise.race([all, rest(ms, undefined, { ref: false })])
  return outgoing.sending.size === 0
}
