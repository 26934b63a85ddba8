// Changing a password, entering it again, and resetting it by a link from an email.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { typedPasswordMax } from './limits.ts'
import { newPassword } from './password-rules.ts'
import { email } from './text.ts'

const same = (mismatch: string) =>
  z.refine<{ newPassword: string; confirmPassword: string }>(
    (body) => body.newPassword === body.confirmPassword,
    {
      error: mismatch,
      path: ['confirmPassword'],
      // Also when the password is invalid, but not where the body is no object at all.
      when: ({ value }) => typeof value === 'object' && value !== null,
    },
  )

const anyPassword = (missing: string) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(typedPasswordMax))

export const maySetPassword = { method: 'GET', path: '/change-password' } as const satisfies Call

export const changePassword = {
  method: 'POST',
  path: '/change-password',
  body: z
    .object({
      currentPassword: anyPassword('Current password is required.'),
      newPassword,
      confirmPassword: z.string('New passwords do not match'),
    })
    .check(same('New passwords do not match')),
} as const satisfies Call

/** Enters the password again for a change that was rejected with the code `reauthenticate`. */
export const reauthenticate = {
  method: 'POST',
  path: '/reauthenticate',
  body: z.object({ password: anyPassword('Password is required.') }),
} as const satisfies Call

export const requestReset = {
  method: 'POST',
  path: '/reset-password',
  body: z.object({ email: email('Please enter a valid email address.') }),
} as const satisfies Call

export const checkReset = { method: 'GET', path: '/reset-password/:token' } as const satisfies Call

export const resetPassword = {
  method: 'POST',
  path: '/reset-password/:token',
  body: z
    .object({ newPassword, confirmPassword: z.string('Passwords do not match.') })
    .check(same('Passwords do not match.')),
} as const satisfies Call
