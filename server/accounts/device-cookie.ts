// The cookie that recognises a browser in which somebody signed in before [R120]. It grants nothing and names nobody.
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Env } from '../http/env.ts'
import { type DeviceOwner, deviceIdOf, deviceToken } from './device-token.ts'
import { findByEmail } from './user-rows.ts'

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
