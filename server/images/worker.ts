// Decodes, rotates, resizes, composes and encodes images in a separate process, started by worker-process.ts: it reads
// jobs from standard input, writes files to standard output, and needs nothing else of the machine.
import sharp, { type Metadata, type OutputInfo, type SharpOptions } from 'sharp'
import { widthSteps, widthsFor } from '../../contract/images.ts'
import { maxImageArea, maxPageHeight } from '../../contract/limits.ts'
import {
  type IconJob,
  type Job,
  type PageJob,
  pagePart,
  readFrames,
  type ShareImageJob,
  started,
  type UploadJob,
  writeFrame,
} from './protocol.ts'
import type { Rejection, Reply } from './worker-process.ts'

// By default sharp also reads SVG, GIF, TIFF and whatever else libvips can.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// Each image is read once, and one thread needs the least memory.
sharp.cache(false)
sharp.concurrency(1)

/** Of an animation, one frame. */
const input: SharpOptions = { limitInputPixels: maxImageArea, failOn: 'error', pages: 1 }

/** Bytes that decoding may take, in addition to what the process needs itself: what takes more, by its header, is not decoded. */
const maxDecodingBytes = 104_000_000
/** Pixels; the maximum of WebP. */
const maxHeight = 16_383
/** Pixels of the largest file: a screenshot of a whole long page, 1440 by 5500. Transparency takes more memory. */
const maxArea = 8_000_000
const maxTransparentArea = 5_000_000
/** Less effort than the default of 4: a quarter less time for 5 % more bytes, which only browsers without AVIF load. */
const webp = { quality: 80, effort: 2 }
/** Half the colour resolution, as WebP always has: a third less memory. */
const avif = { quality: 50, effort: 2, chromaSubsampling: '4:2:0' }

/** Rows in memory while an image that is decoded row by row is resized; twice as many with transparency. */
const rows = 1024

/** Samples for each pixel of a JPEG as it is stored; 4 for CMYK, which is hardly ever subsampled. */
const jpegSamples: Record<string, number> = { '4:2:0': 1.5, '4:2:2': 2 }

interface Pixels {
  data: Buffer
  info: OutputInfo
}

class Rejected extends Error {
  readonly reason: Rejection['reason']

  constructor(reason: Rejection['reason'], cause?: unknown) {
    super(String(cause), { cause })
    this.reason = reason
  }
}

interface Done {
  reply: Reply
  files: Uint8Array[]
}

async function run(job: Job, [first = new Uint8Array(), photo]: Uint8Array[]): Promise<Done> {
  try {
    if (job.kind === 'share') return await compose(job, first, photo)
    if (job.kind === 'icon') return await toIcon(job, first)
    return await (job.kind === 'page' ? convertPart(job, first) : convert(job, first))
  } catch (error) {
    const isMemory = error instanceof Error && /out of memory|allocat/i.test(error.message)
    const { reason, message } =
      error instanceof Rejected ? error : new Rejected(isMemory ? 'memory' : 'damaged', error)
    return { reply: { ok: false, reason, detail: message.slice(0, 500) }, files: [] }
  }
}

async function convert(job: UploadJob, bytes: Uint8Array): Promise<Done> {
  const pixels = await decode(job, bytes)
  const { width, height } = pixels.info
  const widths = job.format === 'avif' ? [Math.min(job.width, width)] : widthsFor(width, job.kind)
  return { reply: { ok: true, width, height, widths }, files: await encoded(pixels, widths, job.format) }
}

/**
 * Rows above the part are decoded and dropped: no more than one part is ever in memory. The orientation of a photograph
 * is not applied, because that would need all of it there.
 */
async function convertPart({ part }: PageJob, bytes: Uint8Array): Promise<Done> {
  const metadata = await readMetadata(bytes)
  if (metadata.height > maxPageHeight) throw new Rejected('height', `${metadata.height} pixels high`)
  // A WebP is not made smaller while it is decoded: it is in memory as a whole, twice, as RGBA, 8 bytes for each pixel. The rest
  // is for what the part takes, and for a process that has done other jobs, whose memory is in pieces.
  if (metadata.format === 'webp' && 13 * metadata.width * metadata.height > maxDecodingBytes)
    throw new Rejected('webp', `${metadata.width} by ${metadata.height} pixels`)
  checkMemory(metadata, bytes)
  const { crop, size, parts } = pagePart(metadata, part)
  const pixels = await sharp(bytes, input)
    .extract(crop)
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#fff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const widths = widthsFor(size.width, 'cover')
  return { reply: { ok: true, ...size, widths, parts }, files: await encoded(pixels, widths, 'webp') }
}

async function encoded(
  pixels: Pixels,
  widths: readonly number[],
  format: 'webp' | 'avif',
): Promise<Uint8Array[]> {
  const files: Uint8Array[] = []
  for (const step of widths) {
    const image = resized(pixels, step)
    const file = await (format === 'avif' ? image.avif(avif) : image.webp(webp)).toBuffer().catch((cause) => {
      // The pixels are valid: an encoder only fails for lack of memory.
      throw new Rejected('memory', cause)
    })
    files.push(file)
  }
  return files
}

