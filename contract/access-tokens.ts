// Access tokens of scripts: listed, made and revoked by the admin whose they are.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { line } from './text.ts'

export type { AccessToken } from './responses/accounts.ts'

/** What a token may be made for; no other call takes one. */
export const tokenScopes = ['portfolio:read', 'portfolio:write', 'contacts:read', 'contacts:write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** What every token begins with, so that scanners of published code find it. */
export const tokenPrefix = 'pat_'
export const tokenNameLength = 60
/** Days. */
const maxTokenDays = 365
/** Of one admin. */
export const maxTokens = 20

/** Those of the signed-in admin, the newest first. */
export const listTokens = { method: 'GET', path: '/api/settings/tokens' } as const satisfies Call

const badDays = `Choose 1 to ${maxTokenDays} days.`

/** Needs a recent sign-in. The secret is in no other response. */
export const createToken = {
  method: 'POST',
  path: '/api/settings/tokens',
  body: z.object({
    name: line('Name', tokenNameLength),
    scopes: z.array(z.enum(tokenScopes, 'Unknown scope.'), 'Choose what it may do.').check(
      z.minLength(1, 'Choose what it may do.'),
      z.maxLength(tokenScopes.length, 'Choose what it may do.'),
      z.overwrite((list) => tokenScopes.filter((scope) => list.includes(scope))),
    ),
    /** Until it expires. */
    days: z.int(badDays).check(z.gte(1, badDays), z.lte(maxTokenDays, badDays)),
  }),
  statuses: [201],
} as const satisfies Call

export const revokeToken = { method: 'DELETE', path: '/api/settings/tokens/:id' } as const satisfies Call
