// The calls of the site editor.
import * as z from 'zod/mini'
import { type Call, type Done, responseType } from './call.ts'
import { draftContent, type SiteContent, type SiteSection, siteContent } from './site.ts'
import { siteImageKinds } from './site-images.ts'
import type { SitePreview } from './site-view.ts'

/** Published versions that are stored. */
export const maxSiteVersions = 30

export interface SiteVersion {
  /** 0 is the content of the files of content/, which is always there. */
  version: number
  /** ISO 8601 UTC; null for version 0. */
  publishedAt: string | null
  /** The name of that time; null for version 0. */
  author: string | null
  /** What differs from the version before. */
  changed: SiteSection[]
}

export type StoredSite = SiteVersion & { content: SiteContent }

/** What is shown where the content names no upload. URLs of files for small images in the editor. */
export interface DeliveredImages {
  portrait: string
  teaser: string
  slides: string[]
}

export const readSite = {
  method: 'GET',
  path: '/api/admin/site',
  response: responseType<StoredSite & { delivered: DeliveredImages }>(),
} as const satisfies Call

const basedOn = z.number('Say which version this is based on.').check(z.int())

/** `basedOn` is the version that the editor began with: 409 when another one has been published since. */
export const publishSite = {
  method: 'PUT',
  path: '/api/admin/site',
  body: z.object({ content: siteContent, basedOn }),
  response: responseType<Done & { published: SiteVersion }>(),
} as const satisfies Call

/** The newest first; version 0 last. */
export const listSiteVersions = {
  method: 'GET',
  path: '/api/admin/site/versions',
  response: responseType<{ versions: SiteVersion[] }>(),
} as const satisfies Call

export const readSiteVersion = {
  method: 'GET',
  path: '/api/admin/site/versions/:version',
  response: responseType<StoredSite>(),
} as const satisfies Call

/** What the pages would show of content that is not published, however unfinished it is. Nothing is stored. */
export const previewSite = {
  method: 'POST',
  path: '/api/admin/site/preview',
  body: z.object({ content: draftContent }),
  response: responseType<SitePreview>(),
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
  response: responseType<Done & { name: string }, 201>(),
} as const satisfies Call
