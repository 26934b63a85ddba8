// The rules of passwords; changing one, and setting one by a link from a mail.
import * as z from 'zod/mini'
import { answers, type Call, type Done } from './call.ts'
import { passwordMax, passwordMin, registerPasswordMax, typedPasswordMax } from './limits.ts'
import { email } from './text.ts'

export interface PasswordRule {
  /** As the checklists show it [S2]. */
  text: string
  /** As a refusal says it. */
  refusal: string
  met: (password: string) => boolean
}

/** Characters, not UTF-16 units: an emoji counts once. */
const length = (password: string) => [...password].length

export const passwordRules: readonly PasswordRule[] = [
  {
    text: 'At least 8 characters',
    refusal: 'Password must be at least 8 characters.',
    met: (password) => length(password) >= passwordMin,
  },
  {
    text: 'Include a number',
    refusal: 'Password must include a number.',
    met: (password) => /\d/.test(password),
  },
  {
    text: 'Have uppercase and lowercase letters',
    refusal: 'Password must include uppercase and lowercase letters.',
    met: (password) => /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
  },
]

export const registerPasswordText =
  'Password must be 8-16 chars, include uppercase, lowercase, number, and symbol.'

/** [S5, R71] Other characters are allowed beside the required ones. */
export function registerPasswordMet(password: string): boolean {
  return (
    length(password) >= passwordMin &&
    length(password) <= registerPasswordMax &&
    /[a-z]/.test(password) &&
    /[A-Z]/.test(password) &&
    /\d/.test(password) &&
    /[@$!%*?&]/.test(password)
  )
}

/** A password somebody chooses later: 8 to 128 characters [R71]; every failed rule is named. */
export const newPassword = z.string(passwordRules[0]?.refusal).check(
  z.maxLength(passwordMax * 4, { error: `Password must be at most ${passwordMax} characters.`, abort: true }),
  z.superRefine((password, context) => {
    for (const rule of passwordRules) if (!rule.met(password)) context.addIssue(rule.refusal)
    if (length(password) > passwordMax)
      context.addIssue(`Password must be at most ${passwordMax} characters.`)
  }),
)

const same = (mismatch: string) =>
  z.refine<{ newPassword: string; confirmPassword: string }>(
    (body) => body.newPassword === body.confirmPassword,
    {
      error: mismatch,
      path: ['confirmPassword'],
      // Also beside a faulty password, but not where the body is no object at all.
      when: ({ value }) => typeof value === 'object' && value !== null,
    },
  )

const anyPassword = (missing: string) =>
  z.string(missing).check(z.minLength(1, missing), z.maxLength(typedPasswordMax))

export const maySetPassword = {
  method: 'GET',
  path: '/change-password',
  answer: answers<{ success: true }>(),
} as const satisfies Call

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
  answer: answers<Done>(),
} as const satisfies Call

/** Enters the password again for a change that is answered 403 with the code `reauthenticate`. */
export const reauthenticate = {
  method: 'POST',
  path: '/reauthenticate',
  body: z.object({ password: anyPassword('Password is required.') }),
  answer: answers<Done>(),
} as const satisfies Call

export const askForReset = {
  method: 'POST',
  path: '/reset-password',
  body: z.object({ email: email('Please enter a valid email address.') }),
  answer: answers<Done>(),
} as const satisfies Call

export const checkReset = {
  method: 'GET',
  path: '/reset-password/:token',
  answer: answers<{ success: true }>(),
} as const satisfies Call

export const resetPassword = {
  method: 'POST',
  path: '/reset-password/:token',
  body: z
    .object({ newPassword, confirmPassword: z.string('Passwords do not match.') })
    .check(same('Passwords do not match.')),
  answer: answers<Done>(),
} as const satisfies Call
