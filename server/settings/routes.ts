// The registration switch, the email account, and the test email.
import { Hono } from 'hono'
import {
  readMail,
  readRegistration,
  sendTestMail,
  setMailAccount,
  setRegistration,
} from '../../contract/settings.ts'
import { requireAdmin, requireRecentPassword } from '../accounts/guard.ts'
import { isRegistrationOpen, openRegistration } from '../accounts/registration.ts'
import { accept } from '../http/accept.ts'
import type { Env } from '../http/env.ts'
import { count, limits } from '../http/rate-limit.ts'
import * as testEmail from './test-email.ts'

export const settings = new Hono<Env>()
  .get(readRegistration.path, async (c) =>
    c.json({ registrationEnabled: await isRegistrationOpen(c.var.context) }),
  )

  .put(setRegistration.path, requireAdmin, accept(setRegistration), async (c) => {
    const { registrationEnabled } = c.req.valid('json')
    await openRegistration(c.var.context, c.var.user, registrationEnabled)
    return c.json({ success: true, message: 'Setting saved!', registrationEnabled })
  })

  .get(readMail.path, requireAdmin, async (c) => c.json(await testEmail.readMailSettings(c.var.context)))

  .put(setMailAccount.path, requireAdmin, requireRecentPassword, accept(setMailAccount), async (c) => {
    const { context, user } = c.var
    await count(context, limits.mailAccounts, user.id)
    const message = await testEmail.changeAccount(context, c.var.user, c.req.valid('json'))
    return c.json({ success: true, message })
  })

  .post(sendTestMail.path, requireAdmin, accept(sendTestMail), async (c) =>
    c.json({ success: true, message: await testEmail.sendTestMail(c.var.context, c.var.user) }),
  )
