// Generates images for tests.
import sharp, { type FormatEnum } from 'sharp'

const red = '#dc1414'

export const plain = (width: number, height: number, background = red) =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })

export const png = async (width = 40, height = 30): Promise<File> =>
  file(await plain(width, height).png().toBuffer(), 'cover.png', 'image/png')

/** As a browser test chooses it. */
export async function chosenImage(width: number, height: number) {
  const buffer = await plain(width, height).png().toBuffer()
  return { name: `${width}x${height}.png`, mimeType: 'image/png', buffer }
}

/** Stored rotated by EXIF: the left half red, the right half blue, to be rotated by 90 degrees. */
export async function turnedJpeg(width: number, height: number): Promise<File> {
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
export async function bytesOf(format: keyof FormatEnum, width = 64, height = 48): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const image = sharp({ create: { width, height, channels: 3, background: red, noise } })
  return image.toFormat(format).toBuffer()
}

export function file(bytes: Uint8Array | string, name: string, type: string): File {
  return new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })
}

/** Red, green and blue at one point of an image that this server made. */
export async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<[number, number, number]> {
  const pixel = sharp(bytes).extract({ left: x, top: y, width: 1, height: 1 })
  const [red = 0, green = 0, blue = 0] = await pixel.raw().toBuffer()
  return [red, green, blue]
}
