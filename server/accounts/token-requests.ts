// Requests with an access token: whose it is, and what becomes of one that may not be made.
import type { Context } from 'hono'
import { Problem } from '../../contract/problem.ts'
import { record } from '../audit/record.ts'
import { isFull } from '../db/connect.ts'
import { accessTokenOf } from '../http/bearer.ts'
import { clientOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { clientLimits } from '../http/limits.ts'
import { countClient, rejectIfSpentByClient } from '../http/rate-limit.ts'
import { findToken, type SentToken } from './access-tokens.ts'

/**
 * @param secret what the request sends
 * @throws Problem 'invalid' next to cookies, 'anonymous' for a token that is none, 'too-many' after many such.
 */
export async function tokenOf(c: Context<Env>, secret: string): Promise<SentToken> {
  const { context } = c.var
  if (c.req.header('cookie') !== undefined)
    throw new Problem('invalid', 'Send either a token or cookies, not both.')
  const client = clientOf(c)
  await rejectIfSpentByClient(context, clientLimits.token, client)
  const token = await findToken(context, secret)
  if (token && !token.isExpired) return token
  await recordRejection(c, token ? `${token.name}: expired` : 'unknown token', token)
  await countClient(context, clientLimits.token, client)
  c.header('WWW-Authenticate', 'Bearer error="invalid_token"')
  throw new Problem('anonymous', token ? 'This token has expired.' : 'This token is not valid.')
}

/** For calls that take no token. @throws Problem for a request that sends one. */
export async function rejectToken(c: Context<Env>): Promise<void> {
  const secret = accessTokenOf(c)
  if (secret === null) return
  const token = await tokenOf(c, secret)
  await recordRejection(c, `${token.name}: ${c.req.method} ${c.req.path}`, token)
  throw new Problem('forbidden', 'No token may do this. It needs a login.')
}

/** Like what visitors cause: many in an hour are one row. */
export async function recordRejection(c: Context<Env>, detail: string, token?: SentToken): Promise<void> {
  const { context } = c.var
  try {
    await record(context, context.db, {
      kind: 'token.rejected',
      by: { role: 'visitor', client: clientOf(c) },
      ...(token ? { target: { id: token.user.id, name: token.user.email } } : {}),
      detail,
    })
  } catch (error) {
    if (!isFull(error)) throw error
  }
}
