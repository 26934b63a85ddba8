// How long messages are stored: admins read and set it.
import { Hono } from 'hono'
import { countOldMessages, readRetention, setRetention } from '../../contract/settings.ts'
import { requireAdmin } from '../accounts/guard.ts'
import { accept, acceptQuery } from '../http/accept.ts'
import { actorOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import * as retention from './retention.ts'

export const messageRetention = new Hono<Env>()
  .get(readRetention.path, requireAdmin, async (c) =>
    c.json({ months: await retention.readRetention(c.var.context) }),
  )
  .get(countOldMessages.path, requireAdmin, acceptQuery(countOldMessages), async (c) => {
    const { months } = c.req.valid('query')
    return c.json({ messages: await retention.countOldMessages(c.var.context, months) })
  })
  .put(setRetention.path, requireAdmin, accept(setRetention), async (c) => {
    const { months } = c.req.valid('json')
    await retention.setRetention(c.var.context, actorOf(c), months)
    return c.json({ success: true, message: 'Setting saved!', months })
  })
