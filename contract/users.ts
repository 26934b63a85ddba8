// Accounts as admins see and change them.
import * as z from 'zod/mini'
import { answers, type Call, type Done } from './call.ts'
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
  answer: answers<UserRow[]>(),
} as const satisfies Call

export const readUser = {
  method: 'GET',
  path: '/api/admin/users/:id',
  answer: answers<UserRow>(),
} as const satisfies Call

export const userForm = z.object({
  name: line('Name', nameLength),
  email: email('Invalid email format', 'Email is required.'),
  isAdmin: z.boolean('Role is required.'),
})

export const updateUser = {
  method: 'PATCH',
  path: '/api/admin/users/update/:id',
  body: userForm,
  answer: answers<Done & { user: UserRow }>(),
} as const satisfies Call

export const deleteUser = {
  method: 'DELETE',
  path: '/api/admin/users/delete/:id',
  answer: answers<Done>(),
} as const satisfies Call
