// The token that a script sends with a request.
import type { Context } from 'hono'
import { tokenPrefix } from '../../contract/settings.ts'
import type { Env } from './env.ts'

/** @returns the token of an `Authorization: Bearer` header, '' for one that is empty, null without such a header. */
export function bearerOf(c: Context<Env>): string | null {
  const [, token] = /^Bearer\b *(\S*)/i.exec(c.req.header('authorization') ?? '') ?? []
  return token ?? null
}

/** What looks like an access token of this product. A proxy in front may send others, which are none of its business. */
export function accessTokenOf(c: Context<Env>): string | null {
  const token = bearerOf(c)
  return token?.startsWith(tokenPrefix) ? token : null
}
