// Screenshots of a project's whole page, and uploads for content that names them: its case study, and the site's.
import { type Context, Hono } from 'hono'
import { coverBytes, videoBytes } from '../../contract/limits.ts'
import { type PageDevice, pageDevices, readImages, removePage, storePage } from '../../contract/portfolio.ts'
import { fieldError, Problem } from '../../contract/problem.ts'
import { uploadImage, uploadVideo } from '../../contract/uploads.ts'
import { requireAdminOrToken } from '../accounts/guard.ts'
import { acceptNothing, idOf } from '../http/accept.ts'
import { acceptFile, acceptForm } from '../http/accept-form.ts'
import type { Env } from '../http/env.ts'
import { addImage, addVideo } from '../images/named-uploads.ts'
import * as core from './project-images.ts'

const image = { field: 'image', maxBytes: coverBytes }
const video = { field: 'video', maxBytes: videoBytes, type: 'video/mp4' }
const write = requireAdminOrToken('portfolio:write')

export const projectImages = new Hono<Env>()
  .get(readImages.path, requireAdminOrToken('portfolio:read'), async (c) => {
    await core.mustExist(c.var.context, idOf(c))
    return c.json({ pages: await core.pagesOf(c.var.context, idOf(c)) })
  })
  .put(storePage.path, write, acceptForm(storePage, image), async (c) => {
    const device = deviceOf(c)
    await core.storePage(c.var.context, idOf(c), device, chosen(c.req.valid('form').file))
    return c.json(await done(c, 'Screenshot saved.'))
  })
  .delete(removePage.path, write, acceptNothing, async (c) => {
    await core.removePage(c.var.context, idOf(c), deviceOf(c))
    return c.json(await done(c, 'Screenshot removed.'))
  })
  .post(uploadImage.path, write, acceptForm(uploadImage, image), async (c) => {
    const { fields, file } = c.req.valid('form')
    const name = await addImage(c.var.context, chosen(file), fields.kind)
    return c.json({ success: true, message: 'Image stored.', name }, 201)
  })
  .post(uploadVideo.path, write, acceptFile(video), async (c) => {
    const name = await addVideo(c.var.context, c.req.valid('form'))
    return c.json({ success: true, message: 'Video stored.', name }, 201)
  })

async function done(c: Context<Env>, message: string) {
  return { success: true, message, pages: await core.pagesOf(c.var.context, idOf(c)) }
}

/** @throws Problem 'invalid' without a file */
function chosen(file: Uint8Array | null): Uint8Array {
  if (!file) throw fieldError('image', 'Choose an image.')
  return file
}

/** @throws Problem 'unknown' */
function deviceOf(c: Context<Env>): PageDevice {
  const device = pageDevices.find((known) => known === c.req.param('device'))
  if (!device) throw new Problem('unknown', 'A screenshot is for desktop, tablet or mobile.')
  return device
}
