// Users as admins list, change and delete them.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { nameLength } from './limits.ts'
import { normalised } from './paging.ts'
import { email, line } from './text.ts'

export type { UserRow } from './responses/accounts.ts'

export const listUsers = { method: 'GET', path: '/api/admin/users' } as const satisfies Call

export const readUser = { method: 'GET', path: '/api/admin/users/:id' } as const satisfies Call

/** Without a password: admins can neither see nor set those of others. */
export const userForm = z.object({
  name: line('Name', nameLength),
  email: email('Invalid email format', 'Email is required.'),
  isAdmin: z.boolean('Role is required.'),
})

export const updateUser = {
  method: 'PATCH',
  path: '/api/admin/users/update/:id',
  body: z.extend(userForm, {
    /** Of an account that is an admin's no longer: its webhooks and client links become those of who sends this. */
    takeOver: z.prefault(z.boolean(), false),
  }),
} as const satisfies Call

export const deleteUser = {
  method: 'DELETE',
  path: '/api/admin/users/delete/:id',
  /** As for `updateUser`. */
  query: z.object({ takeOver: normalised(isTrue, z.boolean()) }),
} as const satisfies Call

function isTrue(value: unknown): boolean {
  return value === 'true' || value === true
}
