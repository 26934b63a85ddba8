// The images of a project beyond its cover, for admins: screenshots of its whole page, and those of "About this project".
import { type Context, Hono } from 'hono'
import { coverBytes } from '../../contract/limits.ts'
import {
  addImage,
  type PageDevice,
  pageDevices,
  readImages,
  removeImage,
  removePage,
  storePage,
  updateImage,
} from '../../contract/portfolio.ts'
import { Problem } from '../../contract/problem.ts'
import { requireAdminOrToken } from '../accounts/guard.ts'
import { accept, acceptNothing, idOf } from '../http/accept.ts'
import { acceptForm } from '../http/accept-form.ts'
import type { Env } from '../http/env.ts'
import { uploaded } from '../images/routes.ts'
import * as core from './project-images.ts'

const image = { field: 'image', maxBytes: coverBytes }
const write = requireAdminOrToken('portfolio:write')

export const projectImages = new Hono<Env>()
  .get(readImages.path, requireAdminOrToken('portfolio:read'), async (c) => {
    await core.mustExist(c.var.context, idOf(c))
    return c.json(await core.imagesOf(c.var.context, idOf(c)))
  })
  .put(storePage.path, write, acceptForm(storePage, image), async (c) => {
    const device = deviceOf(c)
    const image = await uploaded(c, c.req.valid('form').file)
    await core.storePage(c.var.context, idOf(c), device, image)
    return c.json(await done(c, 'Screenshot saved.'))
  })
  .delete(removePage.path, write, acceptNothing, async (c) => {
    await core.removePage(c.var.context, idOf(c), deviceOf(c))
    return c.json(await done(c, 'Screenshot removed.'))
  })
  .post(addImage.path, write, acceptForm(addImage, image), async (c) => {
    const { fields, file } = c.req.valid('form')
    await core.addImage(c.var.context, idOf(c), { ...fields, image: await uploaded(c, file) })
    return c.json(await done(c, 'Image added.'), 201)
  })
  .put(updateImage.path, write, accept(updateImage), async (c) => {
    await core.changeImage(c.var.context, idOf(c), idOf(c, 'image'), c.req.valid('json'))
    return c.json(await done(c, 'Image saved.'))
  })
  .delete(removeImage.path, write, acceptNothing, async (c) => {
    await core.removeImage(c.var.context, idOf(c), idOf(c, 'image'))
    return c.json(await done(c, 'Image removed.'))
  })

async function done(c: Context<Env>, message: string) {
  return { success: true, message, ...(await core.imagesOf(c.var.context, idOf(c))) }
}

/** @throws Problem 'unknown' */
function deviceOf(c: Context<Env>): PageDevice {
  const device = pageDevices.find((known) => known === c.req.param('device'))
  if (!device) throw new Problem('unknown', 'A screenshot is for desktop, tablet or mobile.')
  return device
}
