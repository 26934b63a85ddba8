// Change a password; ask for a reset link, look at it, use it.
import { Hono } from 'hono'
import {
  askForReset,
  changePassword,
  checkReset,
  maySetPassword,
  resetPassword,
} from '../../contract/passwords.ts'
import * as recovery from '../core/recovery.ts'
import { accept } from './accept.ts'
import type { Env } from './env.ts'
import { requirePerson, setSessionCookie } from './guard.ts'
import {
  addressOf,
  countGrowing,
  forget,
  growing,
  isWithin,
  limits,
  makeKnown,
  throttle,
} from './throttle.ts'

/** The same for every well-formed address (section 2, Reset request; decision 74). */
const asked =
  "If the email you provided is correct, we've sent you an email with password reset instructions."

export const passwords = new Hono<Env>()
  .get(maySetPassword.path, requirePerson, (c) => c.json({ success: true }))

  .post(changePassword.path, requirePerson, accept(changePassword), async (c) => {
    const { context, person } = c.var
    await countGrowing(context, growing.currentPassword, person.id)
    const sessionId = await recovery.changePassword(context, person, c.req.valid('json'))
    await forget(context, growing.currentPassword, person.id)
    setSessionCookie(c, sessionId)
    return c.json({ success: true, message: 'Password updated successfully!' })
  })

  .post(askForReset.path, throttle(limits.resetFromAddress), accept(askForReset), async (c) => {
    const { context } = c.var
    const { email } = c.req.valid('json')
    // Beyond the limit of the account no letter leaves, and the answer stays the same (SECURITY.md, abuse case 23).
    if (await isWithin(context, limits.resetOfAccount, email)) await recovery.askForReset(context, email)
    return c.json({ success: true, message: asked })
  })

  .get(checkReset.path, async (c) => {
    await recovery.checkReset(c.var.context, c.req.param('token'))
    return c.json({ success: true })
  })

  .post(resetPassword.path, accept(resetPassword), async (c) => {
    const { context } = c.var
    const user = await recovery.resetPassword(context, c.req.param('token'), c.req.valid('json').newPassword)
    // Who reads the account's letters is its owner: guessing by others must not keep them out (decision 13).
    const address = addressOf(c)
    await forget(context, growing.login, `${user.email} ${address}`)
    await makeKnown(context, user.email, address)
    return c.json({ success: true, message: 'Password updated successfully.' })
  })
