// One attempt to send one email, from taking the lease to recording the outcome.
import { setTimeout as rest } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import type { OutboxRow } from '../db/tables.ts'
import { isLimitReached, type MailCause } from './hourly-limit.ts'
import { composeEmail } from './layout.ts'
import {
  type ClaimedEmail,
  claim,
  drop,
  giveBack,
  giveUp,
  makeAllDue,
  markSent,
  postpone,
} from './outbox-rows.ts'
import type { Attempt, Delivery } from './outgoing-mail.ts'
import { SendFailure } from './send-failure.ts'
import { longestPause } from './server-health.ts'
import type { EmailMessage } from './transport.ts'

/** Milliseconds for an attempt, rendering the email included; shorter than the lease. */
const sendTimeout = 35_000
/** An email that failed while others were sent is retried after at most this long, this many times. */
const soon = 10_000
const soonAttempts = 20

/**
 * Sends one email now, due or not. If this process is sending it already, the outcome is that of the attempt under way.
 * Never throws for a failing mail server.
 */
export async function deliver(context: AppContext, id: string, cause: MailCause): Promise<Delivery> {
  if (!context.outgoing.isOpen) return { outcome: 'later', reason: 'The server is stopping.' }
  if (await isLimitReached(context, cause)) return { outcome: 'later', reason: 'Too many emails in an hour.' }
  return start(context, id).done
}

/** Begins an attempt, which counts as under way before this returns, unless this process has one under way. */
export function start(context: AppContext, id: string): Attempt {
  const { sending } = context.outgoing
  const underWay = sending.get(id)
  if (underWay) return underWay
  const { promise: isEmpty, resolve: onRendered } = Promise.withResolvers<boolean>()
  const done = attempt(context, id, onRendered).finally(() => {
    sending.delete(id)
    // Without effect where it was called before.
    onRendered(false)
  })
  const started = { since: performance.now(), done, isEmpty }
  sending.set(id, started)
  return started
}

/** @param onRendered called with whether there was nothing to say; not called if the attempt ended before that was known */
async function attempt(
  context: AppContext,
  id: string,
  onRendered: (isEmpty: boolean) => void,
): Promise<Delivery> {
  const { log, outgoing, transport } = context
  // Counted from before the lease is taken, so that it ends before the lease does.
  const signal = AbortSignal.any([AbortSignal.timeout(sendTimeout), outgoing.cut.signal])
  const row = await claim(context, id)
  if (!row) return { outcome: 'taken' }
  const started = context.now().getTime()
  let message: EmailMessage | null
  try {
    message = await render(context, row)
  } catch (error) {
    // Not the mail server's error. It counts as an attempt all the same, so that it is not retried in a tight loop.
    outgoing.server.trying(context.now().getTime())
    log.error({ event: 'mail.not-rendered', err: error, emailId: id, kind: row.kind }, 'email not rendered')
    await postpone(context, row, 'The email could not be rendered; the log says why.')
    return { outcome: 'later', reason: '' }
  }
  if (!message) {
    await drop(context, row)
    onRendered(true)
    return { outcome: 'sent', where: '' }
  }
  if (signal.aborted) {
    // The database took all of the time, or the server is stopping: the mail server was not involved.
    await giveBack(context, row)
    return { outcome: 'later', reason: 'There was no time left to send it.' }
  }
  // Only now: an email that is dropped tells nothing about the mail server and must not delay one that would.
  outgoing.server.trying(context.now().getTime())
  onRendered(false)
  let where: string
  try {
    where = await transport.send(message, signal)
  } catch (error) {
    return afterFailure(context, row, started, asFailure(error))
  }
  log.info({ event: 'mail.sent', emailId: id, kind: row.kind, where }, 'email sent')
  await mark(context, row)
  await mailServerWorks(context)
  return { outcome: 'sent', where }
}

/** Null when there is nothing left to say. */
async function render(context: AppContext, row: OutboxRow): Promise<EmailMessage | null> {
  const content = await context.emailKinds[row.kind].render(context, row)
  if (!content) return null
  const { subject, parts, ...headers } = content
  const email = composeEmail({ subject, parts }, await context.letterheads.current(context))
  return { messageId: messageId(context, row.id), to: row.recipient, ...headers, ...email }
}

/** Stable for an email, so that a retry is recognised as the same one (RFC 5322, 3.6.4). */
export function messageId(context: Pick<AppContext, 'config'>, id: string): string {
  return `${id}@${new URL(context.config.publicUrl).hostname}`
}

/** Transports throw nothing else; if one does, it must not stop the outbox. */
function asFailure(error: unknown): SendFailure {
  return error instanceof SendFailure ? error : new SendFailure('unavailable', String(error), error)
}

async function afterFailure(
  context: AppContext,
  row: OutboxRow,
  started: number,
  { kind: failure, message: reason }: SendFailure,
): Promise<Delivery> {
  const { log, outgoing } = context
  if (outgoing.cut.signal.aborted) {
    await giveBack(context, row)
    return { outcome: 'later', reason: 'The server is stopping.' }
  }
  const { id: emailId, kind, attempts } = row
  log.warn({ event: 'mail.not-sent', emailId, kind, attempts, failure, reason }, 'email not sent')
  if (failure === 'rejected') {
    await giveUp(context, row, reason)
    await mailServerWorks(context)
    return { outcome: 'rejected', reason }
  }
  const isPast = outgoing.server.failed(failure, started, context.now().getTime())
  await postpone(context, row, reason, isPast && attempts <= soonAttempts ? soon : longestPause)
  return { outcome: 'later', reason }
}

/**
 * The mail server has the email: while its row exists it would be sent again. So this retries until the process ends,
 * also while the disk is full or the database is away. The log says once that emails could not be marked, however many,
 * and once that all are.
 */
async function mark(context: AppContext, row: ClaimedEmail): Promise<void> {
  const { log, outgoing } = context
  const { unmarked } = outgoing
  try {
    for (;;)
      try {
        await markSent(context, row)
        break
      } catch (error) {
        if (outgoing.cut.signal.aborted) throw error
        const reason = error instanceof Error ? error.message : String(error)
        if (unmarked.size === 0)
          log.error({ event: 'mail.not-marked', emailId: row.id, reason }, 'email sent but not marked')
        unmarked.add(row.id)
        await rest(1_000, undefined, { ref: false })
      }
    if (unmarked.delete(row.id) && unmarked.size === 0)
      log.info({ event: 'mail.marked' }, 'all sent emails are marked again')
  } finally {
    unmarked.delete(row.id)
  }
}

/** The mail server has accepted an email: all that wait for it are due at once. */
export async function mailServerWorks(context: AppContext): Promise<void> {
  if (!context.outgoing.server.succeeded(context.now().getTime())) return
  await makeAllDue(context)
  context.changes.emit('outbox')
}
