// The cookie that recognises a browser in which somebody signed in before, so that guesses from elsewhere do not lock them
// out. It grants nothing and names nobody.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Env } from '../http/env.ts'
import { findByEmail } from './user-rows.ts'

/** An id and its signature, 128 and 256 bits in base64url. */
const form = /^([\w-]{22})\.([\w-]{43})$/

/** The account of a token, and what it is signed with. */
interface DeviceOwner {
  userId: string
  passwordHash: string
}

/** Seconds. */
const maxAge = 180 * 24 * 60 * 60
/** The signature is also checked for an account that does not exist, so that the work is the same. */
const nobody: DeviceOwner = { userId: 'none', passwordHash: 'none' }

function nameOf(c: Context<Env>): string {
  return c.var.context.config.publicUrl.startsWith('https:') ? '__Host-device' : 'device'
}

/** @param id of this browser where it was recognised; otherwise it gets a new one */
export function setDeviceCookie(c: Context<Env>, owner: DeviceOwner, id: string | null): void {
  setCookie(c, nameOf(c), deviceToken(owner, id ?? undefined), {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: c.var.context.config.publicUrl.startsWith('https:'),
    maxAge,
  })
}

/** The id of the browser where this account signed in with the password it still has, otherwise null. */
export async function deviceOf(c: Context<Env>, email: string): Promise<string | null> {
  const token = getCookie(c, nameOf(c))
  if (!token) return null
  const account = await findByEmail(c.var.context, email)
  const owner = account?.password_hash ? { userId: account.id, passwordHash: account.password_hash } : nobody
  const id = deviceIdOf(token, owner)
  return owner === nobody ? null : id
}

/**
 * Signed with the stored hash of the account's password, a random secret that never leaves the database: the token is
 * good for this account only, and changing the password makes every earlier one void.
 * @param id of a browser that is already recognised; otherwise a new one is made
 */
function deviceToken(owner: DeviceOwner, id = randomBytes(16).toString('base64url')): string {
  return `${id}.${sign(owner, id)}`
}

/** @returns the id of the device, or null for a token that this account did not get. */
function deviceIdOf(token: string, owner: DeviceOwner): string | null {
  const [, id = '', signature = ''] = form.exec(token) ?? []
  if (!id) return null
  const isOurs = timingSafeEqual(Buffer.from(sign(owner, id)), Buffer.from(signature))
  return isOurs ? id : null
}

function sign({ userId, passwordHash }: DeviceOwner, id: string): string {
  return createHmac('sha256', passwordHash).update(`device\n${userId}\n${id}`).digest('base64url')
}
