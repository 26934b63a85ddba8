// The account of a user: registration, email verification, profile.
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  editProfile,
  readEditProfile,
  readProfile,
  readVerification,
  register,
  resendVerification,
  verifyByCode,
  verifyByLink,
} from '../../contract/account.ts'
import { imageUrl } from '../../contract/images.ts'
import { avatarBytes } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { accept, acceptNothing, acceptQuery } from '../http/accept.ts'
import { acceptForm } from '../http/accept-form.ts'
import { clientOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { clientLimits, limits } from '../http/limits.ts'
import { count, throttle } from '../http/rate-limit.ts'
import { countUpload } from '../images/routes.ts'
import { requireUser } from './guard.ts'
import { changeProfile, profile } from './profile.ts'
import { isRegistrationOpen, register as registerUser } from './registration.ts'
import * as verification from './verification.ts'

/** The page only hides the form; this rejects the request. */
const whileRegistrationIsOpen = createMiddleware<Env>(async (c, next) => {
  if (!(await isRegistrationOpen(c.var.context))) throw new Problem('forbidden', 'Registration is disabled.')
  return next()
})

const avatar = {
  field: 'avatar',
  maxBytes: avatarBytes,
  tooLarge: `The image may have at most ${avatarBytes / 1024 / 1024} MB.`,
}

export const account = new Hono<Env>()
  // Counted after validation: a user who mistypes five times is no bot.
  .post(
    register.path,
    whileRegistrationIsOpen,
    accept(register),
    throttle(clientLimits.register),
    async (c) => {
      await registerUser(c.var.context, c.req.valid('json'), clientOf(c))
      return c.json({ success: true, message: 'Registration successful! Please log in.' }, 201)
    },
  )

  .get(readProfile.path, requireUser, (c) => c.json({ success: true, user: profile(c.var.user) }))

  .get(readEditProfile.path, requireUser, (c) => {
    const { name, avatar } = c.var.user
    return c.json({ success: true, name, avatarUrl: imageUrl(avatar, 'avatar') })
  })

  .post(editProfile.path, requireUser, acceptForm(editProfile, avatar), async (c) => {
    const { fields, file } = c.req.valid('form')
    if (file) await countUpload(c)
    const changed = await changeProfile(c.var.context, c.var.user, {
      name: fields.name,
      avatar: file?.bytes ?? null,
      removeAvatar: fields.removeAvatar === 'true',
    })
    return c.json({ success: true, message: 'Profile updated successfully!', ...changed })
  })

  // 401 also for a verified user: the page says 'Unauthorized access or email already verified.'.
  .get(readVerification.path, requireUser, (c) => {
    const { email, email_verified_at } = c.var.user
    if (email_verified_at) throw new Problem('anonymous', verification.alreadyVerified().message)
    return c.json({ success: true, email })
  })

  .post(verifyByCode.path, requireUser, accept(verifyByCode), async (c) => {
    await verification.verifyByCode(c.var.context, c.var.user, c.req.valid('json').code)
    return c.json({ success: true, message: 'Email verified successfully!' })
  })

  .post(resendVerification.path, requireUser, acceptNothing, async (c) => {
    const { context, user } = c.var
    if (user.email_verified_at) throw verification.alreadyVerified()
    await count(context, limits.resendSoon, user.id)
    await count(context, limits.resend, user.id)
    await verification.resendVerification(context, user)
    return c.json({ success: true, message: 'Verification link sent!' })
  })

  .get(verifyByLink.path, acceptQuery(verifyByLink), async (c) => {
    const { token, email } = c.req.valid('query')
    await verification.verifyByLink(c.var.context, token, email)
    return c.json({ success: true, message: 'Email verified successfully!' })
  })
