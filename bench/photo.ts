// A photograph as cameras make them, to be uploaded.
import sharp from 'sharp'

/** 24 megapixels of soft noise: some 8 MB. */
export async function photo(progressive = false): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const small = await sharp({ create: { width: 1000, height: 667, channels: 3, background: '#345', noise } })
    .png()
    .toBuffer()
  const bytes = await sharp(small)
    .resize(6000, 4000, { fit: 'fill' })
    .jpeg({ quality: 94, progressive })
    .toBuffer()
  return new Blob([new Uint8Array(bytes)])
}
