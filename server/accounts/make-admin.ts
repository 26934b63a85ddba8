// Makes the user an admin whom the operator of the server named, and makes the links for their first password.
import type { Transaction } from 'kysely'
import { record } from '../audit/record.ts'
import { type AppContext, iso, newId } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { issue, voidTokens } from './one-time-tokens.ts'
import { notifyOwner } from './owner-notifications.ts'
import { endSessionsOf } from './sessions.ts'

type Tx = Transaction<Tables>

/**
 * As `promote`, in a transaction of its own. With a password the email address counts as verified: the operator of the
 * server vouches for it.
 * @param passwordHash without it only a link from `passwordLink` gives access.
 */
export async function makeAdmin(
  context: AppContext,
  email: string,
  name: string | null,
  passwordHash: string | null = null,
): Promise<string> {
  const isVerified = passwordHash !== null
  return context.db
    .transaction()
    .execute((tx) => promote(context, tx, { email, name, passwordHash, isVerified }))
}

/**
 * Makes the account with this email address an admin, creating it if needed. An existing account loses its password,
 * sessions and links: somebody else may have registered it, even if the email address counts as verified, because mail
 * scanners open links. Unverified, it loses its name and avatar too. The owner is notified; emit 'jobs'
 * after the commit.
 * @param admin name: null leaves the name as it is; isVerified: the email address counts as verified from now on.
 * @returns the id of the account.
 */
export async function promote(
  context: AppContext,
  tx: Tx,
  admin: { email: string; name: string | null; passwordHash: string | null; isVerified: boolean },
): Promise<string> {
  const { email, name, passwordHash, isVerified } = admin
  // A write that changes nothing: on SQLite, a transaction that begins with reading fails when another one writes.
  const before = await tx
    .updateTable('users')
    .set({ email })
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirst()
  const wasAdmin = before?.role === 'admin'
  const isStranger = !wasAdmin && !before?.email_verified_at
  const columns = {
    password_hash: passwordHash,
    role: 'admin',
    ...(isVerified ? { email_verified_at: iso(context) } : {}),
    ...(isStranger ? { name: email, avatar: null } : {}),
    ...(name ? { name } : {}),
  } as const
  const { id } = await tx
    .insertInto('users')
    .values({ id: newId(), name: email, email, created_at: iso(context), ...columns })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(columns))
    .returning('id')
    .executeTakeFirstOrThrow()
  await endSessionsOf(tx, id)
  await voidTokens(tx, id, ['reset', 'admin-link', 'verify-link', 'verify-code'])
  // The operator of the server set OWNER_EMAIL: no need to report it as a new admin.
  if (!wasAdmin && email !== context.config.ownerEmail)
    await notifyOwner(context, tx, { kind: 'admin-added', accountId: id, except: email })
  await record(context, tx, { kind: 'admin.created', by: { role: 'operator' }, target: { id, name: email } })
  return id
}

/** A link to be printed on the terminal: valid once and for 60 minutes; no reset request voids it. */
export async function passwordLink(context: AppContext, userId: string, email: string): Promise<string> {
  const token = await issue(context, context.db, { purpose: 'admin-link', userId, email, emailId: newId() })
  return `${context.config.publicUrl}/reset-password/${token}`
}

/** Whether an admin can sign in. */
export async function hasAdmin(db: Pick<Tx, 'selectFrom'>): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('password_hash', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
