// Changes the password of a signed-in user, who enters the current one, and checks it for sensitive changes.
import { Problem } from '../../contract/problem.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import type { Actor } from '../http/actor.ts'
import type { SignedInUser } from '../http/env.ts'
import { queueEmail } from '../mail/outbox.ts'
import { voidTokens } from './one-time-tokens.ts'
import { dropResetEmails, passwordLinks } from './password-reset.ts'
import { endSession, endSessionsOf, startSession } from './sessions.ts'
import { lockUser } from './user-rows.ts'

/** 400, not 401: a wrong current password must not sign the user out. */
const wrongCurrent = 'The current password is wrong.'
const wrongPassword = 'This password is not right.'
const unchanged = 'The new password must differ from the current one.'

/**
 * Changes the password of a user who is signed in; all their sessions end and a new one begins.
 * @returns the id of the new session and the new hash.
 * @throws Problem 'invalid' naming the field, 'conflict' when the password was changed elsewhere at the same time.
 */
export async function changePassword(
  context: AppContext,
  user: SignedInUser,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  by: Actor,
): Promise<{ sessionId: string; passwordHash: string }> {
  const stored = await storedHash(context.db, user.id)
  if (!stored || !(await context.passwordHasher.matches(currentPassword, stored)))
    throw new Problem('invalid', wrongCurrent, { fields: { currentPassword: wrongCurrent } })
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC'))
    throw new Problem('invalid', unchanged, { fields: { newPassword: unchanged } })
  const passwordHash = await context.passwordHasher.hash(newPassword)
  const sessionId = await context.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('users')
      .set({ password_hash: passwordHash })
      .where('id', '=', user.id)
      .where('password_hash', '=', stored)
      .returning('email')
      .executeTakeFirst()
    if (!changed) throw new Problem('conflict', 'Your password was changed elsewhere at the same moment.')
    await endSessionsOf(tx, user.id)
    await voidTokens(tx, user.id, passwordLinks)
    await dropResetEmails(tx, changed.email)
    await queueEmail(context, tx, { kind: 'password-changed', recipient: changed.email, user_id: user.id })
    await record(context, tx, { kind: 'password.changed', by })
    return startSession(context, tx, user.id)
  })
  context.log.info({ event: 'password.changed', userId: user.id }, 'a password was changed')
  context.changes.emit('jobs')
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
  const stored = await storedHash(context.db, user.id)
  if (!stored || !(await context.passwordHasher.matches(password, stored)))
    throw new Problem('invalid', wrongPassword, { fields: { password: wrongPassword } })
  const next = await context.db.transaction().execute(async (tx) => {
    const account = await lockUser(tx, user.id)
    // A password changed elsewhere has ended this session too.
    if (account?.password_hash !== stored || !(await endSession(tx, sessionId))) return undefined
    return startSession(context, tx, user.id)
  })
  if (!next) throw new Problem('anonymous', 'Please log in.')
  context.log.info({ event: 'user.reauthenticated', userId: user.id }, 'a user entered the password again')
  return next
}

async function storedHash(db: Database, id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}
