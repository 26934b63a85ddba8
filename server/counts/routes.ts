// Visits that pages report, what the dashboard shows of them, and the setting.
import { Hono } from 'hono'
import { readCounting, readCounts, reportVisit, setCounting } from '../../contract/dashboard.ts'
import { isProjectId } from '../../contract/portfolio.ts'
import { Problem } from '../../contract/problem.ts'
import { requireAdmin } from '../accounts/guard.ts'
import { accept } from '../http/accept.ts'
import { clientOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import { isCountingOn, readDays, switchCounting, topProjects } from './stored-counts.ts'
import { clientWindow } from './visits.ts'

export const counts = new Hono<Env>()
  .post(
    reportVisit.path,
    (c, next) => {
      const { visits } = c.var.context
      if (!visits.isCounted(c.req.header()) || visits.mayAdd(clientOf(c))) return next()
      throw new Problem('too-many', 'Too many visits. Please try again in a minute.', {
        retryAfter: clientWindow / 1_000,
      })
    },
    accept(reportVisit),
    (c) => {
      const { visits, now } = c.var.context
      const headers = c.req.header()
      const { page, click } = c.req.valid('json')
      // A report without either header was sent by no browser.
      const isFromPage = headers['sec-fetch-site'] === 'same-origin' || headers.origin !== undefined
      if (isFromPage && visits.isCounted(headers)) {
        if (page !== undefined) visits.viewed(page, now())
        if (click !== undefined && isProjectId(click)) visits.clicked(click, now())
      }
      return c.json({ success: true, message: 'Visit received.' })
    },
  )

  .get(readCounts.path, requireAdmin, accept(readCounts), async (c) => {
    const { context } = c.var
    if (!(await isCountingOn(context))) return c.json({ counting: false })
    const { days } = c.req.valid('query')
    const [counted, projects] = await Promise.all([readDays(context, days), topProjects(context, days)])
    return c.json({ counting: true, ...counted, top: projects })
  })

  .get(readCounting.path, requireAdmin, async (c) => c.json({ counting: await isCountingOn(c.var.context) }))

  .put(setCounting.path, requireAdmin, accept(setCounting), async (c) => {
    const { counting } = c.req.valid('json')
    await switchCounting(c.var.context, counting)
    return c.json({ success: true, message: 'Setting saved!', counting })
  })
