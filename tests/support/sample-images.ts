// Generates images for tests.
import sharp from 'sharp'

export const plain = (width: number, height: number, background = '#dc1414') =>
  sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })

export const png = async (width = 40, height = 30): Promise<File> =>
  new File([await plain(width, height).png().toBuffer()], 'cover.png', { type: 'image/png' })

/** As a browser test chooses it. */
export async function chosenImage(width: number, height: number) {
  const buffer = await plain(width, height).png().toBuffer()
  return { name: `${width}x${height}.png`, mimeType: 'image/png', buffer }
}

/** Red, green and blue at one point of an image that this server made. */
export async function colourAt(bytes: Uint8Array, left: number, top: number) {
  const pixel = sharp(bytes).extract({ left, top, width: 1, height: 1 })
  const [red = 0, green = 0, blue = 0] = await pixel.raw().toBuffer()
  return [red, green, blue] as const
}
