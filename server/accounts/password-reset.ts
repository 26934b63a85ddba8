// Changes a password: by its owner who knows the old one, or by the link of an email [R74, R75, R83].
import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import { Problem } from '../../contract/problem.ts'
import { type AppContext, iso } from '../context.ts'
import type { Database } from '../db/connect.ts'
import type { OneTimeTokenRow, Tables, UserRow } from '../db/tables.ts'
import type { SignedInUser } from '../http/env.ts'
import { queueEmail } from '../mail/outbox.ts'
import { passwordColumns, warnIfGuessable } from './guessable-passwords.ts'
import { consume, find, voidTokens } from './one-time-tokens.ts'
import { endSession, endSessionsOf, startSession } from './sessions.ts'
import { hold } from './users.ts'

/** Both kinds of links set a password; either kind used voids both. */
const passwordLinks = ['reset', 'admin-link'] as const

/** Milliseconds. */
const maxResetDelay = 2_000

/**
 * Queues an email to any well-formed address: the same two statements whether or not there is an account, which is
 * only looked up when the email is sent [R74]. That happens after a random delay and without waking the
 * outbox, so that the response to whatever the client requests next does not compete with it either. A link sent
 * earlier is void from now on, because this email waits (see `isSuperseded`).
 */
export async function requestReset(context: AppContext, email: string): Promise<void> {
  await context.db
    .transaction()
    .execute((tx) => queueEmail(context, tx, { kind: 'reset', recipient: email }, randomInt(maxResetDelay)))
}

/** @throws Problem 'invalid' for a link that cannot be used; looking does not use it up. */
export async function checkReset(context: AppContext, token: string): Promise<void> {
  await accountBehind(context, token)
}

/**
 * Sets the password by link, once: ends every session. A link from an email also proves the email address, because
 * its owner read it [R75]; one printed by the server does so too, because whoever runs the server vouches.
 * @returns the account with its new hash; nobody is signed in.
 * @throws Problem 'invalid' for a used or expired link.
 */
export async function resetPassword(
  context: AppContext,
  token: string,
  newPassword: string,
): Promise<{ userId: string; email: string; passwordHash: string }> {
  const account = await accountBehind(context, token)
  const columns = await passwordColumns(context, newPassword, account)
  const user = await context.db.transaction().execute(async (tx) => {
    await hold(tx, account.id)
    // Two requests with one link at the same moment: the deletion of its row lets one of them through.
    const row = await consume(context, tx, passwordLinks, token)
    if (!row || (await isSuperseded(tx, row))) throw invalidToken()
    const changed = await tx
      .updateTable('users')
      .set((held) => ({
        ...columns,
        email_verified_at: held.fn.coalesce('email_verified_at', held.val(iso(context))),
      }))
      .where('id', '=', row.user_id)
      .where('email', '=', row.email)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw invalidToken()
    await endSessionsOf(tx, changed.id)
    // The email address is verified now.
    await voidTokens(tx, changed.id, ['verify-code'])
    await dropResetEmails(tx, changed.email)
    await queueEmail(context, tx, {
      kind: 'password-changed',
      recipient: changed.email,
      user_id: changed.id,
    })
    return changed
  })
  context.log.info({ who: user.id, what: 'reset the password' }, 'audit')
  warnIfGuessable(context, user)
  context.changes.announce('outbox')
  return { userId: user.id, email: user.email, passwordHash: columns.password_hash }
}

/** 400, not 401: a wrong current password must not sign the user out [R83]. */
const wrongCurrent = 'The current password is wrong.'
const wrongPassword = 'This password is not right.'
const unchanged = 'The new password must differ from the current one.'

/**
 * Changes the password of a user who is signed in; all their sessions end and a new one begins.
 * @returns the id of the new session and the new hash.
 * @throws Problem 'invalid' naming the field, 'conflict' when the password was changed elsewhere meanwhile.
 */
export async function changePassword(
  context: AppContext,
  user: SignedInUser,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<{ sessionId: string; passwordHash: string }> {
  const stored = await storedHash(context.db, user.id)
  if (!stored || !(await context.passwords.matches(currentPassword, stored)))
    throw new Problem('invalid', wrongCurrent, { fields: { currentPassword: wrongCurrent } })
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC'))
    throw new Problem('invalid', unchanged, { fields: { newPassword: unchanged } })
  const columns = await passwordColumns(context, newPassword, user)
  const sessionId = await context.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('users')
      .set(columns)
      .where('id', '=', user.id)
      .where('password_hash', '=', stored)
      .returning('email')
      .executeTakeFirst()
    if (!changed) throw new Problem('conflict', 'Your password was changed elsewhere at the same moment.')
    await endSessionsOf(tx, user.id)
    await voidTokens(tx, user.id, passwordLinks)
    await dropResetEmails(tx, changed.email)
    await queueEmail(context, tx, { kind: 'password-changed', recipient: changed.email, user_id: user.id })
    return startSession(context, tx, user.id)
  })
  context.log.info({ who: user.id, what: 'changed the password' }, 'audit')
  warnIfGuessable(context, { ...user, ...columns })
  context.changes.announce('outbox')
  return { sessionId, passwordHash: columns.password_hash }
}

/** No email that still waits may carry another link. */
export async function dropResetEmails(tx: Transaction<Tables>, recipient: string): Promise<void> {
  await tx.deleteFrom('outbox').where('kind', '=', 'reset').where('recipient', '=', recipient).execute()
}

/** A newer reset was requested for the email address of this link: the link is void even while that email waits. */
async function isSuperseded(db: Database | Transaction<Tables>, link: OneTimeTokenRow): Promise<boolean> {
  if (link.purpose !== 'reset') return false
  const newer = await db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'reset')
    .where('recipient', '=', link.email)
    .where('id', '!=', link.outbox_id)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

async function accountBehind(context: AppContext, token: string): Promise<UserRow> {
  const row = await find(context, context.db, passwordLinks, token)
  if (!row || (await isSuperseded(context.db, row))) throw invalidToken()
  const user = await context.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', row.user_id)
    .where('email', '=', row.email)
    .executeTakeFirst()
  if (!user) throw invalidToken()
  return user
}

/**
 * The password of somebody who is signed in, entered again. The session gets a new id, as at sign-in (ASVS 7.2.4).
 * @returns the id of the new session.
 * @throws Problem 'invalid' for a wrong password, 'anonymous' when the session or the password ended meanwhile.
 */
export async function reauthenticate(
  context: AppContext,
  user: SignedInUser,
  sessionId: string,
  password: string,
): Promise<string> {
  const stored = await storedHash(context.db, user.id)
  if (!stored || !(await context.passwords.matches(password, stored)))
    throw new Problem('invalid', wrongPassword, { fields: { password: wrongPassword } })
  const next = await context.db.transaction().execute(async (tx) => {
    const held = await hold(tx, user.id)
    // A password changed elsewhere has ended this session too.
    if (held?.password_hash !== stored || !(await endSession(tx, sessionId))) return undefined
    return startSession(context, tx, user.id)
  })
  if (!next) throw new Problem('anonymous', 'Please log in.')
  context.log.info({ event: 'user.reauthenticated', userId: user.id })
  return next
}

async function storedHash(db: Database, id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}

function invalidToken(): Problem {
  return new Problem('invalid', 'Invalid or expired token.')
}
