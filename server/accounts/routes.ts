// The calls about accounts: setup, session, registration, verification, profile, passwords, access tokens, and users as
// admins list, change and delete them.
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as calls from '../../contract/account.ts'
import { deleteUser, listUsers, readUser, updateUser } from '../../contract/dashboard.ts'
import { imageUrl } from '../../contract/images.ts'
import { avatarBytes } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { checkAdmin, checkAuth, logOut } from '../../contract/session.ts'
import { createToken, listTokens, revokeToken } from '../../contract/settings.ts'
import * as setup from '../../contract/setup.ts'
import { accept, idOf } from '../http/accept.ts'
import { acceptForm } from '../http/accept-form.ts'
import { clientOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { count, forget, isWithin, limits, throttle } from '../http/rate-limit.ts'
import * as tokens from './access-tokens.ts'
import { checkSetup, previewSetup, setUp } from './first-admin.ts'
import {
  clearSessionCookie,
  endSession,
  requireAdmin,
  requireRecentPassword,
  requireUser,
  sessionIdOf,
  setSessionCookie,
  signedInUserOf,
} from './guard.ts'
import * as passwords from './passwords.ts'
import * as registration from './registration.ts'
import { forgetTries, setDeviceCookie, signIn } from './sign-in.ts'
import { changeProfile, profile, sessionUser } from './user-rows.ts'
import * as users from './users.ts'

/** The page only hides the form; this rejects the request. */
const whileRegistrationIsOpen = createMiddleware<Env>(async (c, next) => {
  if (!(await registration.isRegistrationOpen(c.var.context)))
    throw new Problem('forbidden', 'Registration is disabled.')
  return next()
})

const avatar = {
  field: 'avatar',
  maxBytes: avatarBytes,
}

/** The same for every well-formed email address. */
const resetRequested =
  "If the email you provided is correct, we've sent you an email with password reset instructions."

export const accounts = new Hono<Env>()
  .post(setup.checkSetup.path, accept(setup.checkSetup), async (c) => {
    const { context } = c.var
    await checkSetup(context, c.req.valid('json').token)
    return c.json({ success: true, email: context.config.ownerEmail })
  })

  .post(setup.previewSetup.path, accept(setup.previewSetup), async (c) =>
    c.json(await previewSetup(c.var.context, c.req.valid('json'))),
  )

  .post(setup.setUp.path, accept(setup.setUp), async (c) => {
    const { isVerified } = await setUp(c.var.context, c.req.valid('json'), clientOf(c))
    return c.json({ success: true, message: 'Your account is ready.', isVerified }, 201)
  })

  .get(checkAuth.path, async (c) => {
    const user = await signedInUserOf(c)
    return c.json(user ? { isAuthenticated: true, user: sessionUser(user) } : { isAuthenticated: false })
  })

  .get(checkAdmin.path, requireUser, (c) => c.json({ isAdmin: c.var.user.role === 'admin' }))

  .post(calls.logIn.path, accept(calls.logIn), async (c) => {
    const user = await signIn(c, c.req.valid('json'))
    return c.json({ success: true, message: 'Login successful!', user: profile(user) })
  })

  // Also without a session: the cookie is cleared, and a second logout is no error.
  .post(logOut.path, accept(logOut), async (c) => {
    const id = sessionIdOf(c)
    if (id) await endSession(c.var.context.db, id)
    clearSessionCookie(c)
    return c.json({ success: true, message: 'Logged out successfully!' })
  })

  // Counted after validation: a user who mistypes five times is no bot.
  .post(
    calls.register.path,
    whileRegistrationIsOpen,
    accept(calls.register),
    throttle(limits.register),
    async (c) => {
      await registration.register(c.var.context, c.req.valid('json'), clientOf(c))
      return c.json({ success: true, message: 'Registration successful! Please log in.' }, 201)
    },
  )

  // 401 also for a verified user: the page says 'Unauthorized access or email already verified.'.
  .get(calls.readVerification.path, requireUser, (c) => {
    const { email, email_verified_at } = c.var.user
    if (email_verified_at) throw new Problem('anonymous', registration.alreadyVerified().message)
    return c.json({ success: true, email })
  })

  .post(calls.verifyByCode.path, requireUser, accept(calls.verifyByCode), async (c) => {
    await registration.verifyByCode(c.var.context, c.var.user, c.req.valid('json').code)
    return c.json({ success: true, message: 'Email verified successfully!' })
  })

  .post(calls.resendVerification.path, requireUser, accept(calls.resendVerification), async (c) => {
    const { context, user } = c.var
    if (user.email_verified_at) throw registration.alreadyVerified()
    await count(context, limits.resendSoon, user.id)
    await count(context, limits.resend, user.id)
    await count(context, limits.resendOfClient, clientOf(c))
    await registration.resendVerification(context, user)
    return c.json({ success: true, message: 'Verification link sent!' })
  })

  .get(calls.verifyByLink.path, accept(calls.verifyByLink), async (c) => {
    const { token, email } = c.req.valid('query')
    await registration.verifyByLink(c.var.context, token, email)
    return c.json({ success: true, message: 'Email verified successfully!' })
  })

  .get(calls.readProfile.path, requireUser, (c) => c.json({ success: true, user: profile(c.var.user) }))

  .get(calls.readEditProfile.path, requireUser, (c) => {
    const { name, avatar } = c.var.user
    return c.json({ success: true, name, avatarUrl: imageUrl(avatar, 'avatar') })
  })

  .post(calls.editProfile.path, requireUser, acceptForm(calls.editProfile, avatar), async (c) => {
    const { fields, file } = c.req.valid('form')
    const changed = await changeProfile(c.var.context, c.var.user.id, fields, file)
    return c.json({ success: true, message: 'Profile updated successfully!', ...changed })
  })

  .get(calls.maySetPassword.path, requireUser, (c) => c.json({ success: true }))

  .post(calls.changePassword.path, requireUser, accept(calls.changePassword), async (c) => {
    const { context, user } = c.var
    await count(context, limits.currentPassword, user.id)
    const changed = await passwords.changePassword(context, user, c.req.valid('json'))
    await forget(context.db, limits.currentPassword, user.id)
    setSessionCookie(c, changed.sessionId)
    // The new password voids the cookies of all browsers, this one's too.
    await setDeviceCookie(c, { id: user.id, password_hash: changed.passwordHash })
    return c.json({ success: true, message: 'Password updated successfully!' })
  })

  .post(calls.reauthenticate.path, requireUser, accept(calls.reauthenticate), async (c) => {
    const { context, user, sessionId } = c.var
    // The same limit as for the current password, so that this is no second way to guess it.
    await count(context, limits.currentPassword, user.id)
    const next = await passwords.reauthenticate(context, user, sessionId, c.req.valid('json').password)
    await forget(context.db, limits.currentPassword, user.id)
    setSessionCookie(c, next)
    return c.json({ success: true, message: 'Password confirmed.' })
  })

  .post(calls.requestReset.path, throttle(limits.reset), accept(calls.requestReset), async (c) => {
    const { context } = c.var
    const { email } = c.req.valid('json')
    // Over the limit of the account no email is sent, and the response stays the same.
    if (await isWithin(context, limits.resetOfAccount, email)) await passwords.requestReset(context, email)
    return c.json({ success: true, message: resetRequested })
  })

  .get(calls.checkReset.path, async (c) => {
    await passwords.checkReset(c.var.context, c.req.param('token'))
    return c.json({ success: true })
  })

  .post(calls.resetPassword.path, accept(calls.resetPassword), async (c) => {
    const { context } = c.var
    const client = clientOf(c)
    const { newPassword } = c.req.valid('json')
    const user = await passwords.resetPassword(context, c.req.param('token'), newPassword, client)
    // Whoever reads the account's email is its owner: guessing by others must not keep them out.
    await forgetTries(context, { email: user.email, client, deviceId: null })
    await forget(context.db, limits.loginOfAccount, user.email)
    await setDeviceCookie(c, user)
    return c.json({ success: true, message: 'Password updated successfully.' })
  })

  .get(listTokens.path, requireAdmin, async (c) =>
    c.json({ tokens: await tokens.listTokens(c.var.context, c.var.user.id) }),
  )

  .post(createToken.path, requireAdmin, requireRecentPassword, accept(createToken), async (c) => {
    const made = await tokens.createToken(c.var.context, c.var.user, c.req.valid('json'))
    return c.json({ success: true, message: 'Token created!', ...made }, 201)
  })

  .delete(revokeToken.path, requireAdmin, accept(revokeToken), async (c) => {
    await tokens.revokeToken(c.var.context, c.var.user, idOf(c))
    return c.json({ success: true, message: 'Token revoked.' })
  })

  .get(listUsers.path, requireAdmin, async (c) => c.json(await users.listUsers(c.var.context)))

  .get(readUser.path, requireAdmin, async (c) => c.json(await users.readUser(c.var.context, idOf(c))))

  .patch(updateUser.path, requireAdmin, accept(updateUser), async (c) => {
    const user = await users.changeUser(c.var.context, idOf(c), c.req.valid('json'), c.var.user)
    return c.json({ success: true, message: 'User updated successfully!', user })
  })

  // The only call that deletes an account: users cannot delete their own.
  .delete(deleteUser.path, requireAdmin, accept(deleteUser), async (c) => {
    await users.removeUser(c.var.context, idOf(c), c.req.valid('query'), c.var.user)
    return c.json({ success: true, message: 'User deleted successfully!' })
  })
