// Access tokens of scripts: listed, made and revoked by the admin whose they are.
import * as z from 'zod/mini'
import { type Call, type Done, responseType } from './call.ts'
import { line } from './text.ts'

/** What a token may be made for; no other call takes one. */
export const tokenScopes = ['portfolio:read', 'portfolio:write', 'contacts:read', 'contacts:write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** What every token begins with, so that scanners of published code find it. */
export const tokenPrefix = 'pat_'
export const tokenNameLength = 60
/** Days. */
export const maxTokenDays = 365
/** Of one admin. */
export const maxTokens = 20

export interface AccessToken {
  id: string
  name: string
  scopes: TokenScope[]
  createdAt: string
  /** To the hour; null until it is used. */
  usedAt: string | null
  expiresAt: string
}

/** Those of the signed-in admin, the newest first. */
export const listTokens = {
  method: 'GET',
  path: '/api/settings/tokens',
  response: responseType<{ tokens: AccessToken[] }>(),
} as const satisfies Call

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
  response: responseType<Done & { token: AccessToken; secret: string }, 201>(),
} as const satisfies Call

export const revokeToken = {
  method: 'DELETE',
  path: '/api/settings/tokens/:id',
  response: responseType<Done>(),
} as const satisfies Call
