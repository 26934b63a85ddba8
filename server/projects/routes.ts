// The public gallery; adding, updating, publishing and deleting projects for admins; screenshots of a project's whole page, and
// uploads for content that names them: its case study, and the site's.
import { type Context, Hono } from 'hono'
import { blockLengths, maxBlocks, previewCaseStudy, uploadsOf } from '../../contract/case-study.ts'
import { coverBytes, videoBytes } from '../../contract/limits.ts'
import {
  addProject,
  deleteProject,
  deleteProjects,
  featureProject,
  listCategories,
  listProjects,
  listPublic,
  moveProject,
  type PageDevice,
  pageDevices,
  readImages,
  readProject,
  removePage,
  setStatus,
  storePage,
  updateProject,
} from '../../contract/portfolio.ts'
import { checkPreview } from '../../contract/preview-check.ts'
import { fieldError, Problem } from '../../contract/problem.ts'
import { uploadImage, uploadVideo } from '../../contract/uploads.ts'
import { requireAdminOrToken } from '../accounts/guard.ts'
import { accept, idListBytes, idOf, skippedText, textBytes } from '../http/accept.ts'
import { acceptFile, acceptForm } from '../http/accept-form.ts'
import type { Env } from '../http/env.ts'
import { addImage, addVideo, noteUploads } from '../images/named-uploads.ts'
import { checkNow } from '../preview/check-job.ts'
import * as gallery from './gallery.ts'
import { move } from './own-order.ts'
import { mustExist, unknownProject } from './project-id.ts'
import * as images from './project-images.ts'
import * as core from './projects.ts'

/** Bytes of a body with all blocks at their limits. */
const blocksBytes = textBytes(maxBlocks * (blockLengths.text + blockLengths.heading))

const cover = { field: 'pimage', maxBytes: coverBytes }
const image = { field: 'image', maxBytes: coverBytes }
const video = { field: 'video', maxBytes: videoBytes, type: 'video/mp4' }
/** Browsers revalidate it each time, so that a change of the portfolio shows at once. */
const revalidated = 'public, max-age=0, must-revalidate'

const mayRead = requireAdminOrToken('portfolio:read')
const mayWrite = requireAdminOrToken('portfolio:write')

