// The description of the API for admins.
import { Hono } from 'hono'
import { readApiDescription } from '../../contract/openapi.ts'
import { requireAdmin } from '../accounts/guard.ts'
import type { Env } from '../http/env.ts'
import { productVersion } from '../root.ts'
import { describeApi, type Route } from './description.ts'

/** @param routes all calls of the server */
export function apiDescription(routes: () => readonly Route[]): Hono<Env> {
  return new Hono<Env>().get(readApiDescription.path, requireAdmin, async (c) => {
    const { config, site } = c.var.context
    // Loaded by the few who request it: it is larger than what else the server holds for an admin.
    const { contractCalls } = await import('./contract-calls.ts')
    const name = await site.brandName()
    return c.json(
      describeApi(contractCalls, routes(), { title: name, version: productVersion(), url: config.publicUrl }),
    )
  })
}
