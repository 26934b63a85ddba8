// The data of the dashboard's home page.
import { Hono } from 'hono'
import { changeOwn, deleteDemo, readHome as readHomeCall, restoreDemo } from '../../contract/dashboard.ts'
import { imageUrl } from '../../contract/images.ts'
import { dashboard as dashboardCall } from '../../contract/session.ts'
import { requireAdmin, requireUser } from '../accounts/guard.ts'
import { accept } from '../http/accept.ts'
import type { Env } from '../http/env.ts'
import * as demo from '../projects/demo.ts'
import { readHome, saveOwn, totals } from './home.ts'

export const dashboard = new Hono<Env>()
  .get(readHomeCall.path, requireAdmin, async (c) => c.json(await readHome(c.var.context)))
  .put(changeOwn.path, requireAdmin, accept(changeOwn), async (c) => {
    await saveOwn(c.var.context, c.req.valid('json'))
    return c.json({ success: true, message: 'Saved.' })
  })
  .delete(deleteDemo.path, requireAdmin, accept(deleteDemo), async (c) => {
    const projects = await demo.deleteDemo(c.var.context, c.var.user)
    return c.json({ success: true, message: 'The demo projects are deleted.', projects })
  })
  .post(restoreDemo.path, requireAdmin, accept(restoreDemo), async (c) => {
    await demo.restoreDemo(c.var.context, c.req.valid('json').projects)
    return c.json({ success: true, message: 'The demo projects are back.' })
  })
  .get(dashboardCall.path, requireUser, async (c) => {
    const { user, context } = c.var
    return c.json({
      name: user.name,
      avatarUrl: imageUrl(user.avatar, 'avatar'),
      ...(user.role === 'admin' ? await totals(context) : {}),
    })
  })
