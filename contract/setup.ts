// First run: the call that checks the printed link, and the one that creates the owner's account with it.
import * as z from 'zod/mini'
import { answers, type Call, type Done } from './call.ts'
import { nameLength } from './limits.ts'
import { newPassword } from './passwords.ts'
import { accountEmail, line } from './text.ts'

const badLink = 'Invalid or expired link.'
const token = z.string(badLink).check(z.minLength(1, badLink), z.maxLength(200, badLink))

/** The token travels in the body: paths are logged. */
export const checkSetup = {
  method: 'POST',
  path: '/setup/check',
  body: z.object({ token }),
  /** `email` is OWNER_EMAIL, to start from. */
  answer: answers<{ success: true; email: string | null }>(),
} as const satisfies Call

export const setUp = {
  method: 'POST',
  path: '/setup',
  body: z.object({
    token,
    name: line('Name', nameLength),
    email: accountEmail(),
    password: newPassword,
  }),
  answer: answers<Done & { isVerified: boolean }>(),
} as const satisfies Call
