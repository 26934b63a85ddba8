// The passphrase of a client link: how often it may be tried, and what a browser has once it was right.
import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { fieldError } from '../../contract/problem.ts'
import type { AppContext } from '../context.ts'
import type { ClientLinkRow } from '../db/tables.ts'
import type { Client } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { count, forget, growingWaits, type Limit, rejectIfSpent, uncount } from '../http/rate-limit.ts'
import { minute } from '../time.ts'

/** Of one client, whichever links and whether they are any: each one costs a hash. */
export const triesOfClient: Limit = { name: 'passphrase', max: 60, within: 15 * minute }
/** Of all clients together, so that many IP addresses help little; short, so that nobody locks the client out for long. */
const triesOfLink: Limit = { name: 'passphrase-link', max: 20, within: 10 * minute }
/** Of one client at one link: a stranger delays only themselves. */
const triesOfClientAtLink: Limit = { name: 'passphrase-wait', ...growingWaits }

type Protected = ClientLinkRow & { passphrase_hash: string }

export function isProtected(link: ClientLinkRow): link is Protected {
  return link.passphrase_hash !== null
}

/** Every try is counted before it is compared, and a right one taken back. @throws Problem 'forbidden' for a wrong one, 'too-many'. */
export async function checkPassphrase(
  context: AppContext,
  link: Protected,
  passphrase: string,
  client: Client,
): Promise<void> {
  const subject = `${link.id} ${client.key}`
  await rejectIfSpent(context, triesOfLink, link.id)
  const tries = await count(context, triesOfClientAtLink, subject)
  await count(context, triesOfLink, link.id)
  if (!(await context.passwordHasher.matches(passphrase, link.passphrase_hash)))
    throw fieldError('passphrase', `That is not the passphrase.${triesLeft(tries)}`, 'forbidden')
  await forget(context.db, triesOfClientAtLink, subject)
  // It is no try of the link, which may go to a whole team.
  await uncount(context.db, triesOfLink, link.id)
}

/** @param tries 0 while limits are off. */
function triesLeft(tries: number): string {
  if (tries === 0) return ''
  const left = triesOfClientAtLink.max - tries
  if (left < 1) return ' Please wait a moment before you try again.'
  return left === 1 ? ' 1 try left.' : ` ${left} tries left.`
}

const cookieOf = ({ id }: Protected) => `client-link-${id}`

const isSecure = (c: Context<Env>) => c.var.context.config.publicUrl.startsWith('https:')

/**
 * Lets the browser in from now on. The stored hash of the passphrase is a random secret that never leaves the database: what
 * is signed with it is good for this link only, and ends with it. One cookie for each link: a browser may have opened several.
 */
export async function letIn(c: Context<Env>, link: Protected): Promise<void> {
  const options = {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/c',
    expires: new Date(link.expires_at),
  } as const
  const prefixed = isSecure(c) ? { ...options, prefix: 'secure' as const, secure: true as const } : options
  await setSignedCookie(c, cookieOf(link), link.id, link.passphrase_hash, prefixed)
}

export async function wasLetIn(c: Context<Env>, link: Protected): Promise<boolean> {
  const prefix = isSecure(c) ? 'secure' : undefined
  return (await getSignedCookie(c, link.passphrase_hash, cookieOf(link), prefix)) === link.id
}
