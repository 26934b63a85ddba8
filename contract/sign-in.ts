// Login with email address and password.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { typedPasswordMax } from './limits.ts'
import { email } from './text.ts'

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

export const logIn = {
  method: 'POST',
  path: '/login',
  body: credentials,
} as const satisfies Call
