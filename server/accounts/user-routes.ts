// Users as admins list, change and delete them.
import { type Context, Hono } from 'hono'
import { deleteUser, listUsers, readUser, updateUser } from '../../contract/dashboard.ts'
import { accept, acceptNothing, acceptQuery, idOf } from '../http/accept.ts'
import { actorOf } from '../http/actor.ts'
import type { Env } from '../http/env.ts'
import { limits } from '../http/limits.ts'
import { count } from '../http/rate-limit.ts'
import { requireAdmin } from './guard.ts'
import * as core from './users.ts'

export const users = new Hono<Env>()
  .get(listUsers.path, requireAdmin, async (c) => c.json(await core.listUsers(c.var.context)))

  .get(readUser.path, requireAdmin, async (c) => c.json(await core.readUser(c.var.context, idOf(c))))

  .patch(updateUser.path, requireAdmin, accept(updateUser), async (c) => {
    const user = await core.changeUser(
      c.var.context,
      idOf(c),
      c.req.valid('json'),
      requestOf(c, c.req.valid('json').takeOver),
    )
    return c.json({ success: true, message: 'User updated successfully!', user })
  })

  // The only call that deletes an account: users cannot delete their own.
  .delete(deleteUser.path, requireAdmin, acceptQuery(deleteUser), acceptNothing, async (c) => {
    await core.removeUser(c.var.context, idOf(c), requestOf(c, c.req.valid('query').takeOver))
    return c.json({ success: true, message: 'User deleted successfully!' })
  })

function requestOf(c: Context<Env>, takeOver: boolean): core.AdminRequest {
  const { context, user: admin } = c.var
  return {
    admin,
    by: actorOf(c),
    takeOver,
    countChange: async (tx) => {
      await count({ ...context, db: tx }, limits.accountChanges, admin.id)
    },
  }
}