/** A stored logo as PNG, which drawings take. */
async function toIcon({ side }: IconJob, bytes: Uint8Array): Promise<Done> {
  checkMemory(await readMetadata(bytes), bytes)
  const { data, info } = await sharp(bytes, input)
    .resize({ width: side, height: side, fit: 'inside' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return { reply: { ok: true, width, height, widths: [width] }, files: [data] }
}

/** The photograph is cropped to the frame around its focal point. */
async function compose(
  { format, width, height, frame, focal }: ShareImageJob,
  drawing: Uint8Array,
  photo: Uint8Array | undefined,
): Promise<Done> {
  const whole = sharp(drawing, { raw: { width, height, channels: 4 } }).flatten()
  if (photo) {
    const metadata = await readMetadata(photo)
    checkMemory(metadata, photo)
    const { size, crop } = coverOf(metadata, frame, focal)
    const { data, info } = await sharp(photo, input)
      .resize({ ...size, fit: 'fill' })
      .extract(crop)
      .flatten({ background: '#fff' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { width: info.width, height: info.height, channels: info.channels }
    whole.composite([{ input: data, raw, left: frame.left, top: frame.top }])
  }
  const file = await (format === 'png'
    ? whole.png({ palette: true })
    : whole.jpeg({ quality: 84 })
  ).toBuffer()
  return { reply: { ok: true, width, height, widths: [width] }, files: [file] }
}

/** The size at which an image covers the frame, and the part of it that is in view: as `object-position` has it. */
function coverOf(
  image: { width: number; height: number },
  frame: { width: number; height: number },
  { focalX, focalY }: ShareImageJob['focal'],
) {
  const scale = Math.max(frame.width / image.width, frame.height / image.height)
  const width = Math.max(frame.width, Math.round(image.width * scale))
  const height = Math.max(frame.height, Math.round(image.height * scale))
  const left = Math.round(((width - frame.width) * focalX) / 100)
  const top = Math.round(((height - frame.height) * focalY) / 100)
  return { size: { width, height }, crop: { left, top, width: frame.width, height: frame.height } }
}

/** Decoded once, upright, without metadata, at the size of the largest file, never enlarged. */
async function decode(job: UploadJob, bytes: Uint8Array): Promise<Pixels> {
  const metadata = await readMetadata(bytes)
  checkMemory(metadata, bytes)
  const { width, height } = metadata.autoOrient
  const side = Math.min(width, height, widthSteps.avatar.at(-1) ?? width)
  const largest = widthSteps[job.kind].at(-1) ?? width
  const box = Math.min(1, largest / width, (job.kind === 'logo' ? largest : maxHeight) / height)
  const area = metadata.hasAlpha ? maxTransparentArea : maxArea
  const scale = Math.min(box, Math.sqrt(area / (width * height)))
  const upright = sharp(bytes, input).autoOrient()
  const fitted =
    job.kind === 'avatar'
      ? upright.resize({ width: side, height: side, fit: 'cover' })
      : upright.resize({
          width: Math.max(1, Math.round(width * scale)),
          height: Math.max(1, Math.round(height * scale)),
          fit: 'fill',
        })
  return fitted.raw().toBuffer({ resolveWithObject: true })
}

function checkMemory(metadata: Metadata, bytes: Uint8Array): void {
  const needed = decodingBytes(metadata, bytes)
  if (needed > maxDecodingBytes) throw new Rejected('memory', `decoding takes ${needed} bytes`)
}

/**
 * An upper bound, in bytes, beyond what the idle process holds; measured with images of 24 and 50 megapixels, it
 * exceeds what they took by at most a fifth and never falls below by more than 12 MB.
 */
function decodingBytes(metadata: Metadata, bytes: Uint8Array): number {
  const { format, width, height, channels, depth, hasAlpha, isProgressive, pages = 1 } = metadata
  const area = width * height
  const pixel = channels * (depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4)
  const window = width * pixel * Math.min(height, hasAlpha ? 2 * rows : rows)
  if (format === 'jpeg') {
    const samples = channels > 3 ? channels : (jpegSamples[metadata.chromaSubsampling ?? ''] ?? channels)
    // Two bytes for each coefficient of the whole image; resizing works on fewer rows.
    return isProgressive ? 2 * area * samples + window / 4 : window / 4
  }
  if (format === 'webp') {
    // The canvas of an animation twice, and the frame; one lossless image as RGBA; the transparency of a lossy one.
    if (pages > 1) return 12 * area
    if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('VP8L')) return 5 * area
    return hasAlpha ? 2 * area + 4 * width * rows : 4 * width * rows
  }
  return isProgressive ? area * pixel + window : window
}

/** Reads the header only. */
async function readMetadata(bytes: Uint8Array): Promise<Metadata> {
  try {
    return await sharp(bytes, input).metadata()
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : ''
    if (/unsupported image format/i.test(message)) throw new Rejected('type', cause)
    if (/exceeds pixel limit/i.test(message)) throw new Rejected('pixels', cause)
    throw cause
  }
}

function resized({ data, info }: Pixels, width: number) {
  const image = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  return width === info.width ? image : image.resize({ width })
}

const maxUploadBytes = 16 * 1024 * 1024

// Read with the first reply: without it the process did not start, whatever the image is like.
writeFrame(process.stdout, started, [])
for await (const { header, parts } of readFrames(process.stdin, maxUploadBytes)) {
  const { reply, files } = await run(header as unknown as Job, parts)
  writeFrame(process.stdout, reply, files)
  // Otherwise the buffers of the last job would still be in memory while the next image is decoded.
  globalThis.gc?.()
}
process.exit()
