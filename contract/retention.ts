// How long messages are stored.
import * as z from 'zod/mini'
import type { Call } from './call.ts'

/** Months after which messages are deleted; 0 for never. */
export const retentionMonths = [0, 3, 6, 12, 24, 36, 60] as const

const invalid = 'Choose one of the periods.'
const period = z.literal([...retentionMonths], invalid)

export const readRetention = { method: 'GET', path: '/api/settings/messages' } as const satisfies Call

/** How many messages a period would delete at once. */
export const countOldMessages = {
  method: 'GET',
  path: '/api/settings/messages/old',
  query: z.object({ months: z.pipe(z.pipe(z.unknown(), z.transform(Number)), period) }),
} as const satisfies Call

export const setRetention = {
  method: 'PUT',
  path: '/api/settings/messages',
  body: z.object({ months: period }),
} as const satisfies Call
