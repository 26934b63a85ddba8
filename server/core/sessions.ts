// Sessions: start, check, renew, end, end all of a person. The cookie's id is random; only its hash is stored.
import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { Tables, UserRow } from '../db/tables.ts'
import { type AppContext, iso } from './context.ts'

type Db = Database | Transaction<Tables>

/** Milliseconds (decision 6): a week without a visit ends a session, a month ends it in any case. */
const day = 24 * 60 * 60_000
export const slidingLife = 7 * day
const absoluteLife = 30 * day

export type Person = Omit<UserRow, 'password_hash'>

/** @returns the id for the cookie. */
export async function startSession(
  context: Pick<AppContext, 'now'>,
  db: Db,
  userId: string,
): Promise<string> {
  const id = randomBytes(24).toString('base64url')
  await db
    .insertInto('sessions')
    .values({
      id_hash: hash(id),
      user_id: userId,
      created_at: iso(context),
      expires_at: iso(context, slidingLife),
    })
    .execute()
  return id
}

/** Who is behind a cookie, as the database says now: a changed role or a deleted account acts at once (decision 5). */
export async function checkSession(
  context: Pick<AppContext, 'now' | 'db'>,
  id: string,
): Promise<{ person: Person; renewed: boolean } | undefined> {
  const row = await context.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.name',
      'users.email',
      'users.role',
      'users.avatar',
      'users.email_verified_at',
      'users.created_at',
      'sessions.expires_at',
      'sessions.created_at as started_at',
    ])
    .where('sessions.id_hash', '=', hash(id))
    .where('sessions.expires_at', '>', iso(context))
    .where('sessions.created_at', '>', iso(context, -absoluteLife))
    .executeTakeFirst()
  if (!row) return undefined
  const { expires_at, started_at, ...person } = row
  // Renewed at half life, so that a visit seldom costs a write.
  const renewed = expires_at < iso(context, slidingLife / 2)
  if (renewed) {
    const end = Date.parse(started_at) + absoluteLife
    const next = context.now().getTime() + slidingLife
    await context.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Math.min(next, end)).toISOString() })
      .where('id_hash', '=', hash(id))
      .execute()
  }
  return { person, renewed }
}

export async function endSession(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', hash(id)).execute()
}

export async function endSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

export async function dropExpiredSessions(context: Pick<AppContext, 'now' | 'db'>): Promise<void> {
  await context.db.deleteFrom('sessions').where('expires_at', '<', iso(context)).execute()
}

function hash(id: string): string {
  return createHash('sha256').update(id).digest('base64url')
}
