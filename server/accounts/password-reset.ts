// Sets a new password by the link of an email.
import { randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import { Problem } from '../../contract/problem.ts'
import { record } from '../audit/record.ts'
import { type AppContext, iso } from '../context.ts'
import type { Database } from '../db/connect.ts'
import type { OneTimeTokenRow, Tables, UserRow } from '../db/tables.ts'
import type { AuditClient } from '../http/actor.ts'
import { emailKey, queueEmail } from '../mail/outbox.ts'
import { consume, find, voidTokens } from './one-time-tokens.ts'
import { endSessionsOf } from './sessions.ts'
import { lockUser } from './user-rows.ts'

/** Both kinds of links set a password; using one voids both. */
export const passwordLinks = ['reset', 'admin-link'] as const

/** Milliseconds. */
const maxResetDelay = 2_000

/**
 * Queues an email to any well-formed email address: the same two statements whether or not there is an account, which is
 * only looked up when the email is sent. That happens after a random delay and without a signal to the outbox, so
 * that it does not slow down the response to the client's next request either. A link sent earlier is void from now on,
 * because this email is queued (see `isSuperseded`).
 */
export async function requestReset(context: AppContext, email: string): Promise<void> {
  await context.db
    .transaction()
    .execute((tx) => queueEmail(context, tx, { kind: 'reset', recipient: email }, randomInt(maxResetDelay)))
}

/** @throws Problem 'invalid' for a link that cannot be used; checking does not use it up. */
export async function checkReset(context: AppContext, token: string): Promise<void> {
  await accountOf(context, token)
}

/**
 * Sets the password by link, once, and ends every session. A link from an email also verifies the email address,
 * because its owner read it; so does one printed by the server, because whoever runs the server vouches for it.
 * @returns the account with its new hash; nobody is signed in.
 * @throws Problem 'invalid' for a used or expired link.
 */
export async function resetPassword(
  context: AppContext,
  token: string,
  newPassword: string,
  client: AuditClient,
): Promise<{ userId: string; email: string; passwordHash: string }> {
  const account = await accountOf(context, token)
  const passwordHash = await context.passwordHasher.hash(newPassword)
  const user = await context.db.transaction().execute(async (tx) => {
    await lockUser(tx, account.id)
    // Two requests with one link at the same moment: the deletion of its row lets one of them through.
    const link = await consume(context, tx, passwordLinks, token)
    if (!link || (await isSuperseded(tx, link))) throw invalidToken()
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
    await endSessionsOf(tx, changed.id)
    // The email address is verified now.
    await voidTokens(tx, changed.id, ['verify-code'])
    await dropResetEmails(tx, changed.email)
    await queueEmail(context, tx, {
      kind: 'password-changed',
      recipient: changed.email,
      user_id: changed.id,
    })
    const { role, id, email } = changed
    await record(context, tx, { kind: 'password.reset', by: { role, id, email, client } })
    return changed
  })
  context.log.info({ event: 'password.reset', userId: user.id }, 'a password was reset')
  context.changes.emit('jobs')
  return { userId: user.id, email: user.email, passwordHash }
}

/** No email that is still queued may carry another link. */
export async function dropResetEmails(tx: Transaction<Tables>, recipient: string): Promise<void> {
  await tx.deleteFrom('jobs').where('key', '=', emailKey('reset', recipient)).execute()
}

/** A newer reset was requested for the email address of this link: the link is void even while that email is queued. */
async function isSuperseded(db: Database | Transaction<Tables>, link: OneTimeTokenRow): Promise<boolean> {
  if (link.purpose !== 'reset') return false
  const newer = await db
    .selectFrom('jobs')
    .select('id')
    .where('key', '=', emailKey('reset', link.email))
    .where('id', '!=', link.outbox_id)
    .executeTakeFirst()
  return newer !== undefined
}

async function accountOf(context: AppContext, token: string): Promise<UserRow> {
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

function invalidToken(): Problem {
  return new Problem('invalid', 'Invalid or expired token.')
}
