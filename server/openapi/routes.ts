// The description of the API for admins.
import { Hono } from 'hono'
import type { RouterRoute } from 'hono/types'
import { readApiDescription } from '../../contract/calls.ts'
import { requireAdmin } from '../accounts/guard.ts'
import type { Env } from '../http/env.ts'
import type { ApiDescription } from './description.ts'

/** @param routes all calls of the server */
export function apiDescription(routes: () => readonly RouterRoute[]): Hono<Env> {
  let description: ApiDescription | undefined
  return new Hono<Env>().get(readApiDescription.path, requireAdmin, async (c) => {
    if (!description) {
      // Loaded when first requested: few installations need it.
      const { describeApi } = await import('./description.ts')
      description = describeApi(routes(), c.var.context.config.publicUrl)
    }
    return c.json(description)
  })
}
