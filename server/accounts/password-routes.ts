// Changing a password, entering it again, and resetting it by a link.
import { Hono } from 'hono'
import {
  changePassword,
  checkReset,
  maySetPassword,
  reauthenticate,
  requestReset,
  resetPassword,
} from '../../contract/account.ts'
import { accept } from '../http/accept.ts'
import { actorOf } from '../http/actor.ts'
import { clientOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { clientLimits, growing, limits } from '../http/limits.ts'
import { countGrowing, forget, isWithin, throttle } from '../http/rate-limit.ts'
import { setDeviceCookie } from './device-cookie.ts'
import { requireUser, setSessionCookie } from './guard.ts'
import { forgetTries } from './login-limits.ts'
import * as change from './password-change.ts'
import * as reset from './password-reset.ts'

/** The same for every well-formed email address. */
const resetRequested =
  "If the email you provided is correct, we've sent you an email with password reset instructions."

export const passwords = new Hono<Env>()
  .get(maySetPassword.path, requireUser, (c) => c.json({ success: true }))

  .post(changePassword.path, requireUser, accept(changePassword), async (c) => {
    const { context, user } = c.var
    await countGrowing(context, growing.currentPassword, user.id)
    const changed = await change.changePassword(context, user, c.req.valid('json'), actorOf(c))
    await forget(context, growing.currentPassword, user.id)
    setSessionCookie(c, changed.sessionId)
    // The new password voids the cookies of all browsers, this one's too.
    setDeviceCookie(c, { ...changed, userId: user.id }, null)
    return c.json({ success: true, message: 'Password updated successfully!' })
  })

  .post(reauthenticate.path, requireUser, accept(reauthenticate), async (c) => {
    const { context, user, sessionId } = c.var
    // The same limit as for the current password, so that this is no second way to guess it.
    await countGrowing(context, growing.currentPassword, user.id)
    const next = await change.reauthenticate(context, user, sessionId, c.req.valid('json').password)
    await forget(context, growing.currentPassword, user.id)
    setSessionCookie(c, next)
    return c.json({ success: true, message: 'Password confirmed.' })
  })

  .post(requestReset.path, throttle(clientLimits.reset), accept(requestReset), async (c) => {
    const { context } = c.var
    const { email } = c.req.valid('json')
    // Over the limit of the account no email is sent, and the response stays the same.
    if (await isWithin(context, limits.resetOfAccount, email)) await reset.requestReset(context, email)
    return c.json({ success: true, message: resetRequested })
  })

  .get(checkReset.path, async (c) => {
    await reset.checkReset(c.var.context, c.req.param('token'))
    return c.json({ success: true })
  })

  .post(resetPassword.path, accept(resetPassword), async (c) => {
    const { context } = c.var
    const client = clientOf(c)
    const { newPassword } = c.req.valid('json')
    const account = await reset.resetPassword(context, c.req.param('token'), newPassword, client)
    // Whoever reads the account's email is its owner: guessing by others must not keep them out.
    await forgetTries(context, { email: account.email, client, deviceId: null })
    // Guesses at the old password say nothing about the new one.
    await forget(context, limits.loginOfAccount, account.email)
    setDeviceCookie(c, account, null)
    return c.json({ success: true, message: 'Password updated successfully.' })
  })
