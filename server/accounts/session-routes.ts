// The session: check-auth, check-admin, login, logout.
import { Hono } from 'hono'
import { logIn } from '../../contract/account.ts'
import { Problem } from '../../contract/problem.ts'
import { checkAdmin, checkAuth, logOut } from '../../contract/session.ts'
import { accept, acceptNothing } from '../http/accept.ts'
import { clientOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { deviceOf, setDeviceCookie } from './device-cookie.ts'
import { clearSessionCookie, requireUser, sessionIdOf, setSessionCookie, signedInUserOf } from './guard.ts'
import { countTry, forgetTries } from './login-limits.ts'
import { profile, sessionUser } from './profile.ts'
import { endSession } from './sessions.ts'
import { logFailure, signIn } from './sign-in.ts'

export const session = new Hono<Env>()
  .get(checkAuth.path, async (c) => {
    const user = await signedInUserOf(c)
    return c.json(user ? { isAuthenticated: true, user: sessionUser(user) } : { isAuthenticated: false })
  })

  .get(checkAdmin.path, requireUser, (c) => c.json({ isAdmin: c.var.user.role === 'admin' }))

  .post(logIn.path, accept(logIn), async (c) => {
    const { context } = c.var
    const sent = c.req.valid('json')
    const client = clientOf(c)
    const login = { email: sent.email, client, deviceId: await deviceOf(c, sent.email) }
    try {
      await countTry(context, login)
    } catch (error) {
      if (error instanceof Problem && error.code === 'too-many') logFailure(context, null, client)
      throw error
    }
    const signedIn = await signIn(context, sent, sessionIdOf(c), client)
    if (!signedIn) throw new Problem('anonymous', 'Invalid email or password.')
    await forgetTries(context, login)
    setSessionCookie(c, signedIn.sessionId)
    setDeviceCookie(c, { ...signedIn, userId: signedIn.user.id }, login.deviceId)
    return c.json({ success: true, message: 'Login successful!', user: profile(signedIn.user) })
  })

  // Also without a session: the cookie is cleared, and a second logout is no error.
  .post(logOut.path, acceptNothing, async (c) => {
    const id = sessionIdOf(c)
    if (id) await endSession(c.var.context.db, id)
    clearSessionCookie(c)
    return c.json({ success: true, message: 'Logged out successfully!' })
  })
