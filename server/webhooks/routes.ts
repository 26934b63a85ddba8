// Webhooks for admins: listed, created after a recent sign-in, tested, deleted.
import { Hono } from 'hono'
import { urlLength } from '../../contract/limits.ts'
import { createWebhook, deleteWebhook, listWebhooks, testWebhook } from '../../contract/settings.ts'
import { requireAdmin, requireRecentPassword } from '../accounts/guard.ts'
import { accept, idOf, textBytes } from '../http/accept.ts'
import type { Env } from '../http/env.ts'
import { count, limits } from '../http/rate-limit.ts'
import * as core from './webhooks.ts'

export const webhooks = new Hono<Env>()
  .get(listWebhooks.path, requireAdmin, async (c) =>
    c.json({ webhooks: await core.listWebhooks(c.var.context) }),
  )

  .post(
    createWebhook.path,
    requireAdmin,
    requireRecentPassword,
    accept(createWebhook, textBytes(urlLength)),
    async (c) => {
      const made = await core.createWebhook(c.var.context, c.var.user, c.req.valid('json').url)
      return c.json({ success: true, message: 'Webhook created!', ...made }, 201)
    },
  )

  .post(testWebhook.path, requireAdmin, accept(testWebhook), async (c) => {
    const { context, user } = c.var
    await count(context, limits.webhookTests, user.id)
    const { webhook, reason } = await core.testWebhook(context, idOf(c))
    const message = reason === null ? 'The test was delivered.' : `The test was not delivered: ${reason}.`
    return c.json({ success: true, message, webhook })
  })

  .delete(deleteWebhook.path, requireAdmin, accept(deleteWebhook), async (c) => {
    await core.deleteWebhook(c.var.context, c.var.user, idOf(c))
    return c.json({ success: true, message: 'Webhook deleted.' })
  })
