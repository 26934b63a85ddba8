// Lets scripts in by an access token, where the route names the scope that it needs. No other route takes one [R312].
import { createMiddleware } from 'hono/factory'
import type { TokenScope } from '../../contract/access-tokens.ts'
import { Problem } from '../../contract/problem.ts'
import { accessTokenOf } from '../http/bearer.ts'
import type { Env } from '../http/env.ts'
import { requireAdmin } from './guard.ts'
import { recordRejection, tokenOf } from './token-requests.ts'

/** An admin who is signed in, or a script with a token of this scope. */
export function requireAdminOrToken(scope: TokenScope) {
  const middleware = createMiddleware<Env>(async (c, next) => {
    const secret = accessTokenOf(c)
    if (secret === null) return requireAdmin(c, next)
    const token = await tokenOf(c, secret)
    if (!token.scopes.includes(scope)) {
      await recordRejection(c, `${token.name}: no ${scope}`, token)
      throw new Problem('forbidden', `This token may not do this: it needs the scope ${scope}.`)
    }
    c.set('user', token.user)
    return next()
  })
  return Object.assign(middleware, { scope })
}

/** The scope of a handler of `requireAdminOrToken`; undefined for any other handler. */
export function scopeOf(handler: unknown): TokenScope | undefined {
  return typeof handler === 'function' && 'scope' in handler ? (handler.scope as TokenScope) : undefined
}
