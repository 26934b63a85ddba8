// Signs a person in with address and password, and keeps the stored hash up to date.
import type { UserRow } from '../db/tables.ts'
import type { AppContext } from './context.ts'
import { hashPassword, needsRehash, passwordMatches } from './passwords.ts'
import { endSession, startSession } from './sessions.ts'
import { findByEmail } from './users.ts'

/**
 * The same work for an account that does not exist (decision 67).
 * @param oldSession the session this browser had: it ends, its id is never taken over (SECURITY.md, abuse case 6).
 * @returns the account and the id of a new session, or undefined when address or password are wrong.
 * @throws Problem 'unavailable' while too many others sign in.
 */
export async function signIn(
  context: AppContext,
  { email, password }: { email: string; password: string },
  oldSession: string | undefined,
): Promise<{ user: UserRow; sessionId: string } | undefined> {
  const found = await findByEmail(context, email)
  const matches = await passwordMatches(password, found?.password_hash)
  if (!found?.password_hash || !matches) return undefined
  const checked = found.password_hash
  const hash = needsRehash(checked) ? await hashPassword(password) : checked
  const session = await context.db.transaction().execute(async (tx) => {
    // A password that was changed while this one was being checked no longer opens anything.
    const user = await tx
      .updateTable('users')
      .set({ password_hash: hash })
      .where('id', '=', found.id)
      .where('password_hash', '=', checked)
      .returningAll()
      .executeTakeFirst()
    if (!user) return undefined
    if (oldSession) await endSession(tx, oldSession)
    return { user, sessionId: await startSession(context, tx, user.id) }
  })
  if (session) context.log.info({ who: session.user.id, what: 'signed in' }, 'audit')
  return session
}
