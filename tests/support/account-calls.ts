// Calls for accounts: register, verify an email address, sign in, reset a password.
import { expect } from 'vitest'
import { callOf, emailTo, linkIn } from './evidence.ts'
import { password, type Running } from './start.ts'

/** Good for registering. */
export const good = 'Kettle-42!'
/** Good for a new password. */
export const fresh = 'Violet-Kettle-42'

export const register = (to: Running, user: Record<string, unknown>) =>
  to.json('/register', { json: { name: 'Rosa', email: 'rosa@example.com', password: good, ...user } })

export const rowOf = (to: Running, email: string) =>
  to.context.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** Registers, signs in, and reads the email. */
export async function newcomer(to: Running, email: string) {
  expect((await register(to, { email })).status).toBe(201)
  return { cookie: await to.signIn(email, good), email: await emailTo(to, email) }
}

export const verify = (to: Running, cookie: string, code: unknown) =>
  to.json('/verify-email', { json: { code }, cookie })

export const logIn = (to: Running, email: string, secret = password, headers: Record<string, string> = {}) =>
  to.json('/login', { json: { email, password: secret }, headers })

export const signsIn = async (to: Running, email: string, secret: string) =>
  (await to.json('/login', { json: { email, password: secret } })).status === 200

export const requestReset = (to: Running, email: unknown, headers: Record<string, string> = {}) =>
  to.json('/reset-password', { json: { email }, headers })

export async function resetLink(to: Running, email: string): Promise<string> {
  expect((await requestReset(to, email)).status).toBe(200)
  return callOf(linkIn(await emailTo(to, email, /reset/i)))
}

export const reset = (to: Running, link: string, newPassword = fresh, confirmPassword = newPassword) =>
  to.json(link, { json: { newPassword, confirmPassword } })

export const wrongNew: [string, string, string][] = [
  ['7 characters', 'Kett-42', 'Password must be at least 8 characters.'],
  ['no number', 'Violet-Kettle', 'Password must include a number.'],
  ['no upper case', 'violet-kettle-42', 'Password must include uppercase and lowercase letters.'],
  ['no lower case', 'VIOLET-KETTLE-42', 'Password must include uppercase and lowercase letters.'],
  ['129 characters', `Aa1${'x'.repeat(126)}`, 'Password must be at most 128 characters.'],
]
