// Generates images for tests: valid and rotated ones, and bombs.
import sharp from 'sharp'

const red = '#dc1414'

export const plain = (width: number, height: number, background = red) =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })

export async function png(width = 40, height = 30, name = 'cover.png'): Promise<File> {
  return file(await plain(width, height).png().toBuffer(), name, 'image/png')
}

/** As `png`, as a browser test chooses it. */
export async function chosenImage(width: number, height: number) {
  const image = await png(width, height, `${width}x${height}.png`)
  return { name: image.name, mimeType: image.type, buffer: Buffer.from(await image.arrayBuffer()) }
}

/** Stored rotated by EXIF: the left half red, the right half blue, to be rotated by 90 degrees. */
export async function turnedJpeg(width = 400, height = 200): Promise<File> {
  const turned = plain(width / 2, height)
    .extend({ right: width / 2, background: '#1414dc' })
    .jpeg()
    .withExif({
      IFD0: { Copyright: canary },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' },
    })
    .withMetadata({ orientation: 6 })
  return file(await turned.toBuffer(), 'photo.jpg', 'image/jpeg')
}

/** A text that no encoder writes by chance. */
export const canary = 'canary-7f3a-in-the-metadata'

/** Noise, so that the data is long enough to be truncated or overwritten. */
export async function bytesOf(
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif',
  width = 64,
  height = 48,
): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  return sharp({ create: { width, height, channels: 3, background: red, noise } })
    .toFormat(format)
    .toBuffer()
}

/** Small files within the limit of pixels that take 150 to 400 MB while they are decoded. */
export const bombs: Record<string, () => Promise<Uint8Array>> = {
  'an interlaced PNG of 16 bits': () =>
    plain(6000, 4000).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
  'an interlaced PNG with transparency': () =>
    plain(6000, 4000).ensureAlpha(0.5).png({ progressive: true }).toBuffer(),
  'a progressive JPEG in full colour resolution': () =>
    plain(6000, 4000).jpeg({ progressive: true, chromaSubsampling: '4:4:4', quality: 1 }).toBuffer(),
  'a progressive JPEG of 50 megapixels': () =>
    plain(7070, 7070).jpeg({ progressive: true, quality: 1 }).toBuffer(),
  'a lossless WebP': () => plain(7000, 7000).webp({ lossless: true, effort: 0 }).toBuffer(),
  'a PNG of 16 bits, wide and low': () => plain(50_000, 1000).toColourspace('rgb16').png().toBuffer(),
}

export function file(bytes: Uint8Array | string, name: string, type: string): File {
  return new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })
}

/** Red, green and blue at one point of an image that this server made. */
export async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<[number, number, number]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
}
