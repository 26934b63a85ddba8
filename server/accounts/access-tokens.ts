// Access tokens of scripts: random, stored only as hashes, each for some calls and until it expires; and the requests that
// send one.
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { Problem } from '../../contract/problem.ts'
import type { AccessToken } from '../../contract/responses/accounts.ts'
import {
  type createToken as createTokenCall,
  maxTokens,
  type TokenScope,
  tokenPrefix,
} from '../../contract/settings.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import { type Database, tryToStore } from '../db/connect.ts'
import { countRows } from '../db/search.ts'
import { clientOf, type SignedInActor } from '../http/client.ts'
import type { Env, SignedInAccount } from '../http/env.ts'
import { count, limits, rejectIfSpent } from '../http/rate-limit.ts'
import { digest, newId } from '../ids.ts'
import { day, hour, iso } from '../time.ts'
import { lockAdmin, signedInColumns } from './user-rows.ts'

export async function listTokens({ db }: Pick<AppContext, 'db'>, userId: string): Promise<AccessToken[]> {
  const rows = await db
    .selectFrom('access_tokens')
    .select([
      'id',
      'name',
      'scopes',
      'created_at as createdAt',
      'used_at as usedAt',
      'expires_at as expiresAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ scopes, ...row }) => ({ ...row, scopes: scopes.split(' ') as TokenScope[] }))
}

/** @returns the token with its secret, which is stored nowhere. @throws Problem 'conflict' for one too many. */
export async function createToken(
  context: AppContext,
  by: SignedInActor,
  { name, scopes, days }: z.output<typeof createTokenCall.body>,
): Promise<{ token: AccessToken; secret: string }> {
  const secret = tokenPrefix + randomBytes(32).toString('base64url')
  // Read once: the clock may tick between two readings.
  const now = context.now()
  const id = newId()
  const createdAt = now.toISOString()
  const expiresAt = new Date(now.getTime() + days * day).toISOString()
  await context.db.transaction().execute(async (tx) => {
    // One after another, so that they are counted right.
    await lockAdmin(tx, by.id)
    if ((await countRows(tx.selectFrom('access_tokens').where('user_id', '=', by.id))) >= maxTokens)
      throw new Problem('conflict', `You have ${maxTokens} tokens. Revoke one that is not needed.`)
    await tx
      .insertInto('access_tokens')
      .values({
        id,
        hash: hash(secret),
        user_id: by.id,
        name,
        scopes: scopes.join(' '),
        created_at: createdAt,
        expires_at: expiresAt,
      })
      .execute()
    await record(context, tx, { kind: 'token.created', by, detail: `${name}: ${scopes.join(' ')}` })
  })
  return { token: { id, name, scopes, createdAt, usedAt: null, expiresAt }, secret }
}

/** @throws Problem 'unknown' where the admin has no such token. */
export async function revokeToken(context: AppContext, by: SignedInActor, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom('access_tokens')
      .where('id', '=', id)
      .where('user_id', '=', by.id)
      .returning('name')
      .executeTakeFirst()
    if (!row) throw new Problem('unknown', 'This token no longer exists.')
    await record(context, tx, { kind: 'token.revoked', by, detail: row.name })
  })
}

interface SentToken {
  /** Its admin; the password was entered in no request of a token. */
  user: SignedInAccount
  name: string
  scopes: string[]
  isExpired: boolean
}

/**
 * The token with this secret, as the database has it now. It is found by its hash: how long that takes says nothing
 * about the hashes of others, because a sender cannot choose a hash.
 */
async function findToken(context: AppContext, secret: string): Promise<SentToken | undefined> {
  const row = await context.db
    .selectFrom('access_tokens')
    .innerJoin('users', 'users.id', 'access_tokens.user_id')
    .select([
      ...signedInColumns,
      'access_tokens.id as token_id',
      'access_tokens.name as token_name',
      'access_tokens.scopes',
      'access_tokens.used_at',
      'access_tokens.expires_at',
    ])
    .where('access_tokens.hash', '=', hash(secret))
    .where('users.role', '=', 'admin')
    .executeTakeFirst()
  if (!row) return undefined
  const { token_id, token_name, scopes, used_at, expires_at, ...user } = row
  const isExpired = expires_at <= iso(context)
  // Where it cannot be stored the request goes on, and the next one tries again.
  if (!isExpired && (used_at === null || used_at < iso(context, -hour)))
    await tryToStore(
      context.db
        .updateTable('access_tokens')
        .set({ used_at: iso(context) })
        .where('id', '=', token_id)
        .execute(),
    )
  return { user: { ...user, authenticated_at: '' }, name: token_name, scopes: scopes.split(' '), isExpired }
}

/**
 * @param secret what the request sends, as `accessTokenOf` returns it
 * @throws Problem 'invalid' next to cookies, 'anonymous' for a token that is none, 'too-many' after many such.
 */
export async function tokenOf(c: Context<Env>, secret: string): Promise<SentToken> {
  const { context } = c.var
  if (c.req.header('cookie') !== undefined)
    throw new Problem('invalid', 'Send either a token or cookies, not both.')
  const client = clientOf(c)
  await rejectIfSpent(context, limits.token, client)
  const token = await findToken(context, secret)
  if (token && !token.isExpired) return token
  await recordRejection(c, token ? `${token.name}: expired` : 'unknown token', token)
  await count(context, limits.token, client)
  c.header('WWW-Authenticate', 'Bearer error="invalid_token"')
  throw new Problem('anonymous', token ? 'This token has expired.' : 'This token is not valid.')
}

/** For calls that take no token. @throws Problem */
export async function rejectToken(c: Context<Env>, secret: string): Promise<never> {
  const token = await tokenOf(c, secret)
  await recordRejection(c, `${token.name}: ${c.req.method} ${c.req.path}`, token)
  throw new Problem('forbidden', 'No token may do this. It needs a login.')
}

/** Like what visitors cause: many in an hour are one row. */
export async function recordRejection(c: Context<Env>, detail: string, token?: SentToken): Promise<void> {
  const { context } = c.var
  await tryToStore(
    record(context, context.db, {
      kind: 'token.rejected',
      by: { role: 'visitor', client: clientOf(c) },
      ...(token && { target: { id: token.user.id, name: token.user.email }, isTargetCounted: true }),
      detail,
    }),
  )
}

/** In the transaction of what ends them. */
export async function endTokensOf(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('access_tokens').where('user_id', '=', userId).execute()
}

const hash = (secret: string) => digest(`access-token\n${secret}`)
