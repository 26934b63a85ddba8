// The messages between the server and its image worker over a pipe: a length, a JSON header with the sizes of the parts, then
// the parts; and the parts of a screenshot of a whole page.
import { Readable, type Writable } from 'node:stream'
import { type ImageKind, widthSteps } from '../../contract/images.ts'
import { maxImageArea, maxPageHeight } from '../../contract/limits.ts'

/** What the worker sends once its code is loaded, before it reads a job. */
export const started = { started: true } as const

export type Job = UploadJob | PageJob | ShareImageJob | IconJob

/** One part of a screenshot of a whole page, as WebP; together its parts, from the top, are the screenshot. */
export interface PageJob {
  kind: 'page'
  /** From 0; the reply to any says how many there are. */
  part: number
}

export type UploadJob = {
  kind: ImageKind
} & (
  | { format: 'webp' }
  /** One file per job, so that an upload that arrives in between waits for no more than this. */
  | { format: 'avif'; width: number }
)

/** Encodes a drawing: the first part, raw RGBA. The second part, if there is one, is a photograph to lay over it. */
export interface ShareImageJob {
  kind: 'share'
  format: 'png' | 'jpeg'
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
}

/** Bytes of a header; ours have a few hundred. */
const maxHeaderBytes = 16 * 1024

export interface Frame {
  header: Record<string, unknown>
  parts: Uint8Array<ArrayBuffer>[]
}

export function writeFrame(stream: Writable, header: object, parts: readonly Uint8Array[]): void {
  const json = Buffer.from(JSON.stringify({ ...header, sizes: parts.map((part) => part.byteLength) }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.byteLength)
  stream.write(Buffer.concat([length, json]))
  for (const part of parts) stream.write(part)
}

/**
 * Reads messages until the stream ends. JSON and plain bytes on purpose: unlike V8's own serialisation, they are safe to
 * read from a process that a hostile image may control.
 * @param maxBytes of all parts of one message together.
 * @throws for a message that is larger or invalid.
 */
export async function* readFrames(stream: Readable, maxBytes: number): AsyncGenerator<Frame> {
  const reader = Readable.toWeb(stream, { type: 'bytes' }).getReader({ mode: 'byob' })
  /** Fewer bytes where the stream ends. */
  const read = async (size: number): Promise<Uint8Array<ArrayBuffer>> => {
    // Nothing can be read into no bytes.
    if (size === 0) return new Uint8Array()
    const { value = new Uint8Array() } = await reader.read(new Uint8Array(size), { min: size })
    return value
  }
  for (;;) {
    const length = await read(4)
    if (length.byteLength < 4) return
    const headerBytes = Buffer.from(length.buffer).readUInt32BE()
    if (headerBytes > maxHeaderBytes) throw new Error('a message with a header that is too long')
    const header: unknown = JSON.parse(Buffer.from(await read(headerBytes)).toString())
    const sizes = header instanceof Object && 'sizes' in header ? header.sizes : null
    if (!Array.isArray(sizes) || !sizes.every((size) => Number.isSafeInteger(size) && size >= 0))
      throw new Error('a message without the sizes of its parts')
    if (sizes.reduce((sum, size) => sum + size, 0) > maxBytes) throw new Error('a message that is too large')
    const parts: Frame['parts'] = []
    for (const size of sizes) parts.push(await read(size))
    if (parts.some(({ byteLength }, n) => byteLength !== sizes[n]))
      throw new Error('the stream ended within a message')
    yield { header: header as Frame['header'], parts }
  }
}

/** Pixels of the largest file of one part: with what rounding adds, as many as may be encoded as AVIF. */
const maxPartArea = 2_990_000
/** Pixels of one part as it is stored: the preview fetches a narrow page step by step, too. */
const maxPartHeight = 4_000

interface Size {
  width: number
  height: number
}

/**
 * The part of this number, from 0: where it lies in the screenshot, and its size as it is stored, never enlarged. A
 * number beyond the last one is that of the last one.
 */
export function pagePart({ width, height }: Size, part: number) {
  const largest = widthSteps.cover.at(-1) ?? width
  const scale = Math.min(1, largest / width)
  const stored = Math.max(1, Math.round(width * scale))
  const rows = Math.max(1, Math.floor(Math.min(maxPartHeight, maxPartArea / stored) / scale))
  const parts = Math.ceil(height / rows)
  const top = Math.min(part, parts - 1) * rows
  const crop = { left: 0, top, width, height: Math.min(rows, height - top) }
  return { crop, size: { width: stored, height: Math.max(1, Math.round(crop.height * scale)) }, parts }
}

/** Of the highest screenshot at the largest width, with what rounding adds. */
export const maxPageParts =
  Math.ceil(Math.min(maxImageArea, maxPageHeight * (widthSteps.cover.at(-1) ?? 1)) / maxPartArea) + 1
