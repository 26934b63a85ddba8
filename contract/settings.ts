// The registration switch.
import * as z from 'zod/mini'
import { answers, type Call, type Done } from './call.ts'

export const readRegistration = {
  method: 'GET',
  path: '/api/settings/registration',
  answer: answers<{ registrationEnabled: boolean }>(),
} as const satisfies Call

export const setRegistration = {
  method: 'PUT',
  path: '/api/settings/registration',
  body: z.object({ registrationEnabled: z.boolean('Registration is either on or off.') }),
  answer: answers<Done & { registrationEnabled: boolean }>(),
} as const satisfies Call

/** Not in the specification: shows the owner what the mail server answers. */
export const sendTestMail = {
  method: 'POST',
  path: '/api/settings/test-mail',
  answer: answers<Done>(),
} as const satisfies Call
