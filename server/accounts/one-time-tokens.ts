// Reset links, verification links and codes: random, stored only as hashes, valid once and for a short time.
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Transaction } from 'kysely'
import { codeLength, codeMinutes } from '../../contract/limits.ts'
import { type AppContext, iso } from '../context.ts'
import type { Database } from '../db/connect.ts'
import type { OneTimeTokenRow, Tables, TokenPurpose } from '../db/tables.ts'

type Db = Database | Transaction<Tables>

/** Milliseconds for which a token is valid. */
export const lifetimes: Record<TokenPurpose, number> = {
  reset: 60 * 60_000,
  'admin-link': 60 * 60_000,
  'verify-link': 24 * 60 * 60_000,
  'verify-code': codeMinutes * 60_000,
}

/** A code is void after this many wrong guesses. */
const codeTries = 5

/**
 * Makes a token for an email. Tokens of earlier emails become void. When the same email is sent again, its first token
 * stays valid, because the first attempt may have arrived after all.
 */
export async function issue(
  context: Pick<AppContext, 'now'>,
  db: Db,
  token: { purpose: TokenPurpose; userId: string; email: string; emailId: string },
): Promise<string> {
  const secret =
    token.purpose === 'verify-code'
      ? String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
      : randomBytes(32).toString('base64url')
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', token.userId)
    .where('purpose', '=', token.purpose)
    .where('outbox_id', '!=', token.emailId)
    .execute()
  await db
    .insertInto('one_time_tokens')
    .values({
      hash: hash(token.purpose, token.userId, secret),
      purpose: token.purpose,
      user_id: token.userId,
      email: token.email,
      outbox_id: token.emailId,
      tries: 0,
      created_at: iso(context),
      expires_at: iso(context, lifetimes[token.purpose]),
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return secret
}

type LinkPurpose = Exclude<TokenPurpose, 'verify-code'>

/** The valid token of a link for one of these purposes, or undefined. Reading does not use it up. */
export async function find(
  context: Pick<AppContext, 'now'>,
  db: Db,
  purposes: readonly LinkPurpose[],
  secret: string,
): Promise<OneTimeTokenRow | undefined> {
  return db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('hash', 'in', hashes(purposes, secret))
    .where('expires_at', '>', iso(context))
    .executeTakeFirst()
}

/**
 * Uses a link's token up, and voids every other of these purposes: of two requests at the same moment only one gets the
 * row, because the deletion itself decides.
 */
export async function consume(
  context: Pick<AppContext, 'now'>,
  db: Db,
  purposes: readonly LinkPurpose[],
  secret: string,
): Promise<OneTimeTokenRow | undefined> {
  const row = await db
    .deleteFrom('one_time_tokens')
    .where('hash', 'in', hashes(purposes, secret))
    .where('expires_at', '>', iso(context))
    .returningAll()
    .executeTakeFirst()
  if (row) await voidTokens(db, row.user_id, purposes)
  return row
}

export type CodeResult = 'right' | 'wrong' | 'expired' | 'used-up' | 'none'

/** Compares a code with the account's own. Every guess is counted before it is compared. */
export async function consumeCode(
  context: Pick<AppContext, 'now'>,
  db: Db,
  user: { id: string; email: string },
  code: string,
): Promise<CodeResult> {
  const rows = await db
    .updateTable('one_time_tokens')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('user_id', '=', user.id)
    .where('purpose', '=', 'verify-code')
    .where('email', '=', user.email)
    .returningAll()
    .execute()
  const [newest] = rows.sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
  if (!newest) return 'none'
  if (rows.some((row) => row.tries > codeTries)) return 'used-up'
  const wanted = hash('verify-code', user.id, code)
  const right = rows.find((row) => row.hash === wanted)
  if (!right) return 'wrong'
  if (right.expires_at <= iso(context)) return 'expired'
  const { numDeletedRows } = await db
    .deleteFrom('one_time_tokens')
    .where('hash', '=', wanted)
    .executeTakeFirst()
  return numDeletedRows > 0n ? 'right' : 'none'
}

/** Voids all tokens of these purposes: used, superseded, or the account has another email address now. */
export async function voidTokens(db: Db, userId: string, purposes: readonly TokenPurpose[]): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .execute()
}

export async function dropExpired(context: Pick<AppContext, 'now'>, db: Db): Promise<void> {
  await db.deleteFrom('one_time_tokens').where('expires_at', '<', iso(context)).execute()
}

function hashes(purposes: readonly LinkPurpose[], secret: string): string[] {
  return purposes.map((purpose) => hash(purpose, '', secret))
}

/** A code is short, so it is hashed with its account: the same code of two users differs. */
function hash(purpose: TokenPurpose, userId: string, secret: string): string {
  const salt = purpose === 'verify-code' ? userId : ''
  return createHash('sha256').update(`${purpose}\n${salt}\n${secret}`).digest('base64url')
}
