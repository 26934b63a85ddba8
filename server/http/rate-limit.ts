// How often what may be done, by one client, one account, or all visitors together. Attempts are counted in the database so
// that all instances share them.
import type { MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import { Problem } from '../../contract/problem.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { digest } from '../ids.ts'
import { clockTolerance, day, hour, iso, minute } from '../time.ts'
import { type Client, clientOf } from './client.ts'
import type { Env } from './env.ts'

export interface Limit {
  /** What is limited; part of the key. */
  name: string
  max: number
  /** Milliseconds from the first attempt until the count starts again; with `waits` from the last one. */
  within: number
  /** Milliseconds to wait after attempt `max`, after the next one and so on, instead of the rest of the window. */
  waits?: readonly number[]
  /** The sentence before "Please try again in …". */
  message?: string
}

/** The last wait is the longest, so they never become a lock. */
export const growingWaits = { max: 5, within: day, waits: [0.5, 1, 2, 4, 8, 15].map((n) => n * minute) }

const tooManyMessages = 'This site has received too many messages.'

export const limits = named({
  // Of one client.
  contact: { max: 10, within: 10 * minute },
  login: { max: 60, within: 15 * minute },
  register: { max: 20, within: hour },
  reset: { max: 30, within: hour },
  /** Of verification emails, whatever accounts the client has made. */
  resendOfClient: { max: 20, within: hour },
  /** Requests of /metrics with a wrong token. */
  metrics: { max: 60, within: 15 * minute },
  /** Requests with an access token that is none. */
  token: { max: 60, within: 15 * minute },

  // Of one account, or of all together.
  /** By account and client, or browser: an attacker delays only themselves. */
  wrongPassword: growingWaits,
  /** By account, so that a stolen session is no way to guess the password. */
  currentPassword: growingWaits,
  /** Of one account. Generous, so that guessing from many IP addresses does not lock the owner out. */
  loginOfAccount: { max: 100, within: hour },
  resetOfAccount: { max: 3, within: hour },
  /** Guesses of the code that was mailed. */
  verificationCode: { max: 5, within: day },
  resendSoon: { max: 1, within: minute },
  resend: { max: 5, within: hour },
  /** Images of one account. */
  uploadOfUser: { max: 20, within: hour },
  uploadOfAdmin: { max: 300, within: hour },
  /** By one admin. */
  webhookTests: { max: 60, within: hour },
  mailAccounts: { max: 30, within: hour },
  /** By one admin, of email address or role, and deletions: each sends emails in the site's name. */
  accountChanges: { max: 60, within: hour, message: 'You have changed or deleted too many accounts.' },
  /** As many as verification emails are sent, so that those of an attacker with many IP addresses do not pile up. */
  registrationsOfAll: { max: 100, within: hour, message: 'This site has received too many registrations.' },
  /** So that an attacker with many IP addresses fills neither the database nor the owner's mailbox. */
  contactsOfAll: { max: 500, within: hour, message: tooManyMessages },
  /** Of each sender who has a reply: neither strangers nor whoever writes in one client's name close the form to another. */
  contactsOfKnown: { max: 50, within: hour, message: tooManyMessages },
  /** Of a /24 or /48: more than an office or a class sends. What is beyond is held back, not rejected. */
  messagesOfNetwork: { max: 20, within: day },
  /** Counted apart, so that spam closes the form to nobody else. */
  spamOfAll: { max: 500, within: hour, message: tooManyMessages },
})

/** Each limit with the name of its property. */
function named<Name extends string>(unnamed: Record<Name, Omit<Limit, 'name'>>): Record<Name, Limit> {
  const entries = Object.entries<Omit<Limit, 'name'>>(unnamed)
  return Object.fromEntries(entries.map(([name, limit]) => [name, { name, ...limit }])) as Record<Name, Limit>
}

/** A client that may stand for all visitors has limits this many times as high. */
export const sharedFactor = 20

/** A /48, which one customer may have, may do as much as this many of its blocks of /64: less than all visitors together may. */
const networkFactor = 4

/** Middleware that allows `limit.max` requests of one client within the window, then responds 429 with Retry-After. */
export function throttle(limit: Limit): MiddlewareHandler<Env> {
  return async (c, next) => {
    await count(c.var.context, limit, clientOf(c))
    return next()
  }
}

/** A client, or who or what else is limited: an account, a browser, all together. */
type Subject = string | Client

/** That of the subject; and that of a client's network where it is one of many blocks. */
function limitsOf(limit: Limit, subject: Subject): [Limit, string][] {
  if (typeof subject === 'string') return [[limit, subject]]
  const { key, network, isEverybody } = subject
  const max = limit.max * (isEverybody ? sharedFactor : 1)
  const ofClient: [Limit, string] = [{ ...limit, max }, key]
  return network === key ? [ofClient] : [ofClient, [{ ...limit, max: max * networkFactor }, network]]
}

/**
 * Counts one attempt before its outcome is known, so that those at the same moment are all counted. One over the limit, or
 * during a wait, is rejected and not counted, so that waiting always helps.
 * @returns how many there are now; 0 while limits are off.
 * @throws Problem 'too-many' over the limit.
 */
export async function count(context: AppContext, limit: Limit, subject: Subject): Promise<number> {
  let counted = 0
  if (context.config.throttle)
    for (const [own, key] of limitsOf(limit, subject)) counted = await countOne(context, own, key)
  return counted
}

async function countOne(context: AppContext, limit: Limit, subject: string): Promise<number> {
  // Reading first costs less than a write that changes nothing.
  await rejectIfSpent(context, limit, subject)
  const { max, within, waits } = limit
  const now = iso(context)
  const latest = iso(context, longest(limit) + clockTolerance)
  const isOld = sql`(attempts.resets_at <= ${waits ? iso(context, -within) : now} or attempts.resets_at > ${latest})`
  const first = waits ? now : iso(context, within)
  const wait = waits?.map(
    (ms, index) => sql`when attempts.count + 1 = ${sql.lit(max + index)} then ${iso(context, ms)}`,
  )
  const next = wait
    ? sql`when attempts.count + 1 < ${sql.lit(max)} then ${now} ${sql.join(wait, sql` `)} else ${iso(context, longest(limit))}`
    : sql`else attempts.resets_at`
  const row = await context.db
    .insertInto('attempts')
    .values({ key: keyOf(limit, subject), count: 1, resets_at: first })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql<number>`case when ${isOld} then 1 else attempts.count + 1 end`,
          resets_at: sql<string>`case when ${isOld} then ${first} ${next} end`,
        })
        // Others may have counted since it was read.
        .where(
          sql<boolean>`(attempts.count < ${sql.lit(max)} or attempts.resets_at <= ${now} or attempts.resets_at > ${latest})`,
        ),
    )
    .returning('count')
    .executeTakeFirst()
  if (row) return row.count
  await rejectIfSpent(context, limit, subject)
  // It has ended since.
  return countOne(context, limit, subject)
}

