// Signs a user in with email address and password, after the limits for guesses. A cookie for each account recognises a browser
// in which it signed in before, so that guesses from elsewhere do not lock it out, and a sign-in in another browser is reported.
// That one grants nothing and names nobody.
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import type { logIn } from '../../contract/account.ts'
import type { Body } from '../../contract/call.ts'
import { Problem } from '../../contract/problem.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import type { UserRow } from '../db/tables.ts'
import { type Client, clientOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { count, forget, limits, rejectIfSpent } from '../http/rate-limit.ts'
import { digest } from '../ids.ts'
import { emailOwner } from '../mail/outbox.ts'
import {
  cookieOptions,
  cookiePrefix,
  endSession,
  sessionIdOf,
  setSessionCookie,
  startSession,
} from './guard.ts'
import { findByEmail, lockUser } from './user-rows.ts'

/**
 * Signs in whoever sends this: the browser gets a session, and is recognised from now on. Does the same work for an account
 * that does not exist.
 * @throws Problem 'anonymous' for a wrong email address or password, 'too-many' over a limit, 'unavailable' while too many
 * others sign in.
 */
export async function signIn(c: Context<Env>, { email, password }: Body<typeof logIn>): Promise<UserRow> {
  const { context } = c.var
  const client = clientOf(c)
  const found = await findByEmail(context.db, email)
  const deviceId = await deviceOf(c, found)
  const attempt = { email, client, deviceId }
  await countTry(context, attempt).catch((error) => {
    logFailure(context, null, client)
    throw error
  })
  const checked = found?.password_hash
  const matches = await context.passwordHasher.matches(password, checked)
  const signedIn = found && checked && matches ? await begin(c, found.id, checked, attempt) : undefined
  if (!signedIn) {
    await recordFailure(context, found, client)
    throw new Problem('anonymous', 'Invalid email or password.')
  }
  await forgetTries(context, attempt)
  setSessionCookie(c, signedIn.sessionId)
  await setDeviceCookie(c, signedIn.user, deviceId ?? undefined)
  return signedIn.user
}

/** @returns undefined for a password that was changed while this one was being checked: it is no longer valid. */
async function begin(c: Context<Env>, id: string, checked: string, { email, client, deviceId }: Try) {
  const { context } = c.var
  return context.inTransaction(async (tx) => {
    const user = await lockUser(tx, id)
    if (user?.password_hash !== checked) return undefined
    // The session that this browser had: its id is never reused.
    const oldSession = sessionIdOf(c)
    if (oldSession) await endSession(tx, oldSession)
    const ip_address = client.isShared ? null : client.key
    // The first one included: an attacker with the password may sign in before the admin does.
    if (user.role === 'admin' && deviceId === null)
      await emailOwner(context, tx, { kind: 'admin-sign-in', account_id: id, ip_address })
    await record(context, tx, { kind: 'login.succeeded', by: { role: user.role, id, email, client } })
    return { user, sessionId: await startSession(context, tx, id) }
  })
}

/** Limits count whether or not there is such an account: they must not reveal it either. */
interface Try {
  email: string
  client: Client
  /** Of a browser where this account signed in before, otherwise null. */
  deviceId: string | null
}

/**
 * A recognised browser has a counter of its own: where all visitors share one IP address, the wrong passwords of others
 * never make the account's owner wait (OWASP, device cookies).
 */
async function countTry(context: AppContext, attempt: Try): Promise<void> {
  const { email, client, deviceId } = attempt
  // Everything is read before anything is written, so that a client that must wait costs no write.
  await rejectIfSpent(context, limits.wrongPassword, subjectOf(attempt))
  if (deviceId === null) {
    await rejectIfSpent(context, limits.loginOfAccount, email)
    await count(context, limits.login, client)
  }
  await count(context, limits.wrongPassword, subjectOf(attempt))
  if (deviceId === null) await count(context, limits.loginOfAccount, email)
}

/** The password was right, or a new one was set by the account's link: earlier failures no longer count. */
export async function forgetTries({ db }: AppContext, attempt: Try): Promise<void> {
  await forget(db, limits.wrongPassword, subjectOf(attempt))
}

function subjectOf({ email, client, deviceId }: Try): string {
  return deviceId === null ? `${email} ${client.key}` : `${email} device ${deviceId}`
}

/** The email address that was typed is stored only if it is that of an account: it may be a password. */
async function recordFailure(context: AppContext, found: UserRow | undefined, client: Client): Promise<void> {
  logFailure(context, found?.id ?? null, client)
  await record(context, context.db, {
    kind: 'login.failed',
    by: { role: 'visitor', client },
    ...(found && { target: { id: found.id, name: found.email } }),
    isTargetCounted: found?.role === 'admin',
  })
}

/**
 * One line for each rejected sign-in. fail2ban reads it (docs/operating.md), so the order of its fields must not
 * change. A shared IP address is left out: a ban would block the proxy, and with it everybody.
 * @param userId null where there is no such account, or where a limit applied.
 */
function logFailure(context: AppContext, userId: string | null, { ip, isShared }: Client): void {
  context.log.warn({ event: 'login.failed', userId, ip: isShared ? null : ip }, 'sign-in failed')
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
  await setSignedCookie(c, deviceCookie(account), id, secretOf(account), cookieOptions(c, deviceLife))
}

/**
 * The id of the browser where this account signed in with the password it still has, otherwise null. The cookie is also
 * looked for where there is no such account.
 */
async function deviceOf(c: Context<Env>, account: Account = nobody): Promise<string | null> {
  const id = await getSignedCookie(c, secretOf(account), deviceCookie(account), cookiePrefix(c))
  return (account.password_hash && id) || null
}

/**
 * The stored hash of the account's password is a random secret that never leaves the database: what is signed with it is
 * good for this account only, and changing the password makes every earlier cookie void.
 */
function secretOf({ id, password_hash }: Account): string {
  return `device\n${id}\n${password_hash ?? ''}`
}
