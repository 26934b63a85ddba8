// The data of the dashboard's home page.
import { Hono } from 'hono'
import { readHome as readHomeCall } from '../../contract/dashboard.ts'
import { imageUrl } from '../../contract/images.ts'
import { dashboard as dashboardCall } from '../../contract/session.ts'
import { requireAdmin, requireUser } from '../accounts/guard.ts'
import type { Env } from '../http/env.ts'
import { readHome, totals } from './home.ts'

export const dashboard = new Hono<Env>()
  .get(readHomeCall.path, requireAdmin, async (c) => c.json(await readHome(c.var.context)))
  .get(dashboardCall.path, requireUser, async (c) => {
    const { user, context } = c.var
    return c.json({
      name: user.name,
      avatarUrl: imageUrl(user.avatar, 'avatar'),
      ...(user.role === 'admin' ? await totals(context) : {}),
    })
  })
