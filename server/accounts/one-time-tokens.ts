// Reset links, verification links and codes, and the link of the setup: random, stored only as hashes, valid once and for a
// short time.
import { randomBytes, randomInt } from 'node:crypto'
import { codeLength, codeMinutes } from '../../contract/limits.ts'
import type { AppContext } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import type { OneTimeTokenRow, TokenPurpose } from '../db/tables.ts'
import { digest } from '../ids.ts'
import { iso } from '../time.ts'

/** Milliseconds for which a token is valid. */
const lifetimes: Record<TokenPurpose, number> = {
  setup: 60 * 60_000,
  reset: 60 * 60_000,
  'admin-link': 60 * 60_000,
  'verify-link': 24 * 60 * 60_000,
  'verify-code': codeMinutes * 60_000,
}

/** @param user null for the setup, which makes the account. */
export async function issue(
  context: AppContext,
  purpose: TokenPurpose,
  user: { id: string; email: string } | null,
): Promise<string> {
  const secret =
    purpose === 'verify-code'
      ? String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
      : randomBytes(32).toString('base64url')
  await context.db
    .insertInto('one_time_tokens')
    .values({
      hash: hash(purpose, secret, user?.id),
      purpose,
      user_id: user?.id ?? null,
      email: user?.email ?? '',
      expires_at: iso(context, lifetimes[purpose]),
    })
    // The same code as in an earlier email.
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
  return secret
}

type LinkPurpose = Exclude<TokenPurpose, 'verify-code'>

/** The valid token of a link for one of these purposes, or undefined. Reading does not use it up. */
export async function find(
  context: AppContext,
  purposes: readonly LinkPurpose[],
  secret: string,
): Promise<OneTimeTokenRow | undefined> {
  return context.db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('hash', 'in', hashes(purposes, secret))
    .where('expires_at', '>', iso(context))
    .executeTakeFirst()
}

/**
 * As `find`, and uses the token up: of two requests at the same moment only one gets the row, because the deletion itself
 * decides.
 */
export async function consume(
  context: AppContext,
  tx: Tx,
  purposes: readonly LinkPurpose[],
  secret: string,
): Promise<OneTimeTokenRow | undefined> {
  return tx
    .deleteFrom('one_time_tokens')
    .where('hash', 'in', hashes(purposes, secret))
    .where('expires_at', '>', iso(context))
    .returningAll()
    .executeTakeFirst()
}

/** What became of a code: its row, expired ones included, `wrong`, or `none` where none was mailed. */
export async function findCode(
  db: Database,
  user: { id: string; email: string },
  code: string,
): Promise<OneTimeTokenRow | 'wrong' | 'none'> {
  const rows = await db
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('user_id', '=', user.id)
    .where('purpose', '=', 'verify-code')
    .where('email', '=', user.email)
    .execute()
  if (rows.length === 0) return 'none'
  const wanted = hash('verify-code', code, user.id)
  return rows.find((row) => row.hash === wanted) ?? 'wrong'
}

/** Voids tokens of these purposes, without any of all: used, superseded, or the account has another email address now. */
export async function voidTokens(
  db: Database,
  userId: string,
  purposes?: readonly TokenPurpose[],
): Promise<void> {
  const query = db.deleteFrom('one_time_tokens').where('user_id', '=', userId)
  await (purposes ? query.where('purpose', 'in', purposes) : query).execute()
}

function hashes(purposes: readonly LinkPurpose[], secret: string): string[] {
  return purposes.map((purpose) => hash(purpose, secret))
}

/** A code is short, so it is hashed with its account: the same code of two users differs. */
function hash(purpose: TokenPurpose, secret: string, userId = ''): string {
  const salt = purpose === 'verify-code' ? userId : ''
  return digest(`${purpose}\n${salt}\n${secret}`)
}
