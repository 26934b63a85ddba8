// The registration switch, the signature of replies, and the test email.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { signatureLength } from './limits.ts'
import { optionalLines } from './text.ts'

export const readRegistration = { method: 'GET', path: '/api/settings/registration' } as const satisfies Call

export const setRegistration = {
  method: 'PUT',
  path: '/api/settings/registration',
  body: z.object({ registrationEnabled: z.boolean('Registration is either on or off.') }),
} as const satisfies Call

/** Not in the specification: shows the admin the mail server's reply. */
export const sendTestMail = { method: 'POST', path: '/api/settings/test-mail' } as const satisfies Call

export const readSignature = { method: 'GET', path: '/api/settings/signature' } as const satisfies Call

/** Ends every reply to a visitor; empty for none. */
export const setSignature = {
  method: 'PUT',
  path: '/api/settings/signature',
  body: z.object({ signature: optionalLines('Signature', signatureLength) }),
} as const satisfies Call
