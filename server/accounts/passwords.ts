// Passwords: changed by a signed-in user, entered again for sensitive changes, and set by the link of an email.
import { randomInt } from 'node:crypto'
import { fieldError, Problem } from '../../contract/problem.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import type { OneTimeTokenRow, UserRow } from '../db/tables.ts'
import type { AuditClient } from '../http/client.ts'
import type { SignedInUser } from '../http/env.ts'
import { emailKey, queueEmail } from '../mail/outbox.ts'
import { iso } from '../time.ts'
import { endSession, endSessionsOf, startSession } from './guard.ts'
import { consume, find, voidTokens } from './one-time-tokens.ts'
import { lockUser } from './user-rows.ts'

/**
 * Changes the password of a user who is signed in; all their sessions end and a new one begins.
 * @returns the id of the new session and the new hash.
 * @throws Problem 'invalid' naming the field, 'conflict' when the password was changed elsewhere at the same time.
 */
export async function changePassword(
  context: AppContext,
  user: SignedInUser,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<{ sessionId: string; passwordHash: string }> {
  const stored = await checkPassword(context, user.id, currentPassword)
  // 400, not 401, which would sign the user out.
  if (!stored) throw fieldError('currentPassword', 'The current password is wrong.')
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC'))
    throw fieldError('newPassword', 'The new password must differ from the current one.')
  const passwordHash = await context.passwordHasher.hash(newPassword)
  const sessionId = await context.inTransaction(async (tx) => {
    const changed = await tx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', user.id)
      .where('password_hash', '=', stored)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw new Problem('conflict', 'Your password was changed elsewhere at the same moment.')
    await afterChange(context, tx, changed)
    await record(context, tx, { kind: 'password.changed', by: user })
    return startSession(context, tx, user.id)
  })
  return { sessionId, passwordHash }
}

/**
 * Checks the password of a signed-in user, entered again. The session gets a new id, as at sign-in (ASVS 7.2.4).
 * @returns the id of the new session.
 * @throws Problem 'invalid' for a wrong password, 'anonymous' when the session ended or the password changed in between.
 */
export async function reauthenticate(
  context: AppContext,
  user: SignedInUser,
  sessionId: string,
  password: string,
): Promise<string> {
  const stored = await checkPassword(context, user.id, password)
  if (!stored) throw fieldError('password', 'This password is not right.')
  const next = await context.db.transaction().execute(async (tx) => {
    const account = await lockUser(tx, user.id)
    // A password changed elsewhere has ended this session too.
    if (account?.password_hash !== stored || !(await endSession(tx, sessionId))) return undefined
    return startSession(context, tx, user.id)
  })
  if (!next) throw new Problem('anonymous', 'Please log in.')
  return next
}

/** @returns the stored hash, undefined where the password is another. */
async function checkPassword(context: AppContext, id: string, password: string): Promise<string | undefined> {
  const row = await context.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirst()
  const stored = row?.password_hash ?? undefined
  return (await context.passwordHasher.matches(password, stored)) ? stored : undefined
}

/** Milliseconds. */
const maxResetDelay = 2_000

/**
 * Queues an email to any well-formed email address, and voids links sent earlier: the same statements whether or not there
 * is an account, which is only looked up when the email is sent. That happens after a random delay and without a signal to
 * the outbox, so that it does not slow down the response to the client's next request either.
 */
export async function requestReset(context: AppContext, email: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('one_time_tokens').where('email', '=', email).where('purpose', '=', 'reset').execute()
    await queueEmail(context, tx, { kind: 'reset', recipient: email }, randomInt(maxResetDelay))
  })
}

/** Both kinds of links set a password; using one voids both. */
const passwordLinks = ['reset', 'admin-link'] as const

/** @throws Problem 'invalid' for a link that cannot be used; checking does not use it up. */
export async function checkReset(context: AppContext, token: string): Promise<OneTimeTokenRow> {
  const link = await find(context, passwordLinks, token)
  if (!link) throw invalidToken()
  return link
}

/**
 * Sets the password by link, once, and ends every session. A link from an email also verifies the email address,
 * because its owner read it; so does one printed by the server, because whoever runs the server vouches for it.
 * @returns the account as it is now; nobody is signed in.
 * @throws Problem 'invalid' for a used or expired link.
 */
export async function resetPassword(
  context: AppContext,
  token: string,
  newPassword: string,
  client: AuditClient,
): Promise<UserRow> {
  const { user_id } = await checkReset(context, token)
  const passwordHash = await context.passwordHasher.hash(newPassword)
  return context.inTransaction(async (tx) => {
    await lockUser(tx, user_id ?? '')
    const link = await consume(context, tx, passwordLinks, token)
    if (!link) throw invalidToken()
    const changed = await tx
      .updateTable('users')
      .set((row) => ({
        password_hash: passwordHash,
        email_verified_at: row.fn.coalesce('email_verified_at', row.val(iso(context))),
      }))
      .where('id', '=', link.user_id)
      .where('email', '=', link.email)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw invalidToken()
    await afterChange(context, tx, changed)
    // The email address is verified now.
    await voidTokens(tx, changed.id, ['verify-code'])
    const { role, id, email } = changed
    await record(context, tx, { kind: 'password.reset', by: { role, id, email, client } })
    return changed
  })
}

async function afterChange(context: AppContext, tx: Tx, { id, email }: UserRow): Promise<void> {
  await endSessionsOf(tx, id)
  await voidTokens(tx, id, passwordLinks)
  await dropResetEmails(tx, email)
  await queueEmail(context, tx, { kind: 'password-changed', recipient: email, user_id: id })
}

/** No email that is still queued may carry another link. */
export async function dropResetEmails(tx: Tx, recipient: string): Promise<void> {
  await tx.deleteFrom('jobs').where('key', '=', emailKey('reset', recipient)).execute()
}

function invalidToken(): Problem {
  return new Problem('invalid', 'Invalid or expired token.')
}
