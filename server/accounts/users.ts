// Accounts: made, found, shown to their owners, and changed by them.
import type { Transaction } from 'kysely'
import type { Profile } from '../../contract/account.ts'
import { Problem } from '../../contract/problem.ts'
import type { SessionUser } from '../../contract/session.ts'
import { type AppContext, iso, newId } from '../context.ts'
import { isDuplicate } from '../db/connect.ts'
import type { Tables, UserRow } from '../db/tables.ts'
import type { SignedInUser } from '../http/env.ts'
import { removeUnused } from '../images/image-store.ts'
import { imageUrl } from '../images/image-url.ts'
import { queueEmail } from '../mail/outbox.ts'
import { passwordColumns } from './guessable-passwords.ts'

type Tx = Transaction<Tables>
type Account = Omit<UserRow, 'password_hash'>

/**
 * A new account with an unverified address, and the email that lets its owner verify it [R73].
 * @throws Problem 'duplicate' [R70].
 */
export async function register(
  context: AppContext,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<void> {
  // Spares the hash; the unique index decides when two ask at the same moment.
  if (await findByEmail(context, email)) throw emailTaken()
  const columns = await passwordColumns(context, password, { name, email })
  const user: UserRow = {
    id: newId(),
    name,
    email,
    ...columns,
    role: 'user',
    avatar: null,
    email_verified_at: null,
    created_at: iso(context),
  }
  await refusingDuplicates(() =>
    context.db.transaction().execute(async (tx) => {
      await tx.insertInto('users').values(user).execute()
      await queueEmail(context, tx, { kind: 'verify', recipient: email, user_id: user.id })
    }),
  )
  context.log.info({ who: user.id, what: 'registered' }, 'audit')
  context.changes.announce('outbox')
}

export async function findByEmail(
  context: Pick<AppContext, 'db'>,
  email: string,
): Promise<UserRow | undefined> {
  return context.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export function emailTaken(): Problem {
  const message = 'An account with this email already exists.'
  return new Problem('duplicate', message, { fields: { email: message } })
}

/** @throws Problem 'duplicate' where the unique index on the address refused the rows. */
export async function refusingDuplicates<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw isDuplicate(error) ? emailTaken() : error
  }
}

/**
 * The account as it is now, held until the transaction ends: on PostgreSQL the update locks the row, on SQLite it
 * makes this transaction the one writer.
 */
export async function hold(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set((row) => ({ name: row.ref('name') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** What the session check tells [R9]: never the hash, never the role. */
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

export interface ProfileChange {
  name: string
  /** Wins over removeAvatar [R82]. */
  avatar: Uint8Array | null
  removeAvatar: boolean
}

/**
 * Changes the name and the image of the user. Files first, then the row, then the old files [R88].
 * @throws Problem of `ImageStore.store`; 'anonymous' when the account went meanwhile.
 */
export async function changeProfile(
  context: AppContext,
  user: SignedInUser,
  { name, avatar, removeAvatar }: ProfileChange,
): Promise<{ name: string; avatarUrl: string | null }> {
  const kept = avatar ? await context.images.store(avatar, 'avatar', user.role) : null
  const change = kept ? { avatar: kept } : removeAvatar ? { avatar: null } : {}
  let before: UserRow | undefined
  try {
    before = await context.db.transaction().execute(async (tx) => {
      const held = await hold(tx, user.id)
      if (held)
        await tx
          .updateTable('users')
          .set({ name, ...change })
          .where('id', '=', held.id)
          .execute()
      return held
    })
  } catch (error) {
    await removeUnused(context, kept, error)
    throw error
  }
  if (!before) {
    await context.images.remove(kept)
    throw new Problem('anonymous', 'Please log in.')
  }
  if ('avatar' in change) await context.images.remove(before.avatar)
  const folder = change.avatar === undefined ? before.avatar : change.avatar
  return { name, avatarUrl: imageUrl(folder, 'avatar') }
}
