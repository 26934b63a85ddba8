// The images of the site's content, small, under the names that the form gives them.
import type { SiteContent } from '../../../contract/site.ts'
import type { DeliveredImages } from '../../../contract/site-calls.ts'
import { isUploaded, noPortrait, siteImageUrl } from '../../../contract/site-images.ts'

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
