// Users as admins list, change and delete them; there is always an admin left
import type { Transaction } from 'kysely'
import { Problem } from '../../contract/problem.ts'
import type { UserRow as ShownUser } from '../../contract/responses/accounts.ts'
import { maySignUp } from '../../contract/text.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import type { Tables, UserRow } from '../db/tables.ts'
import type { Actor } from '../http/actor.ts'
import type { SignedInUser } from '../http/env.ts'
import { queueEmail } from '../mail/outbox.ts'
import { endTokensOf } from './access-tokens.ts'
import { voidTokens } from './one-time-tokens.ts'
import { notifyOwner } from './owner-notifications.ts'
import { dropResetEmails } from './password-reset.ts'
import { requireRecent } from './sessions.ts'
import { emailTaken, lockUser, rejectDuplicates } from './user-rows.ts'

type Tx = Transaction<Tables>

const shown = ['id', 'name', 'email', 'role', 'email_verified_at', 'created_at'] as const

/** Newest first; search, role and pages are the browser's. */
export async function listUsers(context: Pick<AppContext, 'db'>): Promise<ShownUser[]> {
  const rows = await context.db
    .selectFrom('users')
    .select(shown)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const made = await madeBy(context.db)
  return rows.map((row) => show(row, made))
}

/** @throws Problem 'unknown'. */
export async function readUser(context: Pick<AppContext, 'db'>, id: string): Promise<ShownUser> {
  const row = await context.db.selectFrom('users').select(shown).where('id', '=', id).executeTakeFirst()
  if (!row) throw unknownUser()
  return show(row, await madeBy(context.db))
}

const invalidEmail = 'Invalid email format'

/**
 * Counts one change of an account by an admin, in the transaction of the change: one that fails is not counted.
 * @throws Problem 'too-many' beyond the limit.
 */
export type CountChange = (tx: Tx) => Promise<void>

/** Who changes an account, from where, and how such a change is counted. */
export interface AdminRequest {
  admin: SignedInUser
  /** As the audit trail records the admin. */
  by: Actor
  countChange: CountChange
  /** What the account has made becomes the admin's, where it would end. */
  takeOver: boolean
}

export interface UserChange {
  name: string
  email: string
  isAdmin: boolean
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
  { name, email, isAdmin }: UserChange,
  { admin, by, countChange, takeOver }: AdminRequest,
): Promise<ShownUser> {
  const role = isAdmin ? 'admin' : 'user'
  const { before, after } = await rejectDuplicates(() =>
    context.db.transaction().execute(async (tx) => {
      await lockAccounts(tx, admin)
      const before = await lockUser(tx, id)
      if (!before) throw unknownUser()
      if (role !== before.role && id === admin.id)
        throw new Problem('conflict', 'You cannot change the role of your own account.')
      const moved = email !== before.email
      if (moved || role !== before.role) requireRecent(context, admin)
      // Only a new one is validated: older accounts may have one that is no longer accepted.
      if (moved && !maySignUp(email))
        throw new Problem('invalid', invalidEmail, { fields: { email: invalidEmail } })
      // Checked before writing: on PostgreSQL an error of the index would end the transaction.
      if (moved && (await isTaken(tx, email))) throw emailTaken()
      // Only these send emails.
      if (moved || role !== before.role) await countChange(tx)
      const change = { name, email, role, ...(moved ? { email_verified_at: null } : {}) } as const
      const after = { ...before, ...change }
      await tx.updateTable('users').set(change).where('id', '=', id).execute()
      if (moved) await voidLinksTo(tx, before)
      if (role !== 'admin') await endTokensOf(tx, id)
      const made = role === 'admin' ? null : await endOrHandOver(tx, id, takeOver ? admin.id : null)
      await notifyUser(context, tx, before, after)
      await notifyOwnerOfAdmins(context, tx, before, after)
      const target = { id, name: before.email }
      if (role !== before.role)
        await record(context, tx, {
          kind: 'user.role-changed',
          by,
          target,
          detail: [role, made].filter(Boolean).join(', '),
        })
      if (moved) await record(context, tx, { kind: 'user.email-changed', by, target, detail: email })
      return { before, after }
    }),
  )
  if (before.role !== after.role) {
    context.log.info(
      { event: 'user.role-changed', userId: admin.id, accountId: id, role },
      'the role of an account was changed',
    )
  }
  if (before.email !== after.email)
    context.log.info(
      { event: 'user.email-changed', userId: admin.id, accountId: id },
      'the email address of an account was changed',
    )
  if (before.role !== after.role || before.email !== after.email) context.changes.emit('jobs')
  return show(after, await madeBy(context.db))
}

/**
 * Deletes an account with its sessions, links and the queued emails to its user, in one commit, and its image after that
 *. Emails that report a change of it are sent all the same: its user is notified, unless the email address
 * may be somebody else's, and so is the owner when it was an admin.
 * @throws Problem 'unknown', 'conflict' for oneself, 'reauthenticate' and 'too-many' as for `changeUser`.
 */
