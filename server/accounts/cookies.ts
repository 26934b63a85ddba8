// The cookie of a session, and one for each account that recognises a browser in which it signed in before, so that guesses
// from elsewhere do not lock it out, and a sign-in in another browser is reported. That one grants nothing and names nobody.
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, getSignedCookie, setCookie, setSignedCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import type { UserRow } from '../db/tables.ts'
import type { Env } from '../http/env.ts'
import { digest } from '../ids.ts'
import { slidingLife } from './sessions.ts'

export function sessionIdOf(c: Context<Env>): string | undefined {
  return getCookie(c, 'session', hasPrefix(c) ? 'host' : undefined)
}

export function setSessionCookie(c: Context<Env>, id: string): void {
  setCookie(c, 'session', id, optionsOf(c, slidingLife / 1000))
}

export function clearSessionCookie(c: Context<Env>): void {
  setCookie(c, 'session', '', optionsOf(c, 0))
}

/** Seconds. */
const deviceLife = 180 * 24 * 60 * 60

type Account = Pick<UserRow, 'id' | 'password_hash'>

/** The work is the same for an account that does not exist. */
const nobody: Account = { id: 'none', password_hash: null }

/** One for each account: people sign in with several in one browser. */
const deviceCookie = ({ id }: Account) => `device-${digest(id).slice(0, 8)}`

/** @param id of this browser where it was recognised; otherwise it gets a new one */
export async function setDeviceCookie(
  c: Context<Env>,
  account: Account,
  id = randomBytes(16).toString('base64url'),
): Promise<void> {
  await setSignedCookie(c, deviceCookie(account), id, secretOf(account), optionsOf(c, deviceLife))
}

/**
 * The id of the browser where this account signed in with the password it still has, otherwise null. The cookie is also
 * looked for where there is no such account.
 */
export async function deviceOf(c: Context<Env>, account: Account = nobody): Promise<string | null> {
  const prefix = hasPrefix(c) ? 'host' : undefined
  const id = await getSignedCookie(c, secretOf(account), deviceCookie(account), prefix)
  return (account.password_hash && id) || null
}

/**
 * The stored hash of the account's password is a random secret that never leaves the database: what is signed with it is
 * good for this account only, and changing the password makes every earlier cookie void.
 */
function secretOf({ id, password_hash }: Account): string {
  return `device\n${id}\n${password_hash ?? ''}`
}

/** With the __Host- prefix browsers accept a cookie from this origin only; it needs https. */
function hasPrefix(c: Context<Env>): boolean {
  return c.var.context.config.publicUrl.startsWith('https:')
}

/** @param maxAge seconds; 0 removes it */
function optionsOf(c: Context<Env>, maxAge: number): CookieOptions {
  const options = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge } as const
  return hasPrefix(c) ? { ...options, prefix: 'host', secure: true } : options
}
