// Signs a user in with email address and password, after the limits for guesses.
import { Problem } from '../../contract/problem.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import type { UserRow } from '../db/tables.ts'
import type { Client } from '../http/client.ts'
import { clientLimits, count, countClient, forget, limits, rejectIfSpent } from '../http/rate-limit.ts'
import { endSession, startSession } from './sessions.ts'
import { emailOwner, findByEmail, lockUser } from './user-rows.ts'

/** What a browser sends. */
export interface SignInRequest {
  email: string
  password: string
  client: Client
  /** The session that this browser had: it ends, and its id is never reused. */
  oldSession: string | undefined
  /** The id of a browser where this account signed in before, otherwise null. */
  deviceOf(account: UserRow | undefined): Promise<string | null>
}

export interface SignedIn {
  user: UserRow
  sessionId: string
  /** Null in a browser that is new for the account. */
  deviceId: string | null
}

/**
 * Does the same work for an account that does not exist.
 * @throws Problem 'anonymous' for a wrong email address or password, 'too-many' over a limit, 'unavailable' while too many
 * others sign in.
 */
export async function signIn(context: AppContext, request: SignInRequest): Promise<SignedIn> {
  const { email, password, client, oldSession } = request
  const found = await findByEmail(context, email)
  const deviceId = await request.deviceOf(found)
  await countTry(context, { email, client, deviceId }).catch((error) => {
    logFailure(context, null, client)
    throw error
  })
  const checked = found?.password_hash
  const matches = await context.passwordHasher.matches(password, checked)
  const signedIn = found && checked && matches ? await begin(found.id, checked) : undefined
  if (!signedIn) {
    await recordFailure(context, found, client)
    throw new Problem('anonymous', 'Invalid email or password.')
  }
  await forgetTries(context, { email, client, deviceId })
  return signedIn

  function begin(id: string, checked: string): Promise<SignedIn | undefined> {
    return context.inTransaction(async (tx) => {
      // A password that was changed while this one was being checked is no longer valid.
      const user = await lockUser(tx, id)
      if (user?.password_hash !== checked) return undefined
      if (oldSession) await endSession(tx, oldSession)
      const ip_address = client.isShared ? null : client.key
      // The first one included: an attacker with the password may sign in before the admin does.
      if (user.role === 'admin' && deviceId === null)
        await emailOwner(context, tx, { kind: 'admin-sign-in', account_id: id, ip_address })
      await record(context, tx, { kind: 'login.succeeded', by: { role: user.role, id, email, client } })
      return { user, deviceId, sessionId: await startSession(context, tx, id) }
    })
  }
}

/** Limits count whether or not there is such an account: they must not reveal it either. */
type Try = Pick<SignInRequest, 'email' | 'client'> & { deviceId: string | null }

/**
 * A recognised browser has a counter of its own: where all visitors share one IP address, the wrong passwords of others
 * never make the account's owner wait (OWASP, device cookies).
 */
async function countTry(context: AppContext, attempt: Try): Promise<void> {
  const { email, client, deviceId } = attempt
  // Everything is read before anything is written, so that a client that must wait costs no write.
  await rejectIfSpent(context, limits.login, subjectOf(attempt))
  if (deviceId === null) {
    await rejectIfSpent(context, limits.loginOfAccount, email)
    await countClient(context, clientLimits.login, client)
  }
  await count(context, limits.login, subjectOf(attempt))
  if (deviceId === null) await count(context, limits.loginOfAccount, email)
}

/** The password was right, or a new one was set by the account's link: earlier failures no longer count. */
export async function forgetTries({ db }: AppContext, attempt: Try): Promise<void> {
  await forget(db, limits.login, subjectOf(attempt))
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
