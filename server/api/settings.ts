// The registration switch, and the test email.
import { Hono } from 'hono'
import { readRegistration, sendTestMail, setRegistration } from '../../contract/settings.ts'
import * as core from '../core/settings.ts'
import { accept, acceptNothing } from './accept.ts'
import type { Env } from './env.ts'
import { requireAdmin } from './guard.ts'

export const settings = new Hono<Env>()
  .get(readRegistration.path, async (c) =>
    c.json({ registrationEnabled: await core.isRegistrationOpen(c.var.context) }),
  )

  .put(setRegistration.path, requireAdmin, accept(setRegistration), async (c) => {
    const { registrationEnabled } = c.req.valid('json')
    await core.openRegistration(c.var.context, c.var.person, registrationEnabled)
    return c.json({ success: true, message: 'Setting saved!', registrationEnabled })
  })

  .post(sendTestMail.path, requireAdmin, acceptNothing, async (c) =>
    c.json({ success: true, message: await core.sendTestMail(c.var.context, c.var.person) }),
  )
