// The content of the site: read, published, and its versions. For admins only.
import { Hono } from 'hono'
import { Problem } from '../../contract/problem.ts'
import { uploadsIn } from '../../contract/site.ts'
import {
  listSiteVersions,
  previewSite,
  publishSite,
  readSite,
  readSiteVersion,
} from '../../contract/site-calls.ts'
import { requireAdmin } from '../accounts/guard.ts'
import { accept, textBytes } from '../http/accept.ts'
import type { Env } from '../http/env.ts'
import { noteUploads } from '../images/named-uploads.ts'
import { publish, readLive, readVersion, readVersions } from './versions.ts'

/** Bytes of a body with all texts at their limits: about 50,000 characters, 20 URLs, and each word an own one. */
const contentBytes = textBytes(200_000)

export const site = new Hono<Env>()
  .get(readSite.path, requireAdmin, async (c) => {
    const { context } = c.var
    const stored = await readLive(context)
    return c.json({ ...stored, delivered: context.site.draft(stored.content).delivered })
  })

  .put(publishSite.path, requireAdmin, accept(publishSite, contentBytes), async (c) => {
    const { context, user } = c.var
    const sent = { ...c.req.valid('json'), author: user.name || user.email }
    const published = await publish(context, c.var.user, sent)
    return c.json({ success: true, message: 'Published!', published })
  })

  .post(previewSite.path, requireAdmin, accept(previewSite, contentBytes), async (c) => {
    const { context } = c.var
    const { content } = c.req.valid('json')
    const preview = await context.site.draft(content).preview(context.config.publicUrl)
    await noteUploads(context, uploadsIn(content))
    return c.json(preview)
  })

  .get(listSiteVersions.path, requireAdmin, async (c) =>
    c.json({ versions: await readVersions(c.var.context) }),
  )

  .get(readSiteVersion.path, requireAdmin, async (c) => {
    const version = c.req.param('version')
    const stored = /^\d{1,9}$/.test(version) && (await readVersion(c.var.context, Number(version)))
    if (!stored) throw new Problem('unknown', 'This version is not stored any more.')
    return c.json(stored)
  })
