// The calls of the site editor.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { draftContent, siteContent } from './site.ts'
import { siteImageKinds } from './site-images.ts'

export type { DeliveredImages, SiteVersion, StoredSite } from './responses/site.ts'

/** Published versions that are stored. */
export const maxSiteVersions = 30

export const readSite = { method: 'GET', path: '/api/admin/site' } as const satisfies Call

const basedOn = z.number('Say which version this is based on.').check(z.int())

/** `basedOn` is the version that the editor began with: 409 when another one has been published since. */
export const publishSite = {
  method: 'PUT',
  path: '/api/admin/site',
  body: z.object({ content: siteContent, basedOn }),
} as const satisfies Call

/** The newest first; version 0 last. */
export const listSiteVersions = { method: 'GET', path: '/api/admin/site/versions' } as const satisfies Call

export const readSiteVersion = {
  method: 'GET',
  path: '/api/admin/site/versions/:version',
} as const satisfies Call

/** What the pages would show of content that is not published, however unfinished it is. Nothing is stored. */
export const previewSite = {
  method: 'POST',
  path: '/api/admin/site/preview',
  body: z.object({ content: draftContent }),
} as const satisfies Call

/**
 * Multipart, with the image in the field `image`. Content names it by `name` from then on. An upload that no stored version
 * and no recent draft names is removed.
 */
export const uploadSiteImage = {
  method: 'POST',
  path: '/api/admin/site/images',
  multipart: true,
  body: z.object({ kind: z.prefault(z.enum(siteImageKinds, 'An image is an image or a logo.'), 'image') }),
  statuses: [201],
} as const satisfies Call
