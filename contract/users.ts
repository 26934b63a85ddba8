// Users as admins list, change and delete them.
import * as z from 'zod/mini'
import { type Call, type Done, responseType } from './call.ts'
import { nameLength } from './limits.ts'
import { email, line } from './text.ts'

export interface UserRow {
  id: string
  name: string
  email: string
  isAdmin: boolean
  isEmailValid: boolean
  createdAt: string
  /** How many an admin has made: they end with the role, unless another admin takes them over. */
  webhooks: number
  clientLinks: number
}

export const listUsers = {
  method: 'GET',
  path: '/api/admin/users',
  response: responseType<UserRow[]>(),
} as const satisfies Call

export const readUser = {
  method: 'GET',
  path: '/api/admin/users/:id',
  response: responseType<UserRow>(),
} as const satisfies Call

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
  response: responseType<Done & { user: UserRow }>(),
} as const satisfies Call

export const deleteUser = {
  method: 'DELETE',
  path: '/api/admin/users/delete/:id',
  /** As for `updateUser`. */
  query: z.object({ takeOver: z.prefault(z.pipe(z.unknown(), z.transform(isTrue)), undefined) }),
  response: responseType<Done>(),
} as const satisfies Call

function isTrue(value: unknown): boolean {
  return value === 'true' || value === true
}
