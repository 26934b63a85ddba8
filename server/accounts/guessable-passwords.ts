// Hashes new passwords and estimates their strength; warns of admins with a guessable password [R119].

import type { AppContext } from '../context.ts'
import type { UserRow } from '../db/tables.ts'

/** Names that the dashboard lists; more admins than these are counted in the log only. */
const maxNames = 20

/**
 * The columns of a new password. Every password that meets the rules of its form is accepted [S5]: a guessable one is
 * only marked as such (docs/decisions/0012).
 * @throws Problem 'unavailable' while too many others hash.
 */
export async function passwordColumns(
  context: AppContext,
  password: string,
  user: { name: string; email: string },
): Promise<Required<Pick<UserRow, 'password_hash' | 'password_strength'>> & { password_hash: string }> {
  const brand = await context.site.brandName()
  const [password_hash, password_strength] = await Promise.all([
    context.passwordHasher.hash(password),
    context.strengthEstimator.estimate(password, { ...user, brand }),
  ])
  return { password_hash, password_strength }
}

/** Writes a line to the log when this account is an admin with a guessable password. */
export function warnIfGuessable(
  context: Pick<AppContext, 'log'>,
  user: Pick<UserRow, 'id' | 'role' | 'password_strength'>,
): void {
  if (user.role !== 'admin' || user.password_strength !== 'guessable') return
  context.log.warn(
    { event: 'password.guessable', userId: user.id },
    'An admin has a password that is among the first that attackers try; the dashboard says so',
  )
}

async function guessableAdmins(
  context: Pick<AppContext, 'db'>,
): Promise<Pick<UserRow, 'id' | 'name' | 'role' | 'password_strength'>[]> {
  return context.db
    .selectFrom('users')
    .select(['id', 'name', 'role', 'password_strength'])
    .where('role', '=', 'admin')
    .where('password_strength', '=', 'guessable')
    .where('password_hash', 'is not', null)
    .orderBy('created_at')
    .execute()
}

/** Called at every start, so that the warning is not lost among older lines. */
export async function warnOfGuessableAdmins(context: AppContext): Promise<void> {
  for (const admin of await guessableAdmins(context)) warnIfGuessable(context, admin)
}

/** For the dashboard of one admin; undefined while no admin has such a password. */
export async function guessablePasswords(
  context: Pick<AppContext, 'db'>,
  userId: string,
): Promise<{ own: boolean; others: string[] } | undefined> {
  const admins = await guessableAdmins(context)
  if (admins.length === 0) return undefined
  const others = admins.filter(({ id }) => id !== userId).slice(0, maxNames)
  return { own: admins.some(({ id }) => id === userId), others: others.map(({ name }) => name) }
}
