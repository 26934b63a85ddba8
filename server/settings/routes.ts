// The registration switch, and the test email.
import { Hono } from 'hono'
import { readRegistration, sendTestMail, setRegistration } from '../../contract/settings.ts'
import { requireAdmin } from '../accounts/guard.ts'
import { isRegistrationOpen, openRegistration } from '../accounts/registration.ts'
import { accept, acceptNothing } from '../http/accept.ts'
import { actorOf } from '../http/actor.ts'
import type { Env } from '../http/env.ts'
import * as testEmail from './test-email.ts'

export const settings = new Hono<Env>()
  .get(readRegistration.path, async (c) =>
    c.json({ registrationEnabled: await isRegistrationOpen(c.var.context) }),
  )

  .put(setRegistration.path, requireAdmin, accept(setRegistration), async (c) => {
    const { registrationEnabled } = c.req.valid('json')
    await openRegistration(c.var.context, actorOf(c), registrationEnabled)
    return c.json({ success: true, message: 'Setting saved!', registrationEnabled })
  })

  .post(sendTestMail.path, requireAdmin, acceptNothing, async (c) =>
    c.json({ success: true, message: await testEmail.sendTestMail(c.var.context, c.var.user) }),
  )
