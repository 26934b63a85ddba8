// Accounts as admins see and change them.
import { Hono } from 'hono'
import { deleteUser, listUsers, readUser, updateUser } from '../../contract/users.ts'
import type { AppContext } from '../context.ts'
import { accept, acceptNothing, idOf } from '../http/accept.ts'
import type { Env, SignedInUser } from '../http/env.ts'
import { count, limits } from '../http/rate-limit.ts'
import * as administration from './administration.ts'
import { requireAdmin } from './guard.ts'

export const users = new Hono<Env>()
  .get(listUsers.path, requireAdmin, async (c) => c.json(await administration.listUsers(c.var.context)))

  .get(readUser.path, requireAdmin, async (c) =>
    c.json(await administration.readUser(c.var.context, idOf(c))),
  )

  .patch(updateUser.path, requireAdmin, accept(updateUser), async (c) => {
    const { context, user: admin } = c.var
    const change = c.req.valid('json')
    const user = await administration.changeUser(context, admin, idOf(c), change, countChange(context, admin))
    return c.json({ success: true, message: 'User updated successfully!', user })
  })

  .delete(deleteUser.path, requireAdmin, acceptNothing, async (c) => {
    const { context, user: admin } = c.var
    await administration.removeUser(context, admin, idOf(c), countChange(context, admin))
    return c.json({ success: true, message: 'User deleted successfully!' })
  })

function countChange(context: AppContext, admin: SignedInUser): administration.CountChange {
  return async (tx) => {
    await count({ ...context, db: tx }, limits.accountChanges, admin.id)
  }
}
