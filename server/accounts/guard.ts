// Sessions and their cookie, and who calls: the middleware that requires the user of a session, an admin, or a script with an
// access token. The cookie's id is random; only its hash is stored.
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import type { CookieOptions } from 'hono/utils/cookie'
import { Problem } from '../../contract/problem.ts'
import type { TokenScope } from '../../contract/settings.ts'
import type { AppContext } from '../context.ts'
import { type Database, tryToStore } from '../db/connect.ts'
import { accessTokenOf, clientOf } from '../http/client.ts'
import type { Env, SignedInAccount, SignedInUser } from '../http/env.ts'
import { digest } from '../ids.ts'
import { clockTolerance, day, iso } from '../time.ts'
import { endTokensOf, recordRejection, rejectToken, tokenOf } from './access-tokens.ts'
import { signedInColumns } from './user-rows.ts'

/** Milliseconds: a week without a visit ends a session, a month ends it in any case. */
const slidingLife = 7 * day
const absoluteLife = 30 * day

/** Milliseconds since the password was entered, within which sensitive changes are allowed. */
const recent = 15 * 60_000

/** @returns the id for the cookie. */
export async function startSession(context: AppContext, db: Database, userId: string): Promise<string> {
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
async function checkSession(
  context: Pick<AppContext, 'now' | 'db'>,
  id: string,
): Promise<{ user: SignedInAccount; renewed: boolean } | undefined> {
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

/**
 * The signed-in user, or undefined. Renews the cookie of a session that was renewed.
 * @throws Problem for a request with an access token, which is none of a user.
 */
export async function signedInUserOf(c: Context<Env>): Promise<SignedInUser | undefined> {
  const secret = accessTokenOf(c)
  if (secret !== null) await rejectToken(c, secret)
  const id = sessionIdOf(c)
  if (!id) return undefined
  const found = await checkSession(c.var.context, id)
  if (!found) return undefined
  if (found.renewed) setSessionCookie(c, id)
  c.set('sessionId', id)
  return { ...found.user, client: clientOf(c) }
}

/** @param check sets the user, or throws; `acceptForm` calls it again after a body that took its time */
function guardBy(check: (c: Context<Env>) => Promise<void>) {
  return createMiddleware<Env>(async (c, next) => {
    await check(c)
    c.set('checkAgain', () => check(c))
    return next()
  })
}

async function checkUser(c: Context<Env>): Promise<void> {
  const user = await signedInUserOf(c)
  if (!user) throw new Problem('anonymous', 'Please log in.')
  c.set('user', user)
}

async function checkAdmin(c: Context<Env>): Promise<void> {
  await checkUser(c)
  if (c.var.user.role !== 'admin') throw new Problem('forbidden', 'Only admins may do this.')
}

/** 401 without a session. */
export const requireUser = guardBy(checkUser)

/** 401 without a session, 403 for a user who is not an admin at this moment. */
export const requireAdmin = guardBy(checkAdmin)

/** To stand after `requireAdmin`: 403 with the code `reauthenticate` unless the password was entered lately. */
export const requireRecentPassword = createMiddleware<Env>(async (c, next) => {
  requireRecent(c.var.context, c.var.user)
  return next()
})

/** An admin who is signed in, or a script with a token of this scope. No other route takes a token. */
export function requireAdminOrToken(scope: TokenScope) {
  const guard = guardBy(async (c) => {
    const secret = accessTokenOf(c)
    if (secret === null) return checkAdmin(c)
    const token = await tokenOf(c, secret)
    if (!token.scopes.includes(scope)) {
      await recordRejection(c, `${token.name}: no ${scope}`, token)
      throw new Problem('forbidden', `This token may not do this: it needs the scope ${scope}.`)
    }
    c.set('user', { ...token.user, client: clientOf(c) })
  })
  return Object.assign(guard, { scope })
}

/** The scope of a handler of `requireAdminOrToken`; undefined for any other handler. */
export function scopeOf(handler: unknown): TokenScope | undefined {
  return typeof handler === 'function' && 'scope' in handler ? (handler.scope as TokenScope) : undefined
}
