// The access tokens of the signed-in admin.
import { Hono } from 'hono'
import { createToken, listTokens, revokeToken } from '../../contract/settings.ts'
import { accept, acceptNothing, idOf } from '../http/accept.ts'
import { actorOf } from '../http/actor.ts'
import type { Env } from '../http/env.ts'
import * as core from './access-tokens.ts'
import { requireAdmin, requireRecentPassword } from './guard.ts'

export const tokens = new Hono<Env>()
  .get(listTokens.path, requireAdmin, async (c) =>
    c.json({ tokens: await core.listTokens(c.var.context, c.var.user.id) }),
  )

  .post(createToken.path, requireAdmin, requireRecentPassword, accept(createToken), async (c) => {
    const made = await core.createToken(c.var.context, actorOf(c), c.req.valid('json'))
    return c.json({ success: true, message: 'Token created!', ...made }, 201)
  })

  .delete(revokeToken.path, requireAdmin, acceptNothing, async (c) => {
    await core.revokeToken(c.var.context, actorOf(c), idOf(c))
    return c.json({ success: true, message: 'Token revoked.' })
  })
