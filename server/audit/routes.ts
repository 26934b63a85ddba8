// The audit trail for admins: a page of it, or all of it as a file.
import { Hono } from 'hono'
import { exportActivity, listActivity } from '../../contract/dashboard.ts'
import { requireAdmin } from '../accounts/guard.ts'
import { acceptQuery } from '../http/accept.ts'
import { actorOf } from '../http/client.ts'
import { sendCsv } from '../http/csv.ts'
import type { Env } from '../http/env.ts'
import { requireSameOrigin } from '../http/middleware.ts'
import { exportEvents, readEvents } from './events.ts'
import { recordExport } from './record.ts'

export const audit = new Hono<Env>()
  .get(listActivity.path, requireAdmin, acceptQuery(listActivity), async (c) =>
    c.json(await readEvents(c.var.context, c.req.valid('query'))),
  )
  .get(exportActivity.path, requireAdmin, requireSameOrigin, acceptQuery(exportActivity), async (c) => {
    const { context } = c.var
    const rows = exportEvents(context, c.req.valid('query'))
    return sendCsv(c, 'activity.csv', rows, () => recordExport(context, 'activity.exported', actorOf(c)))
  })
