// Signs a user in with email address and password, and updates the stored hash.

import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import type { UserRow } from '../db/tables.ts'
import { notifyOfSignIn } from './owner-notifications.ts'
import { endSession, startSession } from './sessions.ts'
import { findByEmail } from './user-rows.ts'

/** The client of a sign-in. */
export interface SignInClient {
  /** Empty where the connection has no IP address. */
  ip: string
  /** The IP address, or the /64 of an IPv6 address. */
  key: string
  /** Every visitor may have this IP address. */
  isShared: boolean
}

/**
 * Does the same work for an account that does not exist.
 * @param oldSession the session this browser had: it ends, and its id is never reused.
 * @param client for the log, and for the owner of the site where clients can be told apart.
 * @returns the account, its hash as stored now and the id of a new session, or undefined for a wrong email address or
 * password.
 * @throws Problem 'unavailable' while too many others sign in.
 */
export async function signIn(
  context: AppContext,
  { email, password }: { email: string; password: string },
  oldSession: string | undefined,
  client: SignInClient,
): Promise<{ user: UserRow; passwordHash: string; sessionId: string } | undefined> {
  const found = await findByEmail(context, email)
  const matches = await context.passwordHasher.matches(password, found?.password_hash)
  if (!found?.password_hash || !matches) {
    await recordFailure(context, found, client)
    return undefined
  }
  const checked = found.password_hash
  const hash = context.passwordHasher.needsRehash(checked)
    ? await context.passwordHasher.hash(password)
    : checked
  const session = await context.db.transaction().execute(async (tx) => {
    // A password that was changed while this one was being checked is no longer valid.
    const user = await tx
      .updateTable('users')
      .set({ password_hash: hash })
      .where('id', '=', found.id)
      .where('password_hash', '=', checked)
      .returningAll()
      .executeTakeFirst()
    if (!user) return undefined
    if (oldSession) await endSession(tx, oldSession)
    if (user.role === 'admin') await notifyOfSignIn(context, tx, user.id, client)
    const { role, id, email } = user
    await record(context, tx, { kind: 'login.succeeded', by: { role, id, email, client } })
    return { user, sessionId: await startSession(context, tx, user.id) }
  })
  if (!session) {
    await recordFailure(context, found, client)
    return undefined
  }
  context.log.info({ event: 'login.succeeded', userId: session.user.id }, 'a user signed in')
  if (session.user.role === 'admin') context.changes.emit('jobs')
  return { ...session, passwordHash: hash }
}

/** The email address that was typed is stored only if it is that of an account: it may be a password. */
async function recordFailure(
  context: AppContext,
  found: UserRow | undefined,
  client: SignInClient,
): Promise<void> {
  logFailure(context, found?.id ?? null, client)
  const target = found && { id: found.id, name: found.email }
  await record(context, context.db, {
    kind: 'login.failed',
    by: { role: 'visitor', client },
    ...(target ? { target } : {}),
    isTargetCounted: found?.role === 'admin',
  })
}

/**
 * One line for each rejected sign-in. fail2ban reads it (docs/operating.md), so the order of its fields must not
 * change. A shared IP address is left out: a ban would block the proxy, and with it everybody.
 * @param userId null where there is no such account, or where a limit applied before it was read.
 */
export function logFailure(
  context: AppContext,
  userId: string | null,
  { ip, isShared }: Pick<SignInClient, 'ip' | 'isShared'>,
): void {
  context.log.warn({ event: 'login.failed', userId, ip: isShared ? null : ip }, 'sign-in failed')
}
