// Attempts per client and per account, counted in the database so that all instances share them.
import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import { Problem } from '../../contract/problem.ts'
import { type AppContext, clockTolerance, iso } from '../context.ts'
import { type Client, clientOf, isEverybody } from './client.ts'
import type { Env } from './env.ts'
import type { Growing, Limit } from './limits.ts'

/** A client that may stand for all visitors has limits this many times as high. */
export const sharedFactor = 20

/** A /48, which one customer may have, may do as much as this many of its blocks of /64. */
export const networkFactor = 5

/** Middleware that allows `limit.max` requests of one client within the window, then responds 429 with Retry-After. */
export function throttle(limit: Limit): MiddlewareHandler<Env> {
  return async (c, next) => {
    await countClient(c.var.context, limit, clientOf(c))
    return next()
  }
}

/** @throws Problem 'too-many' over the limit of the client, or over that of the network where it is one of many blocks. */
export async function countClient(context: AppContext, limit: Limit, client: Client): Promise<void> {
  for (const [own, subject] of limitsOf(context, limit, client)) await count(context, own, subject)
}

/** As `rejectIfSpent`, for a client. */
export async function rejectIfSpentByClient(
  context: AppContext,
  limit: Limit,
  client: Client,
): Promise<void> {
  for (const [own, subject] of limitsOf(context, limit, client)) await rejectIfSpent(context, own, subject)
}

/** That of the client, then that of its network where it is one of many blocks. */
function limitsOf({ config }: AppContext, limit: Limit, client: Client): [Limit, string][] {
  const { key, network } = client
  const max = limit.max * (isEverybody(client, config.trustProxy) ? sharedFactor : 1)
  const ofClient: [Limit, string] = [{ ...limit, max }, key]
  return network === key ? [ofClient] : [ofClient, [{ ...limit, max: max * networkFactor }, network]]
}

/**
 * Counts one attempt. Over the limit nothing is written.
 * @param subject who or what is limited: a client, an account, a browser.
 * @returns how many there are now in this window; 0 while limits are off.
 * @throws Problem 'too-many' over the limit.
 */
export async function count(context: AppContext, limit: Limit, subject: string): Promise<number> {
  if (!context.config.throttle) return 0
  await rejectIfSpent(context, limit, subject)
  const now = iso(context)
  const next = iso(context, limit.within)
  const isOver = sql`(attempts.resets_at <= ${now} or attempts.resets_at > ${latest(context, limit.within)})`
  const row = await context.db
    .insertInto('attempts')
    .values({ key: keyOf(limit, subject), count: 1, resets_at: next })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else attempts.count + 1 end`,
        resets_at: sql<string>`case when ${isOver} then ${next} else attempts.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow()
  if (row.count > limit.max) throw tooMany(context, row.resets_at, limit.message)
  return row.count
}

/**
 * Reads whether the limit is used up; counts nothing.
 * @throws Problem 'too-many' if it is.
 */
export async function rejectIfSpent(context: AppContext, limit: Limit, subject: string): Promise<void> {
  if (!context.config.throttle) return
  const row = await attemptsOf(context, limit, subject)
  if (row && row.count >= limit.max && isAhead(context, row.resets_at, limit.within))
    throw tooMany(context, row.resets_at, limit.message)
}

/**
 * Reads whether the subject must wait; counts nothing.
 * @throws Problem 'too-many' during a wait.
 */
export async function rejectDuringWait(context: AppContext, limit: Growing, subject: string): Promise<void> {
  if (!context.config.throttle) return
  const row = await attemptsOf(context, limit, subject)
  if (row && row.count >= limit.free && isAhead(context, row.resets_at, limit.waits.at(-1) ?? 0))
    throw tooMany(context, row.resets_at)
}

export async function attemptsOf({ db }: AppContext, limit: { name: string }, subject: string) {
  return db
    .selectFrom('attempts')
    .select(['count', 'resets_at'])
    .where('key', '=', keyOf(limit, subject))
    .executeTakeFirst()
}

/** Whether the end is in the future; one that is too far ahead was written by a clock that has been set back since. */
function isAhead(context: AppContext, end: string, longest: number): boolean {
  return end > iso(context) && end <= latest(context, longest)
}

/** An end after this one was written by a clock that has been set back since, and not by another instance. */
function latest(context: AppContext, longest: number): string {
  return iso(context, longest + clockTolerance)
}

/** As `count`, for a limit that must not be visible in the response: false over it. */
export async function isWithin(context: AppContext, limit: Limit, subject: string): Promise<boolean> {
  try {
    await count(context, limit, subject)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many') return false
    throw error
  }
}

/**
 * Counts one attempt before its outcome is known, so that concurrent attempts are all counted. An attempt during a wait
 * is rejected and not counted, so that waiting always helps. In the row, `resets_at` is the end of the wait; after a free
 * attempt, which no wait follows, the time of that attempt, which may be later than that of one counted after it.
 * @throws Problem 'too-many' during a wait.
 */
export async function countGrowing(context: AppContext, limit: Growing, subject: string): Promise<void> {
  if (!context.config.throttle) return
  await rejectDuringWait(context, limit, subject)
  const key = keyOf(limit, subject)
  const now = iso(context)
  const isOld = sql`attempts.resets_at <= ${iso(context, -limit.forgotten)}`
  const wait = limit.waits.map(
    (ms, index) => sql`when attempts.count + 1 = ${sql.lit(limit.free + index)} then ${iso(context, ms)}`,
  )
  const longest = limit.waits.at(-1) ?? 0
  const counted = await context.db
    .insertInto('attempts')
    .values({ key, count: 1, resets_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql<number>`case when ${isOld} then 1 else attempts.count + 1 end`,
          resets_at: sql<string>`case when ${isOld} or attempts.count + 1 < ${sql.lit(limit.free)} then ${now}
            ${sql.join(wait, sql` `)} else ${iso(context, longest)} end`,
        })
        // Other requests may have counted since it was read. The last part lets a clock that was set back recover.
        .where(
          sql<boolean>`(attempts.count < ${sql.lit(limit.free)} or attempts.resets_at <= ${now}
            or attempts.resets_at > ${latest(context, longest)})`,
        ),
    )
    .returning('count')
    .executeTakeFirst()
  if (counted) return
  await rejectDuringWait(context, limit, subject)
  // The wait has ended since.
  await countGrowing(context, limit, subject)
}

function tooMany(context: AppContext, end: string, message = 'Too many attempts.'): Problem {
  const wait = Date.parse(end) - context.now().getTime()
  return new Problem('too-many', `${message} Please try again in ${inWords(wait)}.`, {
    retryAfter: wait / 1000,
  })
}

/** Resets the count after a success. */
export async function forget(context: AppContext, limit: { name: string }, subject: string): Promise<void> {
  await context.db.deleteFrom('attempts').where('key', '=', keyOf(limit, subject)).execute()
}

/** Hashed, so that the table contains no IP address and no email address. */
export function keyOf(limit: { name: string }, subject: string): string {
  return `${limit.name}:${createHash('sha256').update(subject).digest('base64url').slice(0, 22)}`
}

function inWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