export const portfolio = new Hono<Env>()
  .get(readImages.path, mayRead, async (c) => {
    await mustExist(c.var.context, idOf(c))
    return c.json({ pages: await images.pagesOf(c.var.context, idOf(c)) })
  })
  .put(storePage.path, mayWrite, acceptForm(storePage, image), async (c) => {
    const device = deviceOf(c)
    await images.storePage(c.var.context, idOf(c), device, chosen(c.req.valid('form').file))
    return c.json(await done(c, 'Screenshot saved.'))
  })
  .delete(removePage.path, mayWrite, accept(removePage), async (c) => {
    await images.replacePage(c.var.context, idOf(c), deviceOf(c), [])
    return c.json(await done(c, 'Screenshot removed.'))
  })
  .post(uploadImage.path, mayWrite, acceptForm(uploadImage, image), async (c) => {
    const { fields, file } = c.req.valid('form')
    const name = await addImage(c.var.context, chosen(file), fields.kind)
    return c.json({ success: true, message: 'Image stored.', name }, 201)
  })
  .post(uploadVideo.path, mayWrite, acceptFile(video), async (c) => {
    const name = await addVideo(c.var.context, c.req.valid('form'))
    return c.json({ success: true, message: 'Video stored.', name }, 201)
  })
  .get(listPublic.path, accept(listPublic), async (c) => {
    c.header('Cache-Control', revalidated)
    return c.json(await gallery.readGallery(c.var.context, c.req.valid('query')))
  })
  .get(listCategories.path, async (c) => {
    c.header('Cache-Control', revalidated)
    return c.json({ categories: await gallery.readCategories(c.var.context) })
  })

  .get(listProjects.path, mayRead, accept(listProjects), async (c) =>
    c.json(await gallery.readProjects(c.var.context, c.req.valid('query'))),
  )
  .get(readProject.path, mayRead, async (c) => {
    const found = await gallery.readProject(c.var.context, idOf(c))
    if (!found) throw new Problem('unknown', 'Portfolio not found.')
    return c.json(found)
  })
  .post(previewCaseStudy.path, mayRead, accept(previewCaseStudy, blocksBytes), async (c) => {
    const { blocks } = c.req.valid('json')
    await noteUploads(c.var.context, uploadsOf(blocks))
    return c.json({ blocks: blocks.map(gallery.shownBlock) })
  })
  .post(addProject.path, mayWrite, acceptForm(addProject, cover), async (c) => {
    const { fields, file } = c.req.valid('form')
    if (!file) throw fieldError('pimage', 'All fields are required.')
    const portfolio = await withImageField(
      core.addProject(c.var.context, { ...fields, image: file }, c.var.user),
    )
    return c.json({ success: true, message: 'Portfolio added successfully!', portfolio }, 201)
  })
  .put(updateProject.path, mayWrite, acceptForm(updateProject, cover), async (c) => {
    const { fields, file } = c.req.valid('form')
    const portfolio = await withImageField(
      core.updateProject(c.var.context, idOf(c), { ...fields, image: file }, c.var.user),
    )
    return c.json({ success: true, message: 'Portfolio updated successfully!', portfolio })
  })
  .post(setStatus.path, mayWrite, accept(setStatus, idListBytes), async (c) => {
    const { ids, status } = c.req.valid('json')
    const updated = await core.setStatuses(c.var.context, ids, status, c.var.user)
    return c.json({
      success: true,
      message: `${count(updated)} set to ${status}.${skippedText(ids.length - updated)}`,
      updated,
    })
  })
  .post(moveProject.path, mayWrite, accept(moveProject), async (c) => {
    await move(c.var.context, idOf(c), c.req.valid('json'))
    return c.json({ success: true, message: 'Order saved.' })
  })
  .post(featureProject.path, mayWrite, accept(featureProject), async (c) => {
    const { featured } = c.req.valid('json')
    await core.setFeatured(c.var.context, idOf(c), featured)
    return c.json({
      success: true,
      message: featured ? 'Portfolio featured.' : 'Portfolio no longer featured.',
    })
  })
  .post(checkPreview.path, mayWrite, accept(checkPreview), async (c) => {
    const check = await checkNow(c.var.context, idOf(c))
    return c.json({ success: true, message: 'Preview checked.', check })
  })
  .delete(deleteProject.path, mayWrite, accept(deleteProject), async (c) => {
    const deleted = await core.deleteProjects(c.var.context, [idOf(c)], c.var.user)
    if (deleted.length === 0) throw unknownProject()
    return c.json({ success: true, message: 'Portfolio deleted successfully!' })
  })
  .post(deleteProjects.path, mayWrite, accept(deleteProjects, idListBytes), async (c) => {
    const { ids } = c.req.valid('json')
    const { length: deleted } = await core.deleteProjects(c.var.context, ids, c.var.user)
    return c.json({
      success: true,
      message: `${count(deleted)} deleted.${skippedText(ids.length - deleted)}`,
      deleted,
    })
  })

/** Adds the field name to an error of the image. */
async function withImageField<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (
      !(error instanceof Problem) ||
      error.fields ||
      !['invalid', 'wrong-type', 'too-large'].includes(error.code)
    )
      throw error
    throw new Problem(error.code, error.message, { fields: { pimage: error.message }, cause: error.cause })
  }
}

function count(rows: number): string {
  return `${rows} ${rows === 1 ? 'portfolio' : 'portfolios'}`
}

async function done(c: Context<Env>, message: string) {
  return { success: true, message, pages: await images.pagesOf(c.var.context, idOf(c)) }
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
