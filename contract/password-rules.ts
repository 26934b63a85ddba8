// The rules that a new password must meet, at registration and later.
import * as z from 'zod/mini'
import { passwordMax, passwordMin, registerPasswordMax } from './limits.ts'

export interface PasswordRule {
  /** As the checklists show it. */
  text: string
  /** The validation error. */
  error: string
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

export const registerPasswordText =
  'Password must be 8-16 chars, include uppercase, lowercase, number, and symbol.'

/** Other characters are allowed, too. */
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

/** A password that is set after registration: 8 to 128 characters; the error names every failed rule. */
export const newPassword = z.string(passwordRules[0]?.error).check(
  z.maxLength(passwordMax * 4, { error: `Password must be at most ${passwordMax} characters.`, abort: true }),
  z.superRefine((password, context) => {
    for (const rule of passwordRules) if (!rule.met(password)) context.addIssue(rule.error)
    if (length(password) > passwordMax)
      context.addIssue(`Password must be at most ${passwordMax} characters.`)
  }),
)
