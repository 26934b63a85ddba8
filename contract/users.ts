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

/** Without a password: admins can neither see nor set those of others [R109]. */
export const userForm = z.object({
  name: line('Name', nameLength),
  email: email('Invalid email format', 'Email is required.'),
  isAdmin: z.boolean('Role is required.'),
})

export const updateUser = {
  method: 'PATCH',
  path: '/api/admin/users/update/:id',
  body: userForm,
  response: responseType<Done & { user: UserRow }>(),
} as const satisfies Call

export const deleteUser = {
  method: 'DELETE',
  path: '/api/admin/users/delete/:id',
  response: responseType<Done>(),
} as const satisfies Call
