// The registration switch.
import * as z from 'zod/mini'
import { type Call, type Done, responseType } from './call.ts'

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
