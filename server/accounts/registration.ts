// Registration: creating an account, and the switch that says whether visitors may.
import type { Transaction } from 'kysely'
import { record } from '../audit/record.ts'
import { type AppContext, iso, newId } from '../context.ts'
import type { Tables, UserRow } from '../db/tables.ts'
import type { Actor, AuditClient } from '../http/actor.ts'
import { limits } from '../http/limits.ts'
import { count, rejectIfSpent } from '../http/rate-limit.ts'
import { queueEmail } from '../mail/outbox.ts'
import { emailTaken, findByEmail, rejectDuplicates } from './user-rows.ts'

const registration = 'registration'

/** On until an admin switches it off. Read at each use: other instances may switch it. */
export async function isRegistrationOpen(context: Pick<AppContext, 'db'>): Promise<boolean> {
  const row = await context.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', registration)
    .executeTakeFirst()
  return row?.value !== 'off'
}

export async function openRegistration(
  context: AppContext,
  by: Actor & { role: 'admin' | 'user' },
  open: boolean,
): Promise<void> {
  const value = open ? 'on' : 'off'
  await context.db.transaction().execute(async (tx) => {
    await switchRegistration(tx, open)
    await record(context, tx, { kind: 'registration.changed', by, detail: value })
  })
  context.log.info(
    { event: 'registration.changed', userId: by.id, enabled: open },
    `registration was switched ${value}`,
  )
}

export async function switchRegistration(tx: Transaction<Tables>, open: boolean): Promise<void> {
  const value = open ? 'on' : 'off'
  await tx
    .insertInto('settings')
    .values({ name: registration, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
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
  // Both save the hash; the unique index decides between two requests at the same moment.
  if (await findByEmail(context, email)) throw emailTaken()
  await rejectIfSpent(context, limits.registrationsOfAll, 'all')
  const password_hash = await context.passwordHasher.hash(password)
  const user: UserRow = {
    id: newId(),
    name,
    email,
    password_hash,
    role: 'user',
    avatar: null,
    email_verified_at: null,
    created_at: iso(context),
  }
  const limit = limits.registrationsOfAll
  const counted = await rejectDuplicates(() =>
    context.db.transaction().execute(async (tx) => {
      await tx.insertInto('users').values(user).execute()
      // Of all visitors together.
      const counted = await count({ ...context, db: tx }, limit, 'all')
      await record(context, tx, { kind: 'user.registered', by: { role: 'user', id: user.id, email, client } })
      await queueEmail(context, tx, { kind: 'verify', recipient: email, user_id: user.id })
      return counted
    }),
  )
  // Once an hour.
  if (counted === limit.max)
    context.log.warn({ event: 'registrations.limited', max: limit.max }, 'too many registrations in an hour')
  context.log.info({ event: 'user.registered', userId: user.id }, 'a user registered')
  context.changes.emit('jobs')
}
