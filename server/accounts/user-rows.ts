// Rows of the table users: find one, lock one, keep email addresses unique.
import type { Transaction } from 'kysely'
import { fieldError, Problem } from '../../contract/problem.ts'
import type { AppContext } from '../context.ts'
import { isDuplicate } from '../db/connect.ts'
import type { Tables, UserRow } from '../db/tables.ts'

type Tx = Transaction<Tables>

/** What is read of the user of a session or an access token. */
export const signedInColumns = [
  'users.id',
  'users.name',
  'users.email',
  'users.role',
  'users.avatar',
  'users.email_verified_at',
  'users.created_at',
] as const

export async function findByEmail(
  context: Pick<AppContext, 'db'>,
  email: string,
): Promise<UserRow | undefined> {
  return context.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export function emailTaken(): Problem {
  return fieldError('email', 'An account with this email already exists.', 'duplicate')
}

/** @throws Problem 'duplicate' where the unique index on the email address rejected the rows. */
export async function rejectDuplicates<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw isDuplicate(error) ? emailTaken() : error
  }
}

/**
 * In the transaction of what an admin makes for good: somebody may be taking the role away at this moment.
 * @throws Problem 'forbidden'.
 */
export async function lockAdmin(tx: Tx, id: string): Promise<UserRow> {
  const account = await lockUser(tx, id)
  if (account?.role !== 'admin') throw new Problem('forbidden', 'Only admins may do this.')
  return account
}

/**
 * The account as it is now, locked until the transaction ends: on PostgreSQL the update locks the row, on SQLite it
 * makes this transaction the only writer.
 */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
