// Attempts per address and per account, counted in the database so that all instances share them (decision 13).
import { createHash } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { sql } from 'kysely'
import { Problem } from '../../contract/problem.ts'
import { type AppContext, iso } from '../core/context.ts'
import type { Env } from './env.ts'

const minute = 60_000

export interface Limit {
  /** What is limited; part of the key. */
  name: string
  most: number
  /** Milliseconds in which `most` attempts are let through. */
  within: number
}

export const limits = {
  contact: { name: 'contact', most: 5, within: 10 * minute },
  loginFromAddress: { name: 'login', most: 30, within: 15 * minute },
  /** Slow on purpose, so that guessing from many addresses does not lock the owner out; see `isKnown`. */
  loginOfAccount: { name: 'login-account', most: 100, within: 60 * minute },
  register: { name: 'register', most: 5, within: 60 * minute },
  resetFromAddress: { name: 'reset', most: 30, within: 60 * minute },
  resetOfAccount: { name: 'reset-account', most: 3, within: 60 * minute },
  resendSoon: { name: 'resend-soon', most: 1, within: minute },
  resend: { name: 'resend', most: 5, within: 60 * minute },
} as const satisfies Record<string, Limit>

/** Some free tries, then each one more costs a longer wait; the waits end at the last one and never become a lock. */
export interface Growing {
  name: string
  free: number
  /** Milliseconds after the free tries are spent, after the next try, and so on. */
  waits: readonly number[]
  /** Milliseconds without a try after which all is forgotten. */
  forgotten: number
}

const waits = [0.5, 1, 2, 4, 8, 15].map((minutes) => minutes * minute)
const day = 24 * 60 * minute

export const growing = {
  /** By account and client address: whoever guesses delays only themselves (SECURITY.md, abuse case 1). */
  login: { name: 'login-wait', free: 5, waits, forgotten: day },
  /** By account: a stolen session is no way to guess the password. */
  currentPassword: { name: 'current-wait', free: 5, waits, forgotten: day },
} as const satisfies Record<string, Growing>

/** Lets `most` requests of one client address through within the window, then answers 429 with Retry-After. */
export function throttle(limit: Limit): MiddlewareHandler<Env> {
  return async (c, next) => {
    await count(c.var.context, limit, addressOf(c))
    return next()
  }
}

/**
 * Counts one attempt by or for somebody.
 * @throws Problem 'too-many' beyond the limit.
 */
export async function count(context: AppContext, limit: Limit, whom: string): Promise<void> {
  if (!context.config.throttle) return
  const now = iso(context)
  const next = iso(context, limit.within)
  // An end later than any that could be written now was written by a clock that has been set back since.
  const isOver = sql`(attempts.resets_at <= ${now} or attempts.resets_at > ${next})`
  const row = await context.db
    .insertInto('attempts')
    .values({ key: keyOf(limit, whom), count: 1, resets_at: next })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then 1 else attempts.count + 1 end`,
        resets_at: sql<string>`case when ${isOver} then ${next} else attempts.resets_at end`,
      }),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow()
  if (row.count > limit.most) throw tooMany(Date.parse(row.resets_at) - context.now().getTime())
}

/** As `count`, for a limit that must not show: false beyond it. */
export async function isWithin(context: AppContext, limit: Limit, whom: string): Promise<boolean> {
  try {
    await count(context, limit, whom)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many') return false
    throw error
  }
}

/**
 * Counts one try before its outcome is known, so that tries at the same moment do not slip through. A try during a
 * wait is refused and not counted: waiting always helps. In the row, `resets_at` is the end of the wait.
 * @throws Problem 'too-many' during a wait.
 */
export async function countGrowing(context: AppContext, limit: Growing, whom: string): Promise<void> {
  if (!context.config.throttle) return
  const key = keyOf(limit, whom)
  const now = iso(context)
  const isOld = sql`attempts.resets_at <= ${iso(context, -limit.forgotten)}`
  const wait = limit.waits.map(
    (ms, index) => sql`when attempts.count + 1 = ${sql.lit(limit.free + index)} then ${iso(context, ms)}`,
  )
  const longest = iso(context, limit.waits.at(-1))
  const counted = await context.db
    .insertInto('attempts')
    .values({ key, count: 1, resets_at: now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({
          count: sql<number>`case when ${isOld} then 1 else attempts.count + 1 end`,
          resets_at: sql<string>`case when ${isOld} or attempts.count + 1 < ${sql.lit(limit.free)} then ${now}
            ${sql.join(wait, sql` `)} else ${longest} end`,
        })
        // The second half lets a clock that was set back recover.
        .where(sql<boolean>`(attempts.resets_at <= ${now} or attempts.resets_at > ${longest})`),
    )
    .returning('count')
    .executeTakeFirst()
  if (counted) return
  const row = await context.db
    .selectFrom('attempts')
    .select('resets_at')
    .where('key', '=', key)
    .executeTakeFirst()
  if (row) throw tooMany(Date.parse(row.resets_at) - context.now().getTime())
}

/** How long an address from which somebody signed in, or reset the password, counts as theirs. */
const knownFor = 30 * day

/** From here on the slow limit of the account does not hold for this address: nobody else can use it up. */
export async function makeKnown(context: AppContext, account: string, address: string): Promise<void> {
  if (!context.config.throttle) return
  const row = { key: knownKey(account, address), count: 1, resets_at: iso(context, knownFor) }
  await context.db
    .insertInto('attempts')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ resets_at: row.resets_at }))
    .execute()
}

export async function isKnown(context: AppContext, account: string, address: string): Promise<boolean> {
  const row = await context.db
    .selectFrom('attempts')
    .select('key')
    .where('key', '=', knownKey(account, address))
    .where('resets_at', '>', iso(context))
    .executeTakeFirst()
  return row !== undefined
}

const knownKey = (account: string, address: string) => keyOf({ name: 'known' }, `${account} ${address}`)

function tooMany(wait: number): Problem {
  return new Problem('too-many', `Too many attempts. Please try again in ${inWords(wait)}.`, {
    retryAfter: wait / 1000,
  })
}

/** Forgets the attempts: they succeeded. */
export async function forget(context: AppContext, limit: { name: string }, whom: string): Promise<void> {
  await context.db.deleteFrom('attempts').where('key', '=', keyOf(limit, whom)).execute()
}

/** Hashed: the table names nobody. */
function keyOf(limit: { name: string }, whom: string): string {
  return `${limit.name}:${createHash('sha256').update(whom).digest('base64url').slice(0, 22)}`
}

/**
 * The client's address: the peer of the connection, or with TRUST_PROXY=n the n-th entry from the right of
 * X-Forwarded-For, which the nearest trusted proxy wrote. An IPv6 client counts as its /64, the smallest block
 * that is given out.
 */
export function addressOf(c: Context<Env>): string {
  const { trustProxy } = c.var.context.config
  const peer = c.env?.incoming ? (getConnInfo(c).remote.address ?? '') : ''
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((entry) => entry.trim())
  const address = trustProxy > 0 ? (forwarded.at(-trustProxy) ?? peer) : peer
  return address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address
}

function inWords(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
