// Responses about projects: their images, preview checks and client links.
import * as z from 'zod/mini'
import {
  block,
  comparisonBlock,
  type Fact,
  facts,
  galleryBlock,
  opensWords,
  pictureBlock,
  quoteBlock,
  textBlock,
  videoBlock,
} from '../case-study.ts'
import { pageDevices } from '../portfolio.ts'
import { type PreviewReason, previewReasons } from '../preview-check.ts'
import { doneWith } from './done.ts'
import { markdownNode } from './site.ts'

const previewReason = z.enum(Object.keys(previewReasons) as PreviewReason[])

/** Why a preview shows the project's image: all that visitors are told. */
export const previewObstacle = z.object({
  state: z.enum(['forbidden', 'dead', 'unencrypted']),
  reason: previewReason,
})
export type PreviewObstacle = z.infer<typeof previewObstacle>

/** For admins. */
export const previewCheck = z.object({
  /**
   * `unknown`: the server cannot tell, and the frame is tried. `dead`: nothing a visitor could see.
   * `unencrypted`: browsers do not show it inside this site, which is encrypted.
   */
  state: z.enum(['unchecked', 'allowed', 'forbidden', 'dead', 'unencrypted', 'unknown']),
  reason: z.nullable(previewReason),
  /** What the site responded with, such as `X-Frame-Options: DENY` or `404`. Written by the site: text only. */
  detail: z.nullable(z.string()),
  /** ISO times; `deadSince` only while it is dead. */
  checkedAt: z.nullable(z.string()),
  deadSince: z.nullable(z.string()),
})
export type PreviewCheck = z.infer<typeof previewCheck>
export type PreviewState = PreviewCheck['state']

/** A published project whose site is dead. */
export const deadLink = z.object({ id: z.string(), name: z.string(), check: previewCheck })
export type DeadLink = z.infer<typeof deadLink>

/** Screenshots of the whole page, as far as there are any: the URLs of their parts from the top, each as `pimage`. */
export const pageParts = z.partialRecord(z.enum(pageDevices), z.array(z.string()))
export type PageParts = z.infer<typeof pageParts>

const projectImages = z.object({ pages: pageParts })

/** Only those that are filled in. */
const projectFacts = z.partialRecord(z.enum(facts as [Fact, ...Fact[]]), z.string())

/** A block as pages show it: as it is stored, but for the text. */
export const blockView = z.discriminatedUnion('kind', [
  z.extend(textBlock, { text: z.array(markdownNode) }),
  pictureBlock,
  quoteBlock,
  comparisonBlock,
  videoBlock,
  galleryBlock,
])
export type BlockView = z.infer<typeof blockView>

/** What the public pages link to: the project's case study where it opens first and there is one, otherwise the preview. */
const linked = {
  id: z.string(),
  name: z.string(),
  /** A URL of this origin, or null; contract/images.ts derives the other sizes from it. */
  pimage: z.nullable(z.string()),
  /** What of the image stays in view where it is cropped, in percent of its width and of its height. */
  focalX: z.number(),
  focalY: z.number(),
  /** What visitors see first, where there is a case study. */
  opens: z.enum(opensWords),
  hasCaseStudy: z.optional(z.literal(true)),
}

export const nextProject = z.object(linked)
export type NextProject = z.infer<typeof nextProject>

export const project = z.object({
  ...linked,
  /** The name under two more keys. */
  pname: z.string(),
  Title: z.string(),
  /** Absolute http or https URL. */
  purl: z.string(),
  categories: z.array(z.string()),
  status: z.enum(['draft', 'published']),
  /** What a project's preview shows: the live site in a frame, or always the project's image. */
  preview: z.enum(['live', 'image']),
  featured: z.optional(z.literal(true)),
  createdAt: z.string(),
  /** Why its site cannot be shown; in the public list only where one project is requested by its id, and only then. */
  obstacle: z.optional(previewObstacle),
  /** In the public list only where one project is requested by its id. Absent while nothing is filled in. */
  facts: z.optional(projectFacts),
  /** In the public list only where one project is requested by its id, as far as it has any. */
  pages: z.optional(pageParts),
  /** As `pages`, where there are blocks. */
  caseStudy: z.optional(
    z.object({
      blocks: z.array(blockView),
      /** In the public list: what comes after it in the gallery. */
      next: z.optional(nextProject),
    }),
  ),
})
export type Project = z.infer<typeof project>
export type Status = Project['status']
export type PreviewMode = Project['preview']

export const clientLink = z.object({
  id: z.string(),
  /** Who it is for; null where nobody wrote that. */
  name: z.nullable(z.string()),
  /** The admin's name. */
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
  hasPassphrase: z.boolean(),
  /** How often its page was opened, and when last; without admins, programs and visitors who are not counted. */
  opens: z.number(),
  lastOpenedAt: z.nullable(z.string()),
})
export type ClientLink = z.infer<typeof clientLink>

const doneWithImages = doneWith(projectImages.shape)

const upload = doneWith({ name: z.string() })

export const projectResponses = {
  'POST /api/images': upload,
  'POST /api/videos': upload,
  'POST /portfolio/add-portfolio': doneWith({ portfolio: project }),
  'PUT /update/:id': doneWith({ portfolio: project }),
  'GET /getportfolio/public': z.object({ portfolios: z.array(project), totalPages: z.number() }),
  'GET /public-categories': z.object({ categories: z.array(z.string()) }),
  'GET /get-portfolios': z.object({
    portfolios: z.array(project),
    /** By id; empty while checks are off. */
    checks: z.record(z.string(), previewCheck),
    /** By id of the project, where clients have a link that works: when the last of them expires. */
    clientLinks: z.record(z.string(), z.string()),
    totalPages: z.number(),
    total: z.number(),
  }),
  /** With the blocks as they are stored, for their form. */
  'GET /api/portfolio/:id': z.object({ portfolio: project, blocks: z.array(block) }),
  'POST /api/portfolio/preview-case-study': z.object({ blocks: z.array(blockView) }),
  'POST /bulk-update-status': doneWith({ updated: z.number() }),
  'POST /bulk-delete': doneWith({ deleted: z.number() }),
  'POST /api/portfolio/:id/preview-check': doneWith({ check: previewCheck }),
  'GET /api/portfolio/:id/images': projectImages,
  'PUT /api/portfolio/:id/pages/:device': doneWithImages,
  'DELETE /api/portfolio/:id/pages/:device': doneWithImages,
  'GET /api/portfolio/:id/client-links': z.object({ links: z.array(clientLink) }),
  'POST /api/portfolio/:id/client-links': doneWith({ link: clientLink, url: z.string() }),
}
