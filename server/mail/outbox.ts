// Emails: queued as jobs, sent one by one, each retried until the mail server takes it or rejects it for good. What a kind of
// email says is up to the feature that registers it (docs/behaviour.md lists all kinds).
import { sql } from 'kysely'
import { Problem } from '../../contract/problem.ts'
import { parsedJson } from '../../contract/text.ts'
import type { AppContext } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import type { EmailKindName, JobRow } from '../db/tables.ts'
import { isWithin, rejectIfSpent } from '../http/rate-limit.ts'
import { enqueue, Interrupted, JobFailure, type JobKind, type JobResult } from '../jobs/jobs.ts'
import { serverWorks } from '../jobs/runner.ts'
import { day, hour, iso } from '../time.ts'
import { openTransport } from './account.ts'
import { composeEmail, type EmailText, type Sender } from './layout.ts'
import { type EmailMessage, SendFailure, type Transport } from './transport.ts'

/** What an email is about, as its job has it. It is rendered when it is sent, so that no secret token is stored here. */
export interface QueuedEmail extends Pick<JobRow, 'id' | 'user_id' | 'message_id' | 'created_at'> {
  kind: EmailKindName
  recipient: string
  reply_id: string | null
  /** The account whose change it reports: it is sent even if the account is deleted. */
  account_id: string | null
  /** The IP address of an admin's sign-in. */
  ip_address: string | null
  /** Since when the mail server has deferred it each time it was tried (ISO); the reason is its recipient, or itself. */
  deferred_since: string | null
}

/** What an email says, and the headers that its kind chooses. */
export type EmailContent = EmailText & Pick<EmailMessage, 'replyTo' | 'inReplyTo' | 'personal'>

/** What became of an email: sent, or not accepted by the mail server for now or for good, with its reply. */
export type Attempt =
  /** To a directory, nobody has received it. */
  { state: 'sent'; to: Transport['kind'] } | { state: 'postponed' | 'rejected'; error: string }

/** Renders an email when it is sent, and handles what became of it. */
export interface EmailKind {
  /** Called when the email is sent, with the rows as they are then. Null when there is nothing left to say. */
  render(context: AppContext, email: QueuedEmail, sender: Sender): Promise<EmailContent | null>
  /** A newer email to the same recipient replaces an older one, sent or not: only its secret works. */
  replacesOlder?: boolean
  /** In the transaction that removes it from the queue or has it retried. `now` is an ISO time. */
  onAttempt?(tx: Tx, email: QueuedEmail, attempt: Attempt, now: string): Promise<void>
}

export type EmailKinds = Readonly<Record<EmailKindName, EmailKind>>

export const mailQueue = 'mail'
/** The name of the state with the time of the last email. */
const sentState = 'mail-sent'

/** A server that defers an email for this long will not take it (RFC 5321, 4.5.4.1), if it was tried all that time. */
const deferral = { max: 5 * day, attempts: 100 }

/** Milliseconds for one attempt, and for those under way when the server stops. */
const sendTimeout = 3 * 60_000
const stopTimeout = 4_000

/**
 * Of each kind, to admins and to all others: a flood delays its own kind and no other, and what strangers cause with accounts
 * of their own delays no admin's reset link or warning. What is over it waits for the next hour.
 */
const hourlyLimit = { name: 'emails', max: 200, within: 60 * 60_000, message: 'Too many emails in an hour.' }

/** Whether the recipient is an admin is read when the email is sent, so a request for a reset reveals nothing. */
async function limitedWith(db: Database, { kind, recipient }: QueuedEmail): Promise<string> {
  const admin = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', recipient)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  return admin ? `${kind} to admins` : kind
}

export type NewEmail = Pick<QueuedEmail, 'kind' | 'recipient'> &
  Partial<Omit<QueuedEmail, 'id' | 'created_at'>>

/** Queues an email in the transaction of its cause: both are stored or neither. */
export function queueEmail(context: AppContext, db: Database, email: NewEmail, afterMs = 0): Promise<string> {
  const { kind, user_id, message_id, ...data } = email
  return enqueue(context, db, { kind, key: keyOf(context, email), user_id, message_id, data }, afterMs)
}

/**
 * Who is notified of messages and gets the visitors' replies, and who hears of what an attacker would do, such as change who is
 * an admin or sign in as one: OWNER_EMAIL, else every admin, the first one first.
 */
