// How much memory decoding an image takes, by its header. A small file may need a lot: an interlaced PNG and a
// progressive JPEG are decoded as a whole, at full depth.
import type { Metadata } from 'sharp'

/** Rows in memory while an image that is decoded row by row is resized; twice as many with transparency. */
const rows = 1024

/** Samples for each pixel of a JPEG as it is stored; 4 for CMYK, which is hardly ever subsampled. */
const jpegSamples: Record<string, number> = { '4:2:0': 1.5, '4:2:2': 2 }

/**
 * An upper bound, in bytes, beyond what the idle process holds; measured with images of 24 and 50 megapixels, it
 * exceeds what they took by at most a fifth and never falls below by more than 12 MB.
 */
export function decodingBytes(metadata: Metadata, bytes: Uint8Array): number {
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

/**
 * The same of a WebP that is not made smaller while it is decoded, as a part of a screenshot is not: it is in memory as a
 * whole, twice, as RGBA, and what the part takes comes on top.
 */
export function wholeWebpBytes({ width, height }: Metadata): number {
  // 8 bytes for each pixel; the rest is for a process that has done other jobs, whose memory is in pieces.
  return 13 * width * height
}
