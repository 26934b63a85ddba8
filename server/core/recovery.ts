// Changes a password: by its owner who knows the old one, or by the link of a letter (decisions 74, 75, 83).
import { Problem } from '../../contract/problem.ts'
import type { Database } from '../db/connect.ts'
import type { UserRow } from '../db/tables.ts'
import { type AppContext, iso } from './context.ts'
import { consume, find, voidTokens } from './one-time-tokens.ts'
import { queueLetter } from './outbox.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import { endSessionsOf, type Person, startSession } from './sessions.ts'
import { findByEmail, hold, refuseCommon } from './users.ts'

/**
 * Queues a letter for any well-formed address: whether there is an account is only looked at when it is written,
 * so that the answer and its time tell nothing (decision 74). A link sent earlier dies now.
 */
export async function askForReset(context: AppContext, email: string): Promise<void> {
  const user = await findByEmail(context, email)
  await context.db.transaction().execute(async (tx) => {
    // First the account, then its tokens: everybody in this order, so that nobody waits in a circle.
    await hold(tx, user?.id ?? '')
    await voidTokens(tx, user?.id ?? '', ['reset'])
    await queueLetter(context, tx, { kind: 'reset', recipient: email, user_id: user?.id ?? null })
  })
  context.changes.announce('outbox')
}

/** @throws Problem 'invalid' for a link that cannot be used; looking does not use it up. */
export async function checkReset(context: AppContext, token: string): Promise<void> {
  await accountBehind(context, token)
}

/**
 * Sets the password by link, once: ends every session, and the address counts as verified, because its owner read
 * the letter (decision 75).
 * @returns the account, which is not signed in.
 * @throws Problem 'invalid' for a used or expired link or a common password.
 */
export async function resetPassword(
  context: AppContext,
  token: string,
  newPassword: string,
): Promise<UserRow> {
  const account = await accountBehind(context, token)
  refuseCommon(newPassword, 'newPassword', account)
  const hash = await hashPassword(newPassword)
  const user = await context.db.transaction().execute(async (tx) => {
    await hold(tx, account.id)
    // Two requests with one link at the same moment: the deletion of its row lets one of them through.
    const row = await consume(context, tx, 'reset', token)
    if (!row) throw invalidToken()
    const changed = await tx
      .updateTable('users')
      .set((held) => ({
        password_hash: hash,
        email_verified_at: held.fn.coalesce('email_verified_at', held.val(iso(context))),
      }))
      .where('id', '=', row.user_id)
      .where('email', '=', row.email)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw invalidToken()
    await endSessionsOf(tx, changed.id)
    // No letter that is still on its way may carry another link, or a code for what is verified now.
    await voidTokens(tx, changed.id, ['verify-code'])
    await tx.deleteFrom('outbox').where('kind', '=', 'reset').where('user_id', '=', changed.id).execute()
    await queueLetter(context, tx, {
      kind: 'password-changed',
      recipient: changed.email,
      user_id: changed.id,
    })
    return changed
  })
  context.log.info({ who: user.id, what: 'reset the password' }, 'audit')
  context.changes.announce('outbox')
  return user
}

/** 400, not 401: a wrong current password must not sign the person out (decision 83). */
const wrongCurrent = 'The current password is wrong.'
const unchanged = 'The new password must differ from the current one.'

/**
 * Changes the password of a person who is signed in; all their sessions end and a new one begins.
 * @returns the id of the new session.
 * @throws Problem 'invalid' naming the field, 'refused' when the password was changed elsewhere meanwhile.
 */
export async function changePassword(
  context: AppContext,
  person: Person,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<string> {
  const stored = await storedHash(context.db, person.id)
  if (!stored || !(await passwordMatches(currentPassword, stored)))
    throw new Problem('invalid', wrongCurrent, { fields: { currentPassword: wrongCurrent } })
  if (newPassword.normalize('NFC') === currentPassword.normalize('NFC'))
    throw new Problem('invalid', unchanged, { fields: { newPassword: unchanged } })
  refuseCommon(newPassword, 'newPassword', person)
  const hash = await hashPassword(newPassword)
  const sessionId = await context.db.transaction().execute(async (tx) => {
    const changed = await tx
      .updateTable('users')
      .set({ password_hash: hash })
      .where('id', '=', person.id)
      .where('password_hash', '=', stored)
      .returning('email')
      .executeTakeFirst()
    if (!changed) throw new Problem('refused', 'Your password was changed elsewhere at the same moment.')
    await endSessionsOf(tx, person.id)
    await voidTokens(tx, person.id, ['reset'])
    await tx.deleteFrom('outbox').where('kind', '=', 'reset').where('user_id', '=', person.id).execute()
    await queueLetter(context, tx, { kind: 'password-changed', recipient: changed.email, user_id: person.id })
    return startSession(context, tx, person.id)
  })
  context.log.info({ who: person.id, what: 'changed the password' }, 'audit')
  context.changes.announce('outbox')
  return sessionId
}

async function accountBehind(context: AppContext, token: string): Promise<UserRow> {
  const row = await find(context, context.db, 'reset', token)
  const user = row
    ? await context.db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', row.user_id)
        .where('email', '=', row.email)
        .executeTakeFirst()
    : undefined
  if (!user) throw invalidToken()
  return user
}

async function storedHash(db: Database, id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst()
  return row?.password_hash ?? null
}

function invalidToken(): Problem {
  return new Problem('invalid', 'Invalid or expired token.')
}
