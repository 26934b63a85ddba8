// Sessions and their cookie: start, check, renew, end, end all of a user. The cookie's id is random; only its hash is stored.
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { Problem } from '../../contract/problem.ts'
import type { AppContext } from '../context.ts'
import { type Database, tryToStore } from '../db/connect.ts'
import type { Env, SignedInUser } from '../http/env.ts'
import { digest } from '../ids.ts'
import { clockTolerance, day, iso } from '../time.ts'
import { endTokensOf } from './access-tokens.ts'
import { signedInColumns } from './user-rows.ts'

/** Milliseconds: a week without a visit ends a session, a month ends it in any case. */
const slidingLife = 7 * day
const absoluteLife = 30 * day

/** Milliseconds since the password was entered, within which sensitive changes are allowed. */
const recent = 15 * 60_000

/** @returns the id for the cookie. */
export async function startSession(
  context: Pick<AppContext, 'now'>,
  db: Database,
  userId: string,
): Promise<string> {
  const id = randomBytes(24).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      id_hash: digest(id),
      user_id: userId,
      created_at: iso(context),
      authenticated_at: iso(context),
      expires_at: iso(context, slidingLife),
    })
    .execute()
  return id
}

/** The user of a session as the database has it now: a changed role or a deleted account counts at once. */
export async function checkSession(
  context: Pick<AppContext, 'now' | 'db'>,
  id: string,
): Promise<{ user: SignedInUser; renewed: boolean } | undefined> {
  const row = await context.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      ...signedInColumns,
      'sessions.authenticated_at',
      'sessions.expires_at',
      'sessions.created_at as started_at',
    ])
    .where('sessions.id_hash', '=', digest(id))
    .where('sessions.expires_at', '>', iso(context))
    // Written by a clock that has been set back since: it would last for years.
    .where('sessions.created_at', '<', iso(context, clockTolerance))
    .executeTakeFirst()
  if (!row) return undefined
  const { expires_at, started_at, ...user } = row
  const next = Math.min(context.now().getTime() + slidingLife, Date.parse(started_at) + absoluteLife)
  // Renewed at half life, so that a visit seldom costs a write. In its last days a session cannot be renewed any more.
  const due = expires_at < iso(context, slidingLife / 2) && Date.parse(expires_at) < next
  if (!due) return { user, renewed: false }
  // Where it cannot be stored the session goes on, and the next visit tries again.
  const renewed = await tryToStore(
    context.db
      .updateTable('sessions')
      .set({ expires_at: new Date(next).toISOString() })
      .where('id_hash', '=', digest(id))
      .execute(),
  )
  return { user, renewed }
}

/**
 * For changes that would turn a stolen session into a stolen site (ASVS 7.5.1).
 * @throws Problem 'reauthenticate'.
 */
export function requireRecent(context: Pick<AppContext, 'now'>, user: SignedInUser): void {
  // A time far in the future was written by a clock that has been set back since.
  if (Math.abs(context.now().getTime() - Date.parse(user.authenticated_at)) <= recent) return
  throw new Problem('reauthenticate', 'Please enter your password again to do this.')
}

/** @returns whether there was one. */
export async function endSession(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id_hash', '=', digest(id))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** With the access tokens of the account: whoever knew the password could have made one. */
export async function endSessionsOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await endTokensOf(db, userId)
}

export function sessionIdOf(c: Context<Env>): string | undefined {
  return getCookie(c, 'session', cookiePrefix(c))
}

export function setSessionCookie(c: Context<Env>, id: string): void {
  setCookie(c, 'session', id, cookieOptions(c, slidingLife / 1000))
}

export function clearSessionCookie(c: Context<Env>): void {
  setCookie(c, 'session', '', cookieOptions(c, 0))
}

/** With the __Host- prefix browsers accept a cookie from this origin only; it needs https. */
export function cookiePrefix(c: Context<Env>): 'host' | undefined {
  return c.var.context.config.publicUrl.startsWith('https:') ? 'host' : undefined
}

/** @param maxAge seconds; 0 removes it */
export function cookieOptions(c: Context<Env>, maxAge: number): CookieOptions {
  const options = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge } as const
  const prefix = cookiePrefix(c)
  return prefix ? { ...options, prefix, secure: true } : options
}
