// Users as admins list, change and delete them; there is always an admin left
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { deleteUser, updateUser } from '../../contract/dashboard.ts'
import { fieldError, Problem } from '../../contract/problem.ts'
import type { UserRow as ShownUser } from '../../contract/responses/accounts.ts'
import { maySignUp } from '../../contract/text.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import { type Database, lock, type Tx } from '../db/connect.ts'
import type { UserRow } from '../db/tables.ts'
import type { SignedInUser } from '../http/env.ts'
import { count, limits } from '../http/rate-limit.ts'
import { emailOwner, queueEmail } from '../mail/outbox.ts'
import { endTokensOf } from './access-tokens.ts'
import { requireRecent } from './guard.ts'
import { voidTokens } from './one-time-tokens.ts'
import { dropResetEmails } from './passwords.ts'
import { lockAdmin, lockUser, rejectDuplicates } from './user-rows.ts'

/** Newest first; search, role and pages are the browser's. */
export async function listUsers({ db }: Pick<AppContext, 'db'>): Promise<ShownUser[]> {
  const rows = await selectUsers(db).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(show)
}

/** @throws Problem 'unknown'. */
export async function readUser({ db }: Pick<AppContext, 'db'>, id: string): Promise<ShownUser> {
  const row = await selectUsers(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw unknownUser()
  return show(row)
}

/** With what they have made that works without them: it ends with their role. */
function selectUsers(db: Database) {
  const made = (table: 'webhooks' | 'client_links') =>
    sql<number>`(select count(*) from ${sql.table(table)} where created_by = users.id)`
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'email_verified_at', 'created_at as createdAt'])
    .select([made('webhooks').as('webhooks'), made('client_links').as('clientLinks')])
}

function show({
  role,
  email_verified_at,
  ...row
}: Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>): ShownUser {
  return { ...row, isAdmin: role === 'admin', isEmailValid: email_verified_at !== null }
}

/**
 * Changes an account. A new email address is unverified: an email is sent to it and one to the old address, and links
 * sent to the old one are void. The owner is notified of a new admin, of one demoted and of an admin's new
 * email address.
 * @throws Problem 'unknown', 'invalid' for an email address that no account may have, 'duplicate' for that of another
 * account, 'conflict' for one's own role, 'reauthenticate' for an email address or a role when the admin's password was
 * entered too long ago, 'too-many' for one over the limit.
 */
export async function changeUser(
  context: AppContext,
  id: string,
  { name, email, isAdmin, takeOver }: z.output<typeof updateUser.body>,
  admin: SignedInUser,
): Promise<ShownUser> {
  const role = isAdmin ? 'admin' : 'user'
  await rejectDuplicates(() =>
    context.inTransaction(async (tx) => {
      await lockAccounts(tx, admin.id)
      const before = await lockUser(tx, id)
      if (!before) throw unknownUser()
      const hasMoved = email !== before.email
      const hasNewRole = role !== before.role
      if (hasNewRole && id === admin.id)
        throw new Problem('conflict', 'You cannot change the role of your own account.')
      if (hasMoved || hasNewRole) requireRecent(context, admin)
      // Only a new one is validated: older accounts may have one that is no longer accepted.
      if (hasMoved && !maySignUp(email)) throw fieldError('email', 'Invalid email format')
      // Only these send emails. In the transaction: one that fails is not counted.
      if (hasMoved || hasNewRole) await count({ ...context, db: tx }, limits.accountChanges, admin.id)
      await tx
        .updateTable('users')
        .set({ name, email, role, ...(hasMoved && { email_verified_at: null }) })
        .where('id', '=', id)
        .execute()
      const target = { id, name: before.email }
      if (hasNewRole) {
        const made = isAdmin ? null : await endOrHandOver(tx, id, takeOver ? admin.id : null)
        if (!isAdmin) await endTokensOf(tx, id)
        const detail = [role, made].filter(Boolean).join(', ')
        await record(context, tx, { kind: 'user.role-changed', by: admin, target, detail })
      }
      if (hasMoved) {
        // Who reads the old mailbox gets nothing more from it.
        await voidTokens(tx, id)
        await dropResetEmails(tx, before.email)
        await record(context, tx, { kind: 'user.email-changed', by: admin, target, detail: email })
      }
      await notify(context, tx, before, { email, isAdmin })
    }),
  )
  return readUser(context, id)
}

