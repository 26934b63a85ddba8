// Registration, with the switch that says whether visitors may, and the verification of the email address by the code or the
// link of one email.
import { fieldError, Problem } from '../../contract/problem.ts'
import { cleanEmail } from '../../contract/text.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import type { AuditClient, SignedInActor } from '../http/client.ts'
import type { SignedInUser } from '../http/env.ts'
import { count, isWithin, limits, rejectIfSpent } from '../http/rate-limit.ts'
import { newId } from '../ids.ts'
import { queueEmail } from '../mail/outbox.ts'
import { iso } from '../time.ts'
import { find, findCode, voidTokens } from './one-time-tokens.ts'
import { emailTaken, findByEmail, lockUser, rejectDuplicates } from './user-rows.ts'

const registration = 'registration'

/** On until an admin switches it off. Read at each use: other instances may switch it. */
export async function isRegistrationOpen(context: Pick<AppContext, 'db'>): Promise<boolean> {
  return (await readSetting(context.db, registration)) !== 'off'
}

/** Whether an admin has decided, at the setup or in the settings. */
export async function isRegistrationChosen(db: Database): Promise<boolean> {
  return (await readSetting(db, registration)) !== null
}

export async function openRegistration(context: AppContext, by: SignedInActor, open: boolean): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await switchRegistration(tx, open)
    await record(context, tx, { kind: 'registration.changed', by, detail: open ? 'on' : 'off' })
  })
}

export async function switchRegistration(tx: Tx, open: boolean): Promise<void> {
  await writeSetting(tx, registration, open ? 'on' : 'off')
}

/**
 * A new account with an unverified email address, and the email that verifies it.
 * @throws Problem 'duplicate'; 'too-many' over the limit of all visitors together.
 */
export async function register(
  context: AppContext,
  { name, email, password }: { name: string; email: string; password: string },
  client: AuditClient,
): Promise<void> {
  const limit = limits.registrationsOfAll
  // Both save the hash; the unique index decides between two requests at the same moment.
  if (await findByEmail(context.db, email)) throw emailTaken()
  await rejectIfSpent(context, limit, 'all')
  const password_hash = await context.passwordHasher.hash(password)
  const id = newId()
  await rejectDuplicates(() =>
    context.inTransaction(async (tx) => {
      await tx
        .insertInto('users')
        .values({ id, name, email, password_hash, role: 'user', created_at: iso(context) })
        .execute()
      await count({ ...context, db: tx }, limit, 'all')
      await record(context, tx, { kind: 'user.registered', by: { role: 'user', id, email, client } })
      await queueEmail(context, tx, { kind: 'verify', recipient: email, user_id: id })
    }),
  )
}

/** Every guess is counted before it is compared. @throws Problem 'invalid' with the reason why the code is rejected. */
export async function verifyByCode(context: AppContext, user: SignedInUser, code: string): Promise<void> {
  if (user.email_verified_at) throw alreadyVerified()
  const found = await findCode(context.db, user, code)
  if (found === 'none') throw fieldError('code', 'There is no code to check. Please request a new one.')
  if (!(await isWithin(context, limits.verificationCode, user.id)))
    throw fieldError('code', 'Too many wrong codes. Please request a new one.')
  if (found === 'wrong') throw fieldError('code', 'This code is wrong.')
  if (found.expires_at <= iso(context))
    throw fieldError('code', 'This code has expired. Please request a new one.')
  if (!(await markVerified(context, user.id, user.email))) throw alreadyVerified()
}

/**
 * A link may be opened any number of times until it expires, because mail scanners open links, too: all it does is mark
 * the email address as verified.
 * @throws Problem 'invalid' for an unknown or expired link, or one for another email address.
 */
export async function verifyByLink(context: AppContext, token: string, email: string): Promise<void> {
  const link = await find(context, ['verify-link'], token)
  const user = link?.email === cleanEmail(email) ? await findByEmail(context.db, link.email) : undefined
  if (!user || user.id !== link?.user_id) throw new Problem('invalid', 'Invalid token or expired.')
  await markVerified(context, user.id, user.email)
}

/** @returns false where the email address was verified before, or is another by now. */
async function markVerified({ db, now }: AppContext, id: string, email: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ email_verified_at: now().toISOString() })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst()
  await voidTokens(db, id, ['verify-code'])
  return numUpdatedRows > 0n
}

/**
 * A new email; its code and link replace those of every earlier one, at once.
 * @throws Problem 'invalid' when there is nothing to verify.
 */
export async function resendVerification(context: AppContext, user: SignedInUser): Promise<void> {
  await context.inTransaction(async (tx) => {
    const account = await lockUser(tx, user.id)
    if (!account || account.email_verified_at) throw alreadyVerified()
    await voidTokens(tx, account.id, ['verify-code', 'verify-link'])
    await queueEmail(context, tx, { kind: 'verify', recipient: account.email, user_id: account.id })
  })
}

export function alreadyVerified(): Problem {
  return new Problem('invalid', 'Your email is already verified.')
}
