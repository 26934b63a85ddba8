// Rows of the table users: what is shown of one and how its user changes that, find one, lock one, keep email addresses unique.
import type * as z from 'zod/mini'
import type { editProfile } from '../../contract/account.ts'
import { imageUrl } from '../../contract/images.ts'
import { fieldError, Problem } from '../../contract/problem.ts'
import type { Profile, SessionUser } from '../../contract/responses/accounts.ts'
import type { AppContext } from '../context.ts'
import { type Database, isDuplicate, type Tx } from '../db/connect.ts'
import type { UserRow } from '../db/tables.ts'

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

type Account = Omit<UserRow, 'password_hash'>

/** What the session check responds with: never the hash, never the role. */
export function sessionUser(user: Account): SessionUser {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    avatarUrl: imageUrl(user.avatar, 'avatar'),
    isEmailValid: user.email_verified_at !== null,
    createdAt: user.created_at,
  }
}

export function profile(user: Account): Profile {
  return { ...sessionUser(user), isAdmin: user.role === 'admin' }
}

/**
 * Changes the name and the image of the user. Files first, then the row, then the old files.
 * @param image wins over removeAvatar
 * @throws Problem of `ImageStore.store`; 'anonymous' when the account was deleted in between.
 */
export async function changeProfile(
  { db, images }: AppContext,
  id: string,
  { name, removeAvatar }: z.output<typeof editProfile.body>,
  image: Uint8Array | null,
): Promise<{ name: string; avatarUrl: string | null }> {
  const stored = image && (await images.store(image, 'avatar'))
  const { before, avatar } = await images.naming([stored], () =>
    db.transaction().execute(async (tx) => {
      const before = await lockUser(tx, id)
      if (!before) throw new Problem('anonymous', 'Please log in.')
      const avatar = stored || removeAvatar === 'true' ? stored : before.avatar
      await tx.updateTable('users').set({ name, avatar }).where('id', '=', id).execute()
      return { before, avatar }
    }),
  )
  if (avatar !== before.avatar) await images.remove(before.avatar)
  return { name, avatarUrl: imageUrl(avatar, 'avatar') }
}

export async function findByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
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
