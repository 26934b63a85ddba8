// The account of a user: setup, registration, login, email verification, profile, and its password.
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import {
  codeLength,
  emailLength,
  nameLength,
  passwordMax,
  passwordMin,
  registerPasswordMax,
  typedPasswordMax,
} from './limits.ts'
import { accountEmail, email, line } from './text.ts'
import type { Word } from './words/words.ts'

interface PasswordRule {
  /** As the checklists show it. */
  text: Word
  /** The validation error. */
  error: Word
  met: (password: string) => boolean
}

/** Characters, not UTF-16 units: an emoji counts once. */
const length = (password: string) => [...password].length

export const passwordRules: readonly PasswordRule[] = [
  {
    text: 'At least 8 characters',
    error: 'Password must be at least 8 characters.',
    met: (password) => length(password) >= passwordMin,
  },
  {
    text: 'Include a number',
    error: 'Password must include a number.',
    met: (password) => /\d/.test(password),
  },
  {
    text: 'Have uppercase and lowercase letters',
    error: 'Password must include uppercase and lowercase letters.',
    met: (password) => /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
  },
]

const registerPasswordText = 'Password must be 8-16 chars, include uppercase, lowercase, number, and symbol.'

/** Other characters are allowed, too. */
function registerPasswordMet(password: string): boolean {
  return (
    length(password) >= passwordMin &&
    length(password) <= registerPasswordMax &&
    /[a-z]/.test(password) &&
    /[A-Z]/.test(password) &&
    /\d/.test(password) &&
    /[@$!%*?&]/.test(password)
  )
}

/** A password that is set after registration: 8 to 128 characters; the error names every failed rule. */
export const newPassword = z.string(passwordRules[0]?.error).check(
  z.maxLength(passwordMax * 4, { error: `Password must be at most ${passwordMax} characters.`, abort: true }),
  z.superRefine((password, context) => {
    for (const rule of passwordRules) if (!rule.met(password)) context.addIssue(rule.error)
    if (length(password) > passwordMax)
      context.addIssue(`Password must be at most ${passwordMax} characters.`)
  }),
)

// Login accepts any password; the maximum length limits the work of the hash.
const credentials = z.object({
  email: email(),
  password: z
    .string('Password is required.')
    .check(
      z.minLength(1, 'Password is required.'),
      z.maxLength(typedPasswordMax, 'Invalid email or password.'),
    ),
})

export const logIn = defineCall('POST', '/login', { body: credentials })

export const register = defineCall('POST', '/register', {
  body: z.object({
    name: line('Name', nameLength),
    email: accountEmail(),
    password: z
      .string(registerPasswordText)
      .check(
        z.maxLength(1024, { error: registerPasswordText, abort: true }),
        z.refine(registerPasswordMet, registerPasswordText),
      ),
  }),
  statuses: [201],
})

export const readProfile = defineCall('GET', '/profile')

export const readEditProfile = defineCall('GET', '/edit-profile')

/** Multipart, with the image in the field `avatar`. */
export const editProfile = defineCall('POST', '/edit-profile', {
  multipart: true,
  body: z.object({
    name: line('Name', nameLength),
    removeAvatar: z.optional(z.string()),
  }),
})

export const readVerification = defineCall('GET', '/verify-email')

const badCode = `The code has ${codeLength} digits.`

/** The specification names no call that checks the code: it is this one. */
export const verifyByCode = defineCall('POST', '/verify-email', {
  body: z.object({
    code: z.string(badCode).check(
      z.maxLength(100, { error: badCode, abort: true }),
      // Users copy codes with spaces and dashes.
      z.overwrite((code) => code.replace(/[\s-]/g, '')),
      z.refine((code) => code.length === codeLength && /^\d+$/.test(code), badCode),
    ),
  }),
})

export const resendVerification = defineCall('POST', '/resend-verification-link')

const badVerification = 'Invalid verification link.'
const linkPart = (max: number) =>
  z.string(badVerification).check(z.minLength(1, badVerification), z.maxLength(max, badVerification))

export const verifyByLink = defineCall('GET', '/verify-email-token', {
  query: z.object({
    token: linkPart(200),
    email: linkPart(emailLength),
  }),
})

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

export const maySetPassword = defineCall('GET', '/change-password')

export const changePassword = defineCall('POST', '/change-password', {
  body: z
    .object({
      currentPassword: anyPassword('Current password is required.'),
      newPassword,
      confirmPassword: z.string('New passwords do not match'),
    })
    .check(same('New passwords do not match')),
})

/** Enters the password again for a change that was rejected with the code `reauthenticate`. */
export const reauthenticate = defineCall('POST', '/reauthenticate', {
  body: z.object({ password: anyPassword('Password is required.') }),
})

export const requestReset = defineCall('POST', '/reset-password', {
  body: z.object({ email: email('Please enter a valid email address.') }),
})

export const checkReset = defineCall('GET', '/reset-password/:token')

export const resetPassword = defineCall('POST', '/reset-password/:token', {
  body: z
    .object({ newPassword, confirmPassword: z.string('Passwords do not match.') })
    .check(same('Passwords do not match.')),
})
