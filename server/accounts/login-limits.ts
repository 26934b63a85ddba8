// Rate limits of sign-in, counted by a recognised browser, otherwise by client and account.
import { type AppContext, iso } from '../context.ts'
import type { Client } from '../http/client.ts'
import { clientLimits, growing, limits } from '../http/limits.ts'
import {
  count,
  countClient,
  countGrowing,
  forget,
  keyOf,
  rejectDuringWait,
  rejectIfSpent,
} from '../http/rate-limit.ts'

export interface LoginTry {
  /** As sent, whether or not there is such an account: limits must not reveal it either. */
  email: string
  client: Client
  /** Of a browser where this account signed in before, otherwise null. */
  deviceId: string | null
}

/**
 * Counts an attempt to sign in. A recognised browser has counters of its own: where all visitors share one IP address,
 * the wrong passwords of others never make the account's owner wait (OWASP, device cookies). Everything is read before
 * anything is written, so that a client that must wait costs no write.
 * @throws Problem 'too-many'
 */
export async function countTry(context: AppContext, login: LoginTry): Promise<void> {
  const { email, client, deviceId } = login
  const subject = subjectOf(login)
  await rejectDuringWait(context, growing.login, subject)
  if (deviceId !== null) {
    await count(context, clientLimits.login, subject)
    await countGrowing(context, growing.login, subject)
    return
  }
  const isStranger = client.isShared || !(await isKnown(context, email, client.key))
  if (isStranger) await rejectIfSpent(context, limits.loginOfAccount, email)
  await countClient(context, clientLimits.login, client)
  await countGrowing(context, growing.login, subject)
  if (isStranger) await count(context, limits.loginOfAccount, email)
}

/** The password was right, or a new one was set by the account's link: earlier failures no longer count. */
export async function forgetTries(context: AppContext, login: LoginTry): Promise<void> {
  const { email, client } = login
  await forget(context, growing.login, subjectOf(login))
  // A shared IP address would be known for every visitor.
  if (!client.isShared) await makeKnown(context, email, client.key)
}

function subjectOf({ email, client, deviceId }: LoginTry): string {
  return deviceId === null ? `${email} ${client.key}` : `${email} device ${deviceId}`
}

/** Milliseconds for which an account's IP address stays known after a sign-in or a password reset from there. */
const knownFor = 30 * 24 * 60 * 60_000

/** Exempts this client from the hourly limit of the account, which others may use up. */
async function makeKnown(context: AppContext, account: string, client: string): Promise<void> {
  if (!context.config.throttle) return
  const row = { key: knownKey(account, client), count: 1, resets_at: iso(context, knownFor) }
  await context.db
    .insertInto('attempts')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ resets_at: row.resets_at }))
    .execute()
}

async function isKnown(context: AppContext, account: string, client: string): Promise<boolean> {
  const row = await context.db
    .selectFrom('attempts')
    .select('key')
    .where('key', '=', knownKey(account, client))
    .where('resets_at', '>', iso(context))
    .executeTakeFirst()
  return row !== undefined
}

const knownKey = (account: string, client: string) => keyOf({ name: 'known' }, `${account} ${client}`)
