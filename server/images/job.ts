// The messages between the server and its image worker.
import type { ImageKind } from './variants.ts'

/** What the worker sends once its code is loaded, before it reads a job. */
export const started = { started: true } as const

export type Job = UploadJob | PageJob | ShareImageJob | IconJob

/** One part of a screenshot of a whole page, as WebP; together its parts, from the top, are the screenshot. */
export interface PageJob {
  kind: 'page'
  maxDecodingBytes: number
  /** From 0; the reply to any says how many there are. */
  part: number
}

export type UploadJob = {
  kind: ImageKind
  /** An image that needs more, by its header, is not decoded. */
  maxDecodingBytes: number
} & (
  | { format: 'webp' }
  /** One file per job, so that an upload that arrives in between waits for no more than this. */
  | { format: 'avif'; width: number }
)

/** Encodes a drawing: the first part, raw RGBA. The second part, if there is one, is a photograph to lay over it. */
export interface ShareImageJob {
  kind: 'share'
  format: 'png' | 'jpeg'
  maxDecodingBytes: number
  /** Pixels of the drawing. */
  width: number
  height: number
  /** Pixels that the photograph covers. */
  frame: { left: number; top: number; width: number; height: number }
  /** What of the photograph stays in view where it is cropped to the frame, in percent of its width and height. */
  focal: { focalX: number; focalY: number }
}

/** Makes a small PNG of a stored image, with its transparency. */
export interface IconJob {
  kind: 'icon'
  /** Pixels of the longer side. */
  side: number
  maxDecodingBytes: number
}

export type Reply =
  /** The files follow in the order of `widths`; width and height in pixels are those of the largest possible file. */
  | { ok: true; width: number; height: number; widths: number[]; parts?: number | undefined; reason?: never }
  | Rejection

export interface Rejection {
  ok: false
  /** `webp`: a screenshot that would fit as PNG or JPEG. */
  reason: 'type' | 'pixels' | 'height' | 'memory' | 'webp' | 'damaged'
  /** For the log. */
  detail: string
}
