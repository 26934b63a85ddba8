// Who is signed in: check-auth, check-admin, log in, log out, and the totals of the dashboard.
import { Hono } from 'hono'
import { Problem } from '../../contract/problem.ts'
import { checkAdmin, checkAuth, dashboard, logOut } from '../../contract/session.ts'
import { logIn } from '../../contract/sign-in.ts'
import { pictureAddress } from '../core/picture-address.ts'
import { endSession } from '../core/sessions.ts'
import { signIn } from '../core/sign-in.ts'
import { totals } from '../core/totals.ts'
import { profile, sessionUser } from '../core/users.ts'
import { accept, acceptNothing } from './accept.ts'
import type { Env } from './env.ts'
import { clearSessionCookie, personOf, requirePerson, sessionIdOf, setSessionCookie } from './guard.ts'
import {
  addressOf,
  count,
  countGrowing,
  forget,
  growing,
  isKnown,
  limits,
  makeKnown,
  throttle,
} from './throttle.ts'

export const session = new Hono<Env>()
  .get(checkAuth.path, async (c) => {
    const person = await personOf(c)
    return c.json(person ? { isAuthenticated: true, user: sessionUser(person) } : { isAuthenticated: false })
  })

  .get(checkAdmin.path, requirePerson, (c) => c.json({ isAdmin: c.var.person.role === 'admin' }))

  .post(logIn.path, throttle(limits.loginFromAddress), accept(logIn), async (c) => {
    const { context } = c.var
    const sent = c.req.valid('json')
    const address = addressOf(c)
    // By what was typed, whether or not there is such an account: limits tell nothing either.
    const pair = `${sent.email} ${address}`
    await countGrowing(context, growing.login, pair)
    if (!(await isKnown(context, sent.email, address)))
      await count(context, limits.loginOfAccount, sent.email)
    const signedIn = await signIn(context, sent, sessionIdOf(c))
    if (!signedIn) throw new Problem('anonymous', 'Invalid email or password.')
    await forget(context, growing.login, pair)
    await makeKnown(context, sent.email, address)
    setSessionCookie(c, signedIn.sessionId)
    return c.json({ success: true, message: 'Login successful!', user: profile(signedIn.user) })
  })

  // Without a session too: the cookie goes, and asking twice is no failure (decision 11).
  .post(logOut.path, acceptNothing, async (c) => {
    const id = sessionIdOf(c)
    if (id) await endSession(c.var.context.db, id)
    clearSessionCookie(c)
    return c.json({ success: true, message: 'Logged out successfully!' })
  })

  .get(dashboard.path, requirePerson, async (c) => {
    const { person, context } = c.var
    return c.json({
      name: person.name,
      avatarUrl: pictureAddress(person.avatar, 'avatar'),
      ...(person.role === 'admin' ? await totals(context) : {}),
    })
  })
