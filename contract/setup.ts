// Setup: the call that checks the printed link, and the one that creates the owner's account with it.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { nameLength } from './limits.ts'
import { newPassword } from './password-rules.ts'
import { accountEmail, line } from './text.ts'

const badLink = 'Invalid or expired link.'
const token = z.string(badLink).check(z.minLength(1, badLink), z.maxLength(200, badLink))

/** The token is sent in the body, because paths are logged. */
export const checkSetup = {
  method: 'POST',
  path: '/setup/check',
  body: z.object({ token }),
} as const satisfies Call

export const setUp = {
  method: 'POST',
  path: '/setup',
  body: z.object({
    token,
    name: line('Name', nameLength),
    email: accountEmail(),
    password: newPassword,
    /** The name becomes the site's, and the email address a way to reach its owner. */
    useForSite: z.prefault(z.boolean(), true),
    registrationEnabled: z.prefault(z.boolean(), true),
  }),
  statuses: [201],
} as const satisfies Call
