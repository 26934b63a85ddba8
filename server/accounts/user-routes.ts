// Accounts as admins see and change them.
import { Hono } from 'hono'
import { deleteUser, listUsers, readUser, updateUser } from '../../contract/users.ts'
import type { AppContext } from '../context.ts'
import { accept, acceptNothing, idOf } from '../http/accept.ts'
import type { Env } from '../http/env.ts'
import { count, limits } from '../http/rate-limit.ts'
import * as administration from './administration.ts'
import { requireAdmin } from './guard.ts'
import type { Person } from './sessions.ts'

export const users = new Hono<Env>()
  .get(listUsers.path, requireAdmin, async (c) => c.json(await administration.listUsers(c.var.context)))

  .get(readUser.path, requireAdmin, async (c) =>
    c.json(await administration.readUser(c.var.context, idOf(c))),
  )

  .patch(updateUser.path, requireAdmin, accept(updateUser), async (c) => {
    const { context, person } = c.var
    const change = c.req.valid('json')
    const user = await administration.changeUser(
      context,
      person,
      idOf(c),
      change,
      countChange(context, person),
    )
    return c.json({ success: true, message: 'User updated successfully!', user })
  })

  .delete(deleteUser.path, requireAdmin, acceptNothing, async (c) => {
    const { context, person } = c.var
    await administration.removeUser(context, person, idOf(c), countChange(context, person))
    return c.json({ success: true, message: 'User deleted successfully!' })
  })

function countChange(context: AppContext, admin: Person): administration.CountChange {
  return async (tx) => {
    await count({ ...context, db: tx }, limits.accountChanges, admin.id)
  }
}
