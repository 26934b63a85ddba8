// From the session cookie to the user, and the middleware that requires a user or an admin.
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { Problem } from '../../contract/problem.ts'
import type { Env, SignedInUser } from '../http/env.ts'
import { checkSession, requireRecent, slidingLife } from './sessions.ts'
import { rejectToken } from './token-requests.ts'

/** With the __Host- prefix browsers accept the cookie from this origin only; it needs https. */
function cookieOf(c: Context<Env>) {
  const secure = c.var.context.config.publicUrl.startsWith('https:')
  return {
    name: secure ? '__Host-session' : 'session',
    options: { httpOnly: true, sameSite: 'Lax', path: '/', secure } as const,
  }
}

export function setSessionCookie(c: Context<Env>, id: string): void {
  const { name, options } = cookieOf(c)
  setCookie(c, name, id, { ...options, maxAge: slidingLife / 1000 })
}

export function clearSessionCookie(c: Context<Env>): void {
  const { name, options } = cookieOf(c)
  deleteCookie(c, name, options)
}

export function sessionIdOf(c: Context<Env>): string | undefined {
  return getCookie(c, cookieOf(c).name)
}

/**
 * The signed-in user, or undefined. Renews the cookie of a session that was renewed.
 * @throws Problem for a request with an access token, which is none of a user.
 */
export async function signedInUserOf(c: Context<Env>): Promise<SignedInUser | undefined> {
  await rejectToken(c)
  const id = sessionIdOf(c)
  const found = id ? await checkSession(c.var.context, id) : undefined
  if (!id || !found) return undefined
  if (found.renewed) setSessionCookie(c, id)
  c.set('sessionId', id)
  return found.user
}

/** 401 without a session. */
export const requireUser = createMiddleware<Env>(async (c, next) => {
  const user = await signedInUserOf(c)
  if (!user) throw new Problem('anonymous', 'Please log in.')
  c.set('user', user)
  return next()
})

/** 401 without a session, 403 for a user who is not an admin at this moment [R5]. */
export const requireAdmin = createMiddleware<Env>(async (c, next) => {
  const user = await signedInUserOf(c)
  if (!user) throw new Problem('anonymous', 'Please log in.')
  if (user.role !== 'admin') throw new Problem('forbidden', 'Only admins may do this.')
  c.set('user', user)
  return next()
})

/** To stand after `requireAdmin`: 403 with the code `reauthenticate` unless the password was entered lately [R113]. */
export const requireRecentPassword = createMiddleware<Env>(async (c, next) => {
  requireRecent(c.var.context, c.var.user)
  return next()
})