/** Emails to the account's own user, at the old address and the new one, and to the owner about who is an admin. */
async function notify(
  context: AppContext,
  tx: Tx,
  before: UserRow,
  { email, isAdmin }: { email: string; isAdmin: boolean },
): Promise<void> {
  const { email: recipient, id: account_id } = before
  const wasAdmin = before.role === 'admin'
  if (email !== recipient) {
    await queueEmail(context, tx, { kind: 'verify', recipient: email, user_id: account_id })
    await queueEmail(context, tx, { kind: 'email-changed', recipient, account_id })
    if (wasAdmin) await emailOwner(context, tx, { kind: 'admin-email-changed', account_id }, recipient)
  }
  if (isAdmin && !wasAdmin) await emailOwner(context, tx, { kind: 'admin-added', account_id }, recipient)
  if (wasAdmin && !isAdmin) {
    await queueEmail(context, tx, { kind: 'demoted', recipient, account_id })
    await emailOwner(context, tx, { kind: 'admin-demoted', account_id }, recipient)
  }
}

/**
 * Deletes an account with its sessions, links and the queued emails to its user, in one commit, and its image after that.
 * Emails that report a change of it are sent all the same: its user is notified, unless the email address
 * may be somebody else's, and so is the owner when it was an admin.
 * @throws Problem 'unknown', 'conflict' for oneself, 'reauthenticate' and 'too-many' as for `changeUser`.
 */
export async function removeUser(
  context: AppContext,
  id: string,
  { takeOver }: z.output<typeof deleteUser.query>,
  admin: SignedInUser,
): Promise<void> {
  if (id === admin.id) throw new Problem('conflict', 'You cannot delete your own account.')
  const removed = await context.inTransaction(async (tx) => {
    await lockAccounts(tx, admin.id)
    const user = await lockUser(tx, id)
    if (!user) throw unknownUser()
    requireRecent(context, admin)
    await count({ ...context, db: tx }, limits.accountChanges, admin.id)
    const made = await endOrHandOver(tx, id, takeOver ? admin.id : null)
    // Sessions, one-time tokens and queued emails with its `user_id` refer to the account and go with it.
    await tx.deleteFrom('users').where('id', '=', id).execute()
    const target = { id, name: user.email }
    await record(context, tx, { kind: 'user.deleted', by: admin, target, ...(made && { detail: made }) })
    const isAdmin = user.role === 'admin'
    if (user.email_verified_at || (isAdmin && user.password_hash))
      await queueEmail(context, tx, { kind: 'account-deleted', recipient: user.email, account_id: id })
    if (isAdmin) await emailOwner(context, tx, { kind: 'admin-deleted', account_id: id }, user.email)
    return user
  })
  await context.images.remove(removed.avatar)
}

/**
 * Admins change accounts one after another: one transaction at a time, also on PostgreSQL. The acting user is an admin within
 * the transaction and never the account that is demoted or deleted, so there is always an admin left; of two who delete each
 * other one wins, and the other is no longer an admin.
 * @throws Problem 'forbidden'.
 */
async function lockAccounts(tx: Tx, adminId: string): Promise<void> {
  await lock(tx, 'accounts')
  await lockAdmin(tx, adminId)
}

/**
 * Webhooks would go on sending messages, and client links opening drafts, for somebody who is no admin any more.
 * @param to the admin who takes them over; null ends them
 * @returns what it was, for the audit trail
 */
async function endOrHandOver(tx: Tx, id: string, to: string | null): Promise<string | null> {
  const change = (table: 'webhooks' | 'client_links') =>
    to
      ? tx.updateTable(table).set({ created_by: to }).where('created_by', '=', id).returning('id').execute()
      : tx.deleteFrom(table).where('created_by', '=', id).returning('id').execute()
  const webhooks = await change('webhooks')
  const links = await change('client_links')
  if (webhooks.length + links.length === 0) return null
  return `${to ? 'taken over' : 'ended'}: webhooks ${webhooks.length}, client links ${links.length}`
}

function unknownUser(): Problem {
  return new Problem('unknown', 'User not found')
}
