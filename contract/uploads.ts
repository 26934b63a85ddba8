// Uploads that content names: of the site editor and of case studies. One that nothing names is removed.
import * as z from 'zod/mini'
import { defineCall } from './call.ts'

/** What an image is uploaded as: a logo is stored small, and keeps its transparency. */
export const uploadKinds = ['image', 'logo'] as const
export type UploadKind = (typeof uploadKinds)[number]

/**
 * Multipart, with the image in the field `image`. Content names it by `name` from then on. An upload that no stored content
 * and no recent draft names is removed.
 */
export const uploadImage = defineCall('POST', '/api/images', {
  multipart: true,
  body: z.object({ kind: z.prefault(z.enum(uploadKinds, 'An image is an image or a logo.'), 'image') }),
  statuses: [201],
})

/** The body is an MP4 of at most 50 MB. Named as an image is. */
export const uploadVideo = defineCall('POST', '/api/videos', { statuses: [201] })
