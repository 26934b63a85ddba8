// The cookie of a session, and the one that recognises a browser in which an account signed in before, so that guesses from
// elsewhere do not lock it out, and a sign-in in another browser is reported. That one grants nothing and names nobody.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { UserRow } from '../db/tables.ts'
import type { Env } from '../http/env.ts'
import { slidingLife } from './sessions.ts'

export function sessionIdOf(c: Context<Env>): string | undefined {
  return read(c, 'session')
}

export function setSessionCookie(c: Context<Env>, id: string): void {
  write(c, 'session', id, slidingLife / 1000)
}

export function clearSessionCookie(c: Context<Env>): void {
  write(c, 'session', '', 0)
}

/** An id and its signature, 128 and 256 bits in base64url. */
const deviceForm = /^([\w-]{22})\.([\w-]{43})$/

/** Seconds. */
const deviceLife = 180 * 24 * 60 * 60

type Account = Pick<UserRow, 'id' | 'password_hash'>

/** @param id of this browser where it was recognised; otherwise it gets a new one */
export function setDeviceCookie(c: Context<Env>, account: Account, id: string | null = null): void {
  const device = id ?? randomBytes(16).toString('base64url')
  write(c, 'device', `${device}.${sign(account, device)}`, deviceLife)
}

/**
 * The id of the browser where this account signed in with the password it still has, otherwise null. The signature is also
 * checked for an account that does not exist, so that the work is the same.
 */
export function deviceOf(c: Context<Env>, account: Account | undefined): string | null {
  const [, id = '', signature = ''] = deviceForm.exec(read(c, 'device') ?? '') ?? []
  if (!id) return null
  const wanted = sign(account ?? { id: 'none', password_hash: null }, id)
  const isOurs = timingSafeEqual(Buffer.from(wanted), Buffer.from(signature))
  return isOurs && account?.password_hash ? id : null
}

/**
 * Signed with the stored hash of the account's password, a random secret that never leaves the database: the cookie is
 * good for this account only, and changing the password makes every earlier one void.
 */
function sign({ id, password_hash }: Account, device: string): string {
  return createHmac('sha256', password_hash ?? '')
    .update(`device\n${id}\n${device}`)
    .digest('base64url')
}

/** With the __Host- prefix browsers accept a cookie from this origin only; it needs https. */
function hasPrefix(c: Context<Env>): boolean {
  return c.var.context.config.publicUrl.startsWith('https:')
}

function read(c: Context<Env>, name: string): string | undefined {
  return getCookie(c, name, hasPrefix(c) ? 'host' : undefined)
}

/** @param maxAge seconds; 0 removes it */
function write(c: Context<Env>, name: string, value: string, maxAge: number): void {
  const options = { httpOnly: true, sameSite: 'Lax', path: '/', maxAge } as const
  setCookie(c, name, value, hasPrefix(c) ? { ...options, prefix: 'host', secure: true } : options)
}
