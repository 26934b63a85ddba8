// Hourly limits of emails, by cause. Emails over a limit wait; none is dropped [R137].
import { expressionBuilder, type RawBuilder, sql, type Transaction } from 'kysely'
import { type AppContext, clockTolerance, iso } from '../context.ts'
import type { EmailKindName, Tables } from '../db/tables.ts'
import type { EmailKinds } from './email-kinds.ts'

const hour = 60 * 60_000

/**
 * Emails per hour. Each cause has its own limit, so that a flood delays only its own kind. In the order in which they are
 * sent when several are due.
 */
export const hourlyLimits = {
  /** Notifications about admins. Nothing else, so that an admin cannot delay them by changing other accounts. */
  security: 100,
  /** Resets and changed passwords of admins. */
  adminPasswords: 100,
  /** Resets and changed passwords of users: anybody can cause these with accounts of their own. */
  passwords: 100,
  /** To users whose account an admin changed or deleted. */
  accounts: 100,
  replies: 100,
  /** To admins: a backup failed. */
  backups: 20,
  /** To admins: a webhook was switched off. */
  webhooks: 20,
  /** To admins: links of projects are dead. */
  links: 20,
  verifications: 100,
  /** Notifications about contact messages. */
  contacts: 200,
}

export type MailCause = keyof typeof hourlyLimits

const causes = Object.keys(hourlyLimits) as MailCause[]

/**
 * The cause of a row of the outbox, in SQL. Whether a recipient is an admin is read when the email is sent, so a reset
 * request reveals nothing.
 */
export function causeOfRow(kinds: EmailKinds): RawBuilder<MailCause> {
  const cases = (Object.keys(kinds) as EmailKindName[]).map((kind) => {
    const { cause } = kinds[kind]
    const value =
      typeof cause === 'string'
        ? sql`${sql.lit(cause)}`
        : sql`case when recipient in (select email from users where role = 'admin')
            then ${sql.lit(cause.ofAdmins)} else ${sql.lit(cause.ofUsers)} end`
    return sql`when ${sql.lit(kind)} then ${value}`
  })
  return sql<MailCause>`case kind ${sql.join(cases, sql` `)} end`
}

/** Sorts rows by urgency. */
export function urgencyOfRow(kinds: EmailKinds): RawBuilder<number> {
  const cases = causes.map((cause, index) => sql`when ${sql.lit(cause)} then ${sql.lit(index)}`)
  return sql<number>`case ${causeOfRow(kinds)} ${sql.join(cases, sql` `)} end`
}

/** In the table of attempts, so that all instances count together. */
const prefix = 'mail-per-hour:'

/** Counts one email that the mail server has accepted; failed attempts do not count. */
export async function countSent(
  context: AppContext,
  tx: Transaction<Tables>,
  cause: MailCause,
): Promise<void> {
  if (!context.config.throttle) return
  const end = iso(context, hour)
  const isOver = sql`(attempts.resets_at <= ${iso(context)} or attempts.resets_at > ${iso(context, hour + clockTolerance)})`
  await tx
    .insertInto('attempts')
    .values({ key: prefix + cause, count: 1, resets_at: end })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else attempts.count + 1 end`,
        resets_at: sql<string>`case when ${isOver} then ${end} else attempts.resets_at end`,
      }),
    )
    .execute()
}

/** Whether no further email of this cause may be sent in this hour. */
export async function isLimitReached(context: AppContext, cause: MailCause): Promise<boolean> {
  return (await limitsReached(context)).some((limit) => limit.cause === cause)
}

/** How many emails wait because of a limit, and until when at the latest; null if none does. */
export async function waitingForHour(
  context: AppContext,
): Promise<{ waiting: number; until: string } | null> {
  const reached = await limitsReached(context)
  if (reached.length === 0) return null
  const { waiting } = await context.db
    .selectFrom('outbox')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .where('rejected_at', 'is', null)
    .where(isOf(context.emailKinds, reached))
    .executeTakeFirstOrThrow()
  const until = reached.map(({ until }) => until).sort()
  return waiting > 0 ? { waiting, until: until.at(-1) ?? '' } : null
}

/** The emails that may not be sent in this hour, as a condition; null if all may. Logs each limit once an hour. */
export async function limitedRows(context: AppContext) {
  const reached = await limitsReached(context)
  for (const { cause, sent, until } of reached) {
    if (context.outgoing.limitsLogged.get(cause) === until) continue
    context.outgoing.limitsLogged.set(cause, until)
    context.log.warn({ event: 'mail.limited', cause, sent, until }, 'hourly limit reached')
  }
  return reached.length > 0 ? isOf(context.emailKinds, reached) : null
}

function isOf(kinds: EmailKinds, limits: { cause: MailCause }[]) {
  const causes = limits.map(({ cause }) => cause)
  return expressionBuilder<Tables, 'outbox'>()(causeOfRow(kinds), 'in', causes)
}

async function limitsReached(
  context: AppContext,
): Promise<{ cause: MailCause; sent: number; until: string }[]> {
  if (!context.config.throttle) return []
  const counts = await context.db
    .selectFrom('attempts')
    .selectAll()
    .where(
      'key',
      'in',
      causes.map((cause) => prefix + cause),
    )
    .where('resets_at', '>', iso(context))
    .where('resets_at', '<=', iso(context, hour + clockTolerance))
    .execute()
  return counts
    .map(({ key, count, resets_at }) => ({
      cause: key.slice(prefix.length) as MailCause,
      sent: count,
      until: resets_at,
    }))
    .filter(({ cause, sent }) => sent >= hourlyLimits[cause])
}
