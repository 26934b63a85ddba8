// Images of a project beyond its cover: screenshots of its whole page, one for each device, and those of "About this project".
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { cleanLine, cleanText } from './text.ts'

export type { MoreImage, PageParts, ProjectImages } from './responses/projects.ts'

/** Those of the preview's toolbar. */
export const pageDevices = ['desktop', 'tablet', 'mobile'] as const
export type PageDevice = (typeof pageDevices)[number]

export const maxMoreImages = 8
/** Characters of the description of an image, for those who do not see it. */
export const imageAltLength = 120

const alt = cleanText('The description', imageAltLength, cleanLine)

/** The images of a project beyond its cover, also of a draft. */
export const readImages = { method: 'GET', path: '/api/portfolio/:id/images' } as const satisfies Call

/**
 * Multipart, with the file in `image`: a screenshot of the whole page on a device (`desktop`, `tablet` or `mobile`), up to
 * 20,000 pixels high. It replaces the one that is there.
 */
export const storePage = {
  method: 'PUT',
  path: '/api/portfolio/:id/pages/:device',
  multipart: true,
} as const satisfies Call

/** The screenshot of the whole page on a device. */
export const removePage = {
  method: 'DELETE',
  path: '/api/portfolio/:id/pages/:device',
} as const satisfies Call

/** Multipart, with the file in `image`. It becomes the last of at most eight. */
export const addImage = {
  method: 'POST',
  path: '/api/portfolio/:id/images',
  multipart: true,
  body: z.object({ alt: z.prefault(alt, '') }),
  statuses: [201],
} as const satisfies Call

/** Describes an image, moves it, or both: what is left out stays. The others keep their order. */
export const updateImage = {
  method: 'PUT',
  path: '/api/portfolio/:id/images/:image',
  body: z.object({
    alt: z.optional(alt),
    /** From 0; beyond the last one it becomes the last. */
    position: z.optional(
      z
        .int('The position is a whole number from 0.')
        .check(z.gte(0, 'The position is a whole number from 0.')),
    ),
  }),
} as const satisfies Call

/** One of the images of "About this project". */
export const removeImage = {
  method: 'DELETE',
  path: '/api/portfolio/:id/images/:image',
} as const satisfies Call
