// The check of one project's site on demand.
import { Hono } from 'hono'
import { checkPreview } from '../../contract/preview-check.ts'
import { requireAdminOrToken } from '../accounts/guard.ts'
import { acceptNothing, idOf } from '../http/accept.ts'
import type { Env } from '../http/env.ts'
import { checkNow } from './check-job.ts'

export const previewChecks = new Hono<Env>().post(
  checkPreview.path,
  requireAdminOrToken('portfolio:write'),
  acceptNothing,
  async (c) => {
    const check = await checkNow(c.var.context, idOf(c))
    return c.json({ success: true, message: 'Preview checked.', check })
  },
)
