// An image file as a browser test chooses one.
import sharp from 'sharp'

export async function chosenImage(width: number, height: number, background = { r: 200, g: 120, b: 40 }) {
  return {
    name: `${width}x${height}.png`,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  }
}