export async function ownerEmails({ config, db }: Pick<AppContext, 'config' | 'db'>): Promise<string[]> {
  if (config.ownerEmail) return [config.ownerEmail]
  const admins = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .orderBy('created_at')
    .execute()
  return admins.map(({ email }) => email)
}

/**
 * Queues an email to each of these.
 * @param except the email address of an account before its change, which needs no notification or gets another email. Never
 * OWNER_EMAIL: an account may have been given that one only to hide the change.
 */
export async function emailOwner(
  context: AppContext,
  tx: Tx,
  email: Omit<NewEmail, 'recipient'>,
  except?: string,
): Promise<void> {
  for (const recipient of await ownerEmails({ ...context, db: tx }))
    if (recipient !== except || recipient === context.config.ownerEmail)
      await queueEmail(context, tx, { ...email, recipient })
}

function keyOf({ emailKinds }: AppContext, email: NewEmail): string | undefined {
  if (email.reply_id) return replyKey(email.reply_id)
  return emailKinds[email.kind].replacesOlder ? emailKey(email.kind, email.recipient) : undefined
}

/** The key of the job of an email that replaces older ones. */
export function emailKey(kind: EmailKindName, recipient: string): string {
  return `${kind}:${recipient}`
}

export function replyKey(replyId: string): string {
  return `reply:${replyId}`
}

export function emailJobs(kinds: EmailKinds): Record<string, JobKind> {
  return Object.fromEntries(
    Object.keys(kinds).map((kind) => [kind, { queue: mailQueue, run: send, onFailed: noteFailure }]),
  )
}

function asEmail({ id, kind, user_id, message_id, created_at, data }: JobRow): QueuedEmail {
  const none = { recipient: '', reply_id: null, account_id: null, ip_address: null, deferred_since: null }
  return {
    ...none,
    ...(parsedJson(data) as object | null),
    id,
    kind: kind as EmailKindName,
    user_id,
    message_id,
    created_at,
  }
}

async function send(context: AppContext, job: JobRow, stop: AbortSignal): Promise<JobResult | undefined> {
  const { log } = context
  const email = asEmail(job)
  if (!email.recipient) throw new JobFailure('The data of this email is damaged.', { isFinal: true })
  await waitForNextHour(context, email)
  const message = await render(context, email)
  if (!message) return undefined
  const signal = AbortSignal.any([AbortSignal.timeout(sendTimeout), afterGrace(stop)])
  const transport = await openTransport(context)
  const where = await transport.send(message, signal).catch((error) => {
    throw failureOf(context, job, email, error)
  })
  log.info({ event: 'mail.sent', emailId: job.id, kind: job.kind, where }, 'email sent')
  return { value: where, record: (tx) => noteSent(context, tx, email, transport.kind) }
}

/** @throws JobFailure over the limit of its kind */
async function waitForNextHour(context: AppContext, email: QueuedEmail): Promise<void> {
  const { kind } = email
  await rejectIfSpent(context, hourlyLimit, await limitedWith(context.db, email)).catch((error) => {
    if (!(error instanceof Problem)) throw error
    context.log.warn({ event: 'mail.limited', kind }, 'hourly limit reached')
    const pause = (error.retryAfter ?? 0) * 1000
    throw new JobFailure(hourlyLimit.message, { pause, isUncounted: true })
  })
}

/** Null when there is nothing left to say. */
async function render(context: AppContext, email: QueuedEmail): Promise<EmailMessage | null> {
  const letterhead = await context.letterheadOf(context)
  const content = await context.emailKinds[email.kind].render(context, email, letterhead)
  if (!content) return null
  const { subject, parts, language, ...headers } = content
  const composed = composeEmail({ subject, parts, language }, letterhead)
  return { messageId: messageId(context, email.id), to: email.recipient, ...headers, ...composed }
}

/** Stable for an email, so that a retry is recognised as the same one (RFC 5322, 3.6.4). */
export function messageId(context: Pick<AppContext, 'config'>, id: string): string {
  return `${id}@${new URL(context.config.publicUrl).hostname}`
}

/** Aborted a while after a stop: most emails that are being sent are sent by then. */
function afterGrace(stop: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const begin = () => setTimeout(() => controller.abort(), stopTimeout).unref()
  if (stop.aborted) begin()
  else stop.addEventListener('abort', begin, { once: true })
  return controller.signal
}

