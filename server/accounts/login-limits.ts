// How often somebody may try to sign in, counted by the browser they use, else by their address and the account.
import { type AppContext, iso } from '../context.ts'
import type { Client } from '../http/client.ts'
import {
  clientLimits,
  count,
  countClient,
  countGrowing,
  forget,
  growing,
  keyOf,
  limits,
  refuseDuringWait,
  refuseSpent,
} from '../http/rate-limit.ts'

export interface LoginTry {
  /** As typed, whether or not there is such an account: limits tell nothing either. */
  email: string
  client: Client
  /** Of a browser where this account signed in before, otherwise null. */
  deviceId: string | null
}

/**
 * Counts a try to sign in. A recognised browser has counters of its own: where all visitors share one address, a
 * stranger's wrong passwords make other strangers wait and never the account's owner (OWASP, device cookies). Everything
 * is read before anything is written, so that a client that must wait costs no write.
 * @throws Problem 'too-many'
 */
export async function countTry(context: AppContext, login: LoginTry): Promise<void> {
  const { email, client, deviceId } = login
  const whom = whomOf(login)
  await refuseDuringWait(context, growing.login, whom)
  if (deviceId !== null) {
    await count(context, clientLimits.login, whom)
    await countGrowing(context, growing.login, whom)
    return
  }
  const isStranger = client.isShared || !(await isKnown(context, email, client.key))
  if (isStranger) await refuseSpent(context, limits.loginOfAccount, email)
  await countClient(context, clientLimits.login, client)
  await countGrowing(context, growing.login, whom)
  if (isStranger) await count(context, limits.loginOfAccount, email)
}

/** The password was right, or a new one was set by the account's link: earlier failures no longer count. */
export async function forgetTries(context: AppContext, login: LoginTry): Promise<void> {
  const { email, client } = login
  await forget(context, growing.login, whomOf(login))
  // An address that every visitor has would be known for all of them.
  if (!client.isShared) await makeKnown(context, email, client.key)
}

function whomOf({ email, client, deviceId }: LoginTry): string {
  return deviceId === null ? `${email} ${client.key}` : `${email} device ${deviceId}`
}

/** Milliseconds for which an IP address from which somebody signed in, or reset the password, counts as theirs. */
const knownFor = 30 * 24 * 60 * 60_000

/** From here on the slow limit of the account does not hold for this address: nobody else can use it up. */
async function makeKnown(context: AppContext, account: string, address: string): Promise<void> {
  if (!context.config.throttle) return
  const row = { key: knownKey(account, address), count: 1, resets_at: iso(context, knownFor) }
  await context.db
    .insertInto('attempts')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ resets_at: row.resets_at }))
    .execute()
}

async function isKnown(context: AppContext, account: string, address: string): Promise<boolean> {
  const row = await context.db
    .selectFrom('attempts')
    .select('key')
    .where('key', '=', knownKey(account, address))
    .where('resets_at', '>', iso(context))
    .executeTakeFirst()
  return row !== undefined
}

const knownKey = (account: string, address: string) => keyOf({ name: 'known' }, `${account} ${address}`)
