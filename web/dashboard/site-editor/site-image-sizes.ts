// The pixels from which an image of the site is sharp wherever it is shown.
import { shareImageSize } from '../../../contract/brand.ts'
import type { SiteContent } from '../../../contract/site.ts'
import { isUploaded, sizeOfUpload } from '../../../contract/site-images.ts'
import { type ImageSize, isSmall, type SharpSize } from '../project-images/image-size.tsx'

export const sharpSizes = {
  logo: { width: 512, height: 512 },
  teaser: { width: 1920, height: 624 },
  slide: { width: 1280, height: 960 },
  portrait: { width: 1280 },
  share: shareImageSize,
} as const satisfies Record<string, SharpSize>

/** Undefined for what was not uploaded. What is stored is as wide as the file, up to more than any of the sizes. */
export function uploadedSize(name: string): ImageSize | undefined {
  return isUploaded(name) ? sizeOfUpload(name) : undefined
}

/** A logo is stored within 512 px and shown as a whole in a square: its longer side says whether it is sharp. */
export function uploadedLogoSize(name: string): ImageSize | undefined {
  const size = uploadedSize(name)
  const isSharp = size && Math.max(size.width, size.height) >= sharpSizes.logo.width
  return isSharp ? undefined : size
}

type Slide = SiteContent['slider']['slides'][number]

/** Those that are too small, with their number. */
export function smallSlides(slides: readonly Slide[]): { at: number; size: ImageSize }[] {
  return slides.flatMap(({ image }, at) => {
    const size = uploadedSize(image)
    return size && isSmall(size, sharpSizes.slide) ? { at, size } : []
  })
}
