// Who calls: from the session cookie to the user, and the middleware that requires a user, an admin, or a script with an
// access token.
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Problem } from '../../contract/problem.ts'
import type { TokenScope } from '../../contract/settings.ts'
import { accessTokenOf } from '../http/client.ts'
import type { Env, SignedInUser } from '../http/env.ts'
import { recordRejection, rejectToken, tokenOf } from './access-tokens.ts'
import { checkSession, requireRecent, sessionIdOf, setSessionCookie } from './sessions.ts'

/**
 * The signed-in user, or undefined. Renews the cookie of a session that was renewed.
 * @throws Problem for a request with an access token, which is none of a user.
 */
export async function signedInUserOf(c: Context<Env>): Promise<SignedInUser | undefined> {
  await rejectToken(c)
  const id = sessionIdOf(c)
  if (!id) return undefined
  const found = await checkSession(c.var.context, id)
  if (!found) return undefined
  if (found.renewed) setSessionCookie(c, id)
  c.set('sessionId', id)
  return found.user
}

/** @param check sets the user, or throws; `acceptForm` calls it again after a body that took its time */
function guardBy(check: (c: Context<Env>) => Promise<void>) {
  return createMiddleware<Env>(async (c, next) => {
    await check(c)
    c.set('checkAgain', () => check(c))
    return next()
  })
}

async function checkUser(c: Context<Env>): Promise<void> {
  const user = await signedInUserOf(c)
  if (!user) throw new Problem('anonymous', 'Please log in.')
  c.set('user', user)
}

async function checkAdmin(c: Context<Env>): Promise<void> {
  await checkUser(c)
  if (c.var.user.role !== 'admin') throw new Problem('forbidden', 'Only admins may do this.')
}

/** 401 without a session. */
export const requireUser = guardBy(checkUser)

/** 401 without a session, 403 for a user who is not an admin at this moment. */
export const requireAdmin = guardBy(checkAdmin)

/** To stand after `requireAdmin`: 403 with the code `reauthenticate` unless the password was entered lately. */
export const requireRecentPassword = createMiddleware<Env>(async (c, next) => {
  requireRecent(c.var.context, c.var.user)
  return next()
})

/** An admin who is signed in, or a script with a token of this scope. No other route takes a token. */
export function requireAdminOrToken(scope: TokenScope) {
  const guard = guardBy(async (c) => {
    const secret = accessTokenOf(c)
    if (secret === null) return checkAdmin(c)
    const token = await tokenOf(c, secret)
    if (!token.scopes.includes(scope)) {
      await recordRejection(c, `${token.name}: no ${scope}`, token)
      throw new Problem('forbidden', `This token may not do this: it needs the scope ${scope}.`)
    }
    c.set('user', token.user)
  })
  return Object.assign(guard, { scope })
}

/** The scope of a handler of `requireAdminOrToken`; undefined for any other handler. */
export function scopeOf(handler: unknown): TokenScope | undefined {
  return typeof handler === 'function' && 'scope' in handler ? (handler.scope as TokenScope) : undefined
}
