// Recognises a browser in which somebody signed in before, so that guesses from elsewhere do not lock them out.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** An id and its signature, 128 and 256 bits in base64url. */
const form = /^([\w-]{22})\.([\w-]{43})$/

/** The account of a token, and what it is signed with. */
export interface DeviceOwner {
  userId: string
  passwordHash: string
}

/**
 * Signed with the stored hash of the account's password, a random secret that never leaves the database: the token is
 * good for this account only, and changing the password makes every earlier one void.
 * @param id of a browser that is already recognised; otherwise a new one is made
 */
export function deviceToken(owner: DeviceOwner, id = randomBytes(16).toString('base64url')): string {
  return `${id}.${sign(owner, id)}`
}

/** @returns the id of the device, or null for a token that this account did not get. */
export function deviceIdOf(token: string, owner: DeviceOwner): string | null {
  const [, id = '', signature = ''] = form.exec(token) ?? []
  if (!id) return null
  const isOurs = timingSafeEqual(Buffer.from(sign(owner, id)), Buffer.from(signature))
  return isOurs ? id : null
}

function sign({ userId, passwordHash }: DeviceOwner, id: string): string {
  return createHmac('sha256', passwordHash).update(`device\n${userId}\n${id}`).digest('base64url')
}
