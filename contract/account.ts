// The account of a user: registration, email verification, profile.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { codeLength, emailLength, nameLength } from './limits.ts'
import { registerPasswordMet, registerPasswordText } from './password-rules.ts'
import { accountEmail, line } from './text.ts'

export type { Profile } from './responses/accounts.ts'

export const register = {
  method: 'POST',
  path: '/register',
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
} as const satisfies Call

export const readProfile = { method: 'GET', path: '/profile' } as const satisfies Call

export const readEditProfile = { method: 'GET', path: '/edit-profile' } as const satisfies Call

/** Multipart, with the image in the field `avatar`. */
export const editProfile = {
  method: 'POST',
  path: '/edit-profile',
  multipart: true,
  body: z.object({
    name: line('Name', nameLength),
    removeAvatar: z.optional(z.string()),
  }),
} as const satisfies Call

export const readVerification = { method: 'GET', path: '/verify-email' } as const satisfies Call

const badCode = `The code has ${codeLength} digits.`

/** The specification names no call that checks the code: it is this one. */
export const verifyByCode = {
  method: 'POST',
  path: '/verify-email',
  body: z.object({
    code: z.string(badCode).check(
      z.maxLength(100, { error: badCode, abort: true }),
      // Users copy codes with spaces and dashes.
      z.overwrite((code) => code.replace(/[\s-]/g, '')),
      z.refine((code) => code.length === codeLength && /^\d+$/.test(code), badCode),
    ),
  }),
} as const satisfies Call

export const resendVerification = {
  method: 'POST',
  path: '/resend-verification-link',
} as const satisfies Call

const badLink = 'Invalid verification link.'
const linkPart = (max: number) => z.string(badLink).check(z.minLength(1, badLink), z.maxLength(max, badLink))

export const verifyByLink = {
  method: 'GET',
  path: '/verify-email-token',
  query: z.object({
    token: linkPart(200),
    email: linkPart(emailLength),
  }),
} as const satisfies Call
