// Accounts as admins see, change and remove them; there is always an admin left (decisions 103 to 108).
import type { Transaction } from 'kysely'
import { Problem } from '../../contract/problem.ts'
import type { UserRow as ShownUser } from '../../contract/users.ts'
import type { Tables, UserRow } from '../db/tables.ts'
import type { AppContext } from './context.ts'
import { voidTokens } from './one-time-tokens.ts'
import { queueLetter } from './outbox.ts'
import { dropPicture } from './pictures.ts'
import type { Person } from './sessions.ts'
import { emailTaken, hold, refusingDuplicates } from './users.ts'

type Tx = Transaction<Tables>

const shown = ['id', 'name', 'email', 'role', 'email_verified_at', 'created_at'] as const

/** Newest first; search, role and pages are the browser's (section 7, decision 103). */
export async function listUsers(context: Pick<AppContext, 'db'>): Promise<ShownUser[]> {
  const rows = await context.db
    .selectFrom('users')
    .select(shown)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(show)
}

/** @throws Problem 'unknown'. */
export async function readUser(context: Pick<AppContext, 'db'>, id: string): Promise<ShownUser> {
  const row = await context.db.selectFrom('users').select(shown).where('id', '=', id).executeTakeFirst()
  if (!row) throw unknownUser()
  return show(row)
}

export interface UserChange {
  name: string
  email: string
  isAdmin: boolean
}

/**
 * Changes an account. A new address is unverified: a letter goes to it, one to the old address, and links sent to
 * the old one die (decision 106).
 * @throws Problem 'unknown', 'duplicate' for the address of another account, 'refused' for one's own role.
 */
export async function changeUser(
  context: AppContext,
  admin: Person,
  id: string,
  { name, email, isAdmin }: UserChange,
): Promise<ShownUser> {
  const role = isAdmin ? 'admin' : 'user'
  const { before, after } = await refusingDuplicates(() =>
    context.db.transaction().execute(async (tx) => {
      await takeTurns(tx, admin)
      const before = await hold(tx, id)
      if (!before) throw unknownUser()
      if (role !== before.role && id === admin.id)
        throw new Problem('refused', 'You cannot change the role of your own account.')
      const moved = email !== before.email
      // Asked before writing: on PostgreSQL a refusal by the index would end the transaction without its reason.
      if (moved && (await isTaken(tx, email))) throw emailTaken()
      const change = { name, email, role, ...(moved ? { email_verified_at: null } : {}) } as const
      const after = { ...before, ...change }
      await tx.updateTable('users').set(change).where('id', '=', id).execute()
      if (moved) await tellBoth(context, tx, before, after)
      return { before, after }
    }),
  )
  if (before.role !== after.role)
    context.log.info({ who: admin.id, what: `made ${after.role}`, whom: id }, 'audit')
  if (before.email !== after.email) {
    context.log.info({ who: admin.id, what: 'changed the address', whom: id }, 'audit')
    context.changes.announce('outbox')
  }
  return show(after)
}

/**
 * Removes an account with its sessions, links and letters, in one commit; its picture after that (decision 108).
 * @throws Problem 'unknown', 'refused' for oneself.
 */
export async function removeUser(context: AppContext, admin: Person, id: string): Promise<void> {
  if (id === admin.id) throw new Problem('refused', 'You cannot delete your own account.')
  const removed = await context.db.transaction().execute(async (tx) => {
    await takeTurns(tx, admin)
    const user = await hold(tx, id)
    if (!user) throw unknownUser()
    // Sessions, one-time tokens and queued letters refer to the account and go with it.
    await tx.deleteFrom('users').where('id', '=', id).execute()
    return user
  })
  context.log.info({ who: admin.id, what: 'deleted the account', whom: id }, 'audit')
  await dropPicture(context, removed.avatar)
}

/**
 * Admins change accounts one after another: whoever writes this row first holds it until the commit, also on
 * PostgreSQL. Whoever acts is an admin within the transaction and never the one who is demoted or removed, so there
 * is always an admin left; of two who remove each other one wins, and the other is no admin any more (decision 105).
 * @throws Problem 'forbidden'.
 */
async function takeTurns(tx: Tx, admin: Person): Promise<void> {
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

async function tellBoth(context: AppContext, tx: Tx, before: UserRow, after: UserRow): Promise<void> {
  await voidTokens(tx, after.id, ['reset', 'verify-link', 'verify-code'])
  await tx.deleteFrom('outbox').where('kind', '=', 'reset').where('user_id', '=', after.id).execute()
  await queueLetter(context, tx, { kind: 'verify', recipient: after.email, user_id: after.id })
  await queueLetter(context, tx, { kind: 'email-changed', recipient: before.email, user_id: after.id })
}

function show(row: Pick<UserRow, (typeof shown)[number]>): ShownUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    isAdmin: row.role === 'admin',
    isEmailValid: row.email_verified_at !== null,
    createdAt: row.created_at,
  }
}

function unknownUser(): Problem {
  return new Problem('unknown', 'User not found')
}
