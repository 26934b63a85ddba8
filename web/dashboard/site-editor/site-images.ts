// The images of the site in its editor: as they are shown, small, and the pixels from which they are sharp.
import { shareImageSize } from '../../../contract/brand.ts'
import type { DeliveredImages } from '../../../contract/responses/site.ts'
import {
  isUploaded,
  noPortrait,
  type SiteContent,
  siteImageUrl,
  sizeOfUpload,
} from '../../../contract/site.ts'
import { type ImageSize, isSmall, type SharpSize } from '../project-images/image-size.tsx'

/** Pixels of the small images, for screens of two pixels a point. */
const small = 320

/** URLs; null where an image is drawn, or there is none. */
export function shownImages(
  { name, slider, about, search }: SiteContent,
  delivered: DeliveredImages,
): Record<string, string | null> {
  return {
    Logo: logoUrl(name.logo),
    'Image above the slides': imageUrl(slider.teaser, delivered.teaser),
    ...Object.fromEntries(
      slider.slides.map(({ image }, at) => [`Slider, image ${at + 1}`, slideUrl(image, delivered)]),
    ),
    Portrait: about.portrait === noPortrait ? null : imageUrl(about.portrait, delivered.portrait),
    'Share image': isUploaded(search.image) ? siteImageUrl(search.image, 'image', small) : null,
  }
}

export function logoUrl(name: string): string | null {
  return isUploaded(name) ? siteImageUrl(name, 'logo', small) : null
}

/** @param own what is shown where nothing is uploaded */
export function imageUrl(name: string, own: string): string {
  return isUploaded(name) ? siteImageUrl(name, 'image', small) : own
}

export function slideUrl(name: string, { slides }: DeliveredImages): string {
  return imageUrl(name, slides[Number(name) - 1] ?? '/pictures/placeholder.svg')
}

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
