// The registration switch, the signature of replies, and the test email.
import * as z from 'zod/mini'
import { type Call, type Done, responseType } from './call.ts'
import { signatureLength } from './limits.ts'
import { optionalLines } from './text.ts'

export const readRegistration = {
  method: 'GET',
  path: '/api/settings/registration',
  response: responseType<{ registrationEnabled: boolean }>(),
} as const satisfies Call

export const setRegistration = {
  method: 'PUT',
  path: '/api/settings/registration',
  body: z.object({ registrationEnabled: z.boolean('Registration is either on or off.') }),
  response: responseType<Done & { registrationEnabled: boolean }>(),
} as const satisfies Call

/** Not in the specification: shows the admin the mail server's reply. */
export const sendTestMail = {
  method: 'POST',
  path: '/api/settings/test-mail',
  response: responseType<Done>(),
} as const satisfies Call

export const readSignature = {
  method: 'GET',
  path: '/api/settings/signature',
  response: responseType<{ signature: string }>(),
} as const satisfies Call

/** Ends every reply to a visitor; empty for none. */
export const setSignature = {
  method: 'PUT',
  path: '/api/settings/signature',
  body: z.object({ signature: optionalLines('Signature', signatureLength) }),
  response: responseType<Done & { signature: string }>(),
} as const satisfies Call
