// Setup: check the printed link, create the owner's account with it.
import { Hono } from 'hono'
import { checkSetup, setUp } from '../../contract/account.ts'
import { accept } from '../http/accept.ts'
import { clientOf } from '../http/client.ts'
import type { Env } from '../http/env.ts'
import * as core from './setup.ts'

export const setup = new Hono<Env>()
  .post(checkSetup.path, accept(checkSetup), async (c) => {
    const { context } = c.var
    await core.checkSetup(context, c.req.valid('json').token)
    return c.json({ success: true, email: context.config.ownerEmail })
  })

  .post(setUp.path, accept(setUp), async (c) => {
    const { isVerified } = await core.setUp(c.var.context, c.req.valid('json'), clientOf(c))
    return c.json({ success: true, message: 'Your account is ready.', isVerified }, 201)
  })
