// The cookie that recognises a browser in which an account signed in before, so that guesses from elsewhere do not lock it
// out, and a sign-in in another browser is reported. It grants nothing and names nobody.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { UserRow } from '../db/tables.ts'
import type { Env } from '../http/env.ts'

/** An id and its signature, 128 and 256 bits in base64url. */
const form = /^([\w-]{22})\.([\w-]{43})$/

/** Seconds. */
const maxAge = 180 * 24 * 60 * 60

type Account = Pick<UserRow, 'id' | 'password_hash'>

/** @param id of this browser where it was recognised; otherwise it gets a new one */
export function setDeviceCookie(c: Context<Env>, account: Account, id: string | null = null): void {
  const device = id ?? randomBytes(16).toString('base64url')
  const { name, secure } = cookieOf(c)
  const value = `${device}.${sign(account, device)}`
  setCookie(c, name, value, { httpOnly: true, sameSite: 'Lax', path: '/', secure, maxAge })
}

/**
 * The id of the browser where this account signed in with the password it still has, otherwise null. The signature is also
 * checked for an account that does not exist, so that the work is the same.
 */
export function deviceOf(c: Context<Env>, account: Account | undefined): string | null {
  const [, id = '', signature = ''] = form.exec(getCookie(c, cookieOf(c).name) ?? '') ?? []
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

function cookieOf(c: Context<Env>): { name: string; secure: boolean } {
  const secure = c.var.context.config.publicUrl.startsWith('https:')
  return { name: secure ? '__Host-device' : 'device', secure }
}