export async function removeUser(
  context: AppContext,
  id: string,
  { admin, by, countChange, takeOver }: AdminRequest,
): Promise<void> {
  if (id === admin.id) throw new Problem('conflict', 'You cannot delete your own account.')
  const removed = await context.db.transaction().execute(async (tx) => {
    await lockAccounts(tx, admin)
    const user = await lockUser(tx, id)
    if (!user) throw unknownUser()
    requireRecent(context, admin)
    await countChange(tx)
    const made = await endOrHandOver(tx, id, takeOver ? admin.id : null)
    // Sessions, one-time tokens and queued emails with its `user_id` refer to the account and go with it.
    await tx.deleteFrom('users').where('id', '=', id).execute()
    await record(context, tx, {
      kind: 'user.deleted',
      by,
      target: { id, name: user.email },
      ...(made ? { detail: made } : {}),
    })
    const isAdmin = user.role === 'admin'
    if (user.email_verified_at || (isAdmin && user.password_hash))
      await queueEmail(context, tx, { kind: 'account-deleted', recipient: user.email, account_id: id })
    if (isAdmin) await notifyOwner(context, tx, { kind: 'admin-deleted', accountId: id, except: user.email })
    return user
  })
  context.log.info({ event: 'user.deleted', userId: admin.id, accountId: id }, 'an account was deleted')
  context.changes.emit('jobs')
  await context.images.remove(removed.avatar)
}

/**
 * Admins change accounts one after another: the first transaction that writes this row locks it until its commit, also
 * on PostgreSQL. The acting user is an admin within the transaction and never the account that is demoted or deleted, so
 * there is always an admin left; of two who delete each other one wins, and the other is no longer an admin.
 * @throws Problem 'forbidden'.
 */
async function lockAccounts(tx: Tx, admin: SignedInUser): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name: 'accounts-turn', value: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: '' }))
    .execute()
  const still = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', admin.id)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (!still) throw new Problem('forbidden', 'Only admins may do this.')
}

async function isTaken(tx: Tx, email: string): Promise<boolean> {
  return (
    (await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
  )
}

/** Who reads the old mailbox gets nothing more from it: links and codes sent there end, and queued ones are not sent. */
async function voidLinksTo(tx: Tx, { id, email }: UserRow): Promise<void> {
  await voidTokens(tx, id, ['reset', 'admin-link', 'verify-link', 'verify-code'])
  await dropResetEmails(tx, email)
}

/** Emails to the account's own user, at the old address and the new one. */
async function notifyUser(context: AppContext, tx: Tx, before: UserRow, after: UserRow): Promise<void> {
  const [recipient, account_id] = [before.email, after.id]
  if (before.email !== after.email) {
    await queueEmail(context, tx, { kind: 'verify', recipient: after.email, user_id: after.id })
    await queueEmail(context, tx, { kind: 'email-changed', recipient, account_id })
  }
  if (before.role === 'admin' && after.role !== 'admin')
    await queueEmail(context, tx, { kind: 'demoted', recipient, account_id })
}

/** Emails to the owner about who is an admin, or an admin's email address. */
async function notifyOwnerOfAdmins(
  context: AppContext,
  tx: Tx,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  const accountId = after.id
  const except = before.email
  const [wasAdmin, isAdmin] = [before.role === 'admin', after.role === 'admin']
  const moved = before.email !== after.email
  if (isAdmin && !wasAdmin) await notifyOwner(context, tx, { kind: 'admin-added', accountId, except })
  if (wasAdmin && !isAdmin) await notifyOwner(context, tx, { kind: 'admin-demoted', accountId, except })
  if (moved && wasAdmin) await notifyOwner(context, tx, { kind: 'admin-email-changed', accountId, except })
}

/** What admins have made and what works without them: it ends with their role. */
const made = ['webhooks', 'client_links'] as const
type Made = Record<(typeof made)[number], number>

async function madeBy(db: AppContext['db'] | Tx): Promise<Map<string, Made>> {
  const all = new Map<string, Made>()
  for (const table of made) {
    const rows = await db
      .selectFrom(table)
      .select((row) => ['created_by', row.fn.countAll<number>().as('rows')])
      .groupBy('created_by')
      .execute()
    for (const { created_by, rows: number } of rows)
      all.set(created_by, { webhooks: 0, client_links: 0, ...all.get(created_by), [table]: Number(number) })
  }
  return all
}

/**
 * Webhooks would go on sending messages, and client links opening drafts, for somebody who is no admin any more.
 * @param to the admin who takes them over; null ends them
 * @returns what it was, for the audit trail
 */
async function endOrHandOver(tx: Tx, id: string, to: string | null): Promise<string | null> {
  const { webhooks = 0, client_links = 0 } = (await madeBy(tx)).get(id) ?? {}
  if (webhooks + client_links === 0) return null
  for (const table of made)
    if (to) await tx.updateTable(table).set({ created_by: to }).where('created_by', '=', id).execute()
    else await tx.deleteFrom(table).where('created_by', '=', id).execute()
  return `${to ? 'taken over' : 'ended'}: webhooks ${webhooks}, client links ${client_links}`
}

function show(row: Pick<UserRow, (typeof shown)[number]>, made: Map<string, Made>): ShownUser {
  const { webhooks = 0, client_links: clientLinks = 0 } = made.get(row.id) ?? {}
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    isAdmin: row.role === 'admin',
    isEmailValid: row.email_verified_at !== null,
    createdAt: row.created_at,
    webhooks,
    clientLinks,
  }
}

function unknownUser(): Problem {
  return new Problem('unknown', 'User not found')
}
