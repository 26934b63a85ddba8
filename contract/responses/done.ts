// What many calls respond with: success of a change, or an error.
import * as z from 'zod/mini'
import { statusOf } from '../problem.ts'

/** Success of a call that changes something. */
export const done = z.object({ success: z.literal(true), message: z.string() })

/** `Done` with more fields. */
export function doneWith<Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  return z.extend(done, fields)
}

/** An error. Its code decides the status. */
export const errorBody = z.object({
  success: z.literal(false),
  code: z.enum(Object.keys(statusOf) as (keyof typeof statusOf)[]),
  /** One sentence that tells the user what to do; a list where several rules failed at once. */
  message: z.union([z.string(), z.array(z.string())]),
  errors: z.optional(z.record(z.string(), z.string())),
})
export type ErrorBody = z.infer<typeof errorBody>