function failureOf(context: AppContext, job: JobRow, email: QueuedEmail, cause: unknown): JobFailure {
  const { id, kind, attempts } = job
  const failure = cause instanceof SendFailure ? cause : new SendFailure('unavailable', String(cause), cause)
  const reason = failure.message
  context.log.warn(
    { event: 'mail.not-sent', emailId: id, kind, attempts, failure: failure.kind, reason },
    'email not sent',
  )
  if (failure.kind === 'rejected') return new JobFailure(reason, { cause, isFinal: true })
  if (failure.kind === 'deferred') {
    const since = email.deferred_since ?? iso(context)
    const isFinal = attempts > deferral.attempts && since < iso(context, -deferral.max)
    return new JobFailure(reason, { cause, isFinal })
  }
  return new JobFailure(reason, { cause, server: failure.kind === 'unavailable' ? 'away' : 'rejects' })
}

async function noteSent(
  context: AppContext,
  tx: Tx,
  email: QueuedEmail,
  to: Transport['kind'],
): Promise<void> {
  const now = iso(context)
  await writeSetting(tx, sentState, now, 'states')
  await isWithin({ ...context, db: tx }, hourlyLimit, await limitedWith(tx, email))
  await context.emailKinds[email.kind].onAttempt?.(tx, email, { state: 'sent', to }, now)
  await serverWorks(context, tx, mailQueue)
}

async function noteFailure(
  context: AppContext,
  tx: Tx,
  job: JobRow,
  failure: JobFailure,
  isGivenUp: boolean,
): Promise<void> {
  const email = asEmail(job)
  const note = (state: 'postponed' | 'rejected') =>
    context.emailKinds[email.kind].onAttempt?.(tx, email, { state, error: failure.message }, iso(context))
  if (isGivenUp) {
    await note('rejected')
    // A server that rejects one recipient works.
    await serverWorks(context, tx, mailQueue)
  } else if (!(failure instanceof Interrupted)) {
    await note('postponed')
    const isDeferred = failure.cause instanceof SendFailure && failure.cause.kind === 'deferred'
    const deferred_since = isDeferred ? (email.deferred_since ?? iso(context)) : null
    if (deferred_since === email.deferred_since) return
    const data = JSON.stringify({ ...(parsedJson(job.data) as object | null), deferred_since })
    await tx.updateTable('jobs').set({ data }).where('id', '=', job.id).execute()
  }
}

/**
 * What the queue is doing, for the dashboard. An email that failed and has been sent since has no row any more.
 * @returns `retry`: when an email that failed is due again (ISO); `error`: why emails wait, other than for their recipient,
 * as what the mail server said, or that there were too many
 */
export async function readMailState({ db }: AppContext) {
  const lastSent = await readSetting(db, sentState, 'states')
  // What is deferred although another email was sent an hour later concerns its recipient, who may be nobody.
  const since = lastSent ? new Date(Date.parse(lastSent) - hour).toISOString() : ''
  const state = await db
    .selectFrom('jobs')
    .where('queue', '=', mailQueue)
    .select((row) => [
      row.fn.countAll<number>().as('waiting'),
      sql<string | null>`min(case when error is not null then due_at end)`.as('retry'),
      row
        .selectFrom('jobs as failed')
        .select('failed.error')
        .where('failed.queue', '=', mailQueue)
        .where('failed.error', 'is not', null)
        .where((failed) =>
          failed.or([
            failed('failed.created_at', '>', since),
            failed('failed.data', 'not like', '%"deferred_since":"%'),
            // The owner has to know of a full mailbox.
            failed('failed.kind', '=', 'contact-notification'),
          ]),
        )
        // What concerns every email before what concerns one recipient.
        .orderBy(sql`failed.data like '%"deferred_since":"%'`)
        .orderBy('failed.due_at', 'desc')
        .limit(1)
        .as('error'),
    ])
    .executeTakeFirstOrThrow()
  return { ...state, lastSent }
}

/** Why queued emails are not being sent, and what becomes of them, in one sentence for the dashboard. */
export function mailTrouble(state: { waiting: number; error: string | null }): string | null {
  const { waiting, error } = state
  if (error === null) return null
  return `${error} (${waiting === 1 ? '1 email waits' : `${waiting} emails wait`} and will be sent again.)`
}
