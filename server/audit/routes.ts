// The audit trail for admins: a page of it, or all of it as a file.
import { Hono } from 'hono'
import { exportActivity, listActivity } from '../../contract/audit.ts'
import { requireAdmin } from '../accounts/guard.ts'
import { acceptQuery } from '../http/accept.ts'
import { actorOf } from '../http/actor.ts'
import { sendCsv } from '../http/csv.ts'
import type { Env } from '../http/env.ts'
import { exportEvents, readEvents } from './events.ts'
import { record } from './record.ts'

export const audit = new Hono<Env>()
  .get(listActivity.path, requireAdmin, acceptQuery(listActivity), async (c) =>
    c.json(await readEvents(c.var.context, c.req.valid('query'))),
  )
  .get(exportActivity.path, requireAdmin, acceptQuery(exportActivity), async (c) => {
    const { context } = c.var
    await record(context, context.db, { kind: 'activity.exported', by: actorOf(c) })
    return sendCsv(c, 'activity.csv', exportEvents(context, c.req.valid('query')))
  })