/**
 * Reads whether the limit is used up; counts nothing.
 * @throws Problem 'too-many' if it is.
 */
export async function rejectIfSpent(context: AppContext, limit: Limit, subject: Subject): Promise<void> {
  if (!context.config.throttle) return
  for (const [own, key] of limitsOf(limit, subject)) {
    const row = await context.db
      .selectFrom('attempts')
      .select(['count', 'resets_at'])
      .where('key', '=', keyOf(own, key))
      .executeTakeFirst()
    if (!row || row.count < own.max) continue
    const wait = Date.parse(row.resets_at) - context.now().getTime()
    // A longer one was written by a clock that has been set back since, and not by another instance.
    if (wait <= 0 || wait > longest(own) + clockTolerance) continue
    const { message = 'Too many attempts.' } = own
    throw new Problem('too-many', `${message} Please try again in ${inWords(wait)}.`, {
      retryAfter: wait / 1000,
    })
  }
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

/** Resets the count after a success. */
export async function forget(db: Database, limit: Limit, subject: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', keyOf(limit, subject)).execute()
}

/** A success was no attempt; those of others stay counted. */
export async function uncount(db: Database, limit: Limit, subject: string): Promise<void> {
  await db
    .updateTable('attempts')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', '=', keyOf(limit, subject))
    .where('count', '>', 0)
    .execute()
}

function longest({ within, waits }: Limit): number {
  return waits?.at(-1) ?? within
}

/** Hashed, so that the table contains no IP address and no email address. */
function keyOf(limit: Limit, subject: string): string {
  return `${limit.name}:${digest(subject).slice(0, 22)}`
}

function inWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
