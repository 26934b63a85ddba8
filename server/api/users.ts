// Accounts as admins see and change them.
import { Hono } from 'hono'
import { deleteUser, listUsers, readUser, updateUser } from '../../contract/users.ts'
import * as administration from '../core/administration.ts'
import { accept, acceptNothing, idOf } from './accept.ts'
import type { Env } from './env.ts'
import { requireAdmin } from './guard.ts'

export const users = new Hono<Env>()
  .get(listUsers.path, requireAdmin, async (c) => c.json(await administration.listUsers(c.var.context)))

  .get(readUser.path, requireAdmin, async (c) =>
    c.json(await administration.readUser(c.var.context, idOf(c))),
  )

  .patch(updateUser.path, requireAdmin, accept(updateUser), async (c) => {
    const { context, person } = c.var
    const user = await administration.changeUser(context, person, idOf(c), c.req.valid('json'))
    return c.json({ success: true, message: 'User updated successfully!', user })
  })

  .delete(deleteUser.path, requireAdmin, acceptNothing, async (c) => {
    await administration.removeUser(c.var.context, c.var.person, idOf(c))
    return c.json({ success: true, message: 'User deleted successfully!' })
  })
