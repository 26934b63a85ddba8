// Images of the site's content: how the content names them, and their URLs.
import * as z from 'zod/mini'
import { coverWidths, logoWidths, widthsFor } from './images.ts'
import type { SiteContent } from './site.ts'

/** What an image is uploaded as: a logo is stored small, and keeps its transparency. */
export const siteImageKinds = ['image', 'logo'] as const
export type SiteImageKind = (typeof siteImageKinds)[number]

/** The slides of Home. */
export const slideCount = 6

/** What the slider of Home shows. */
export const sliderChoices = ['images', 'featured', 'latest'] as const
export type SliderChoice = (typeof sliderChoices)[number]

/** The delivered image, or a drawn one. */
export const deliveredImage = ''
/** A portrait that is not shown: the mark stands in its place. */
export const noPortrait = 'none'

const unknownImage = 'Choose an image again.'
const image = (names: RegExp) =>
  z.prefault(z.string(unknownImage).check(z.regex(names, unknownImage)), deliveredImage)

/** Fields of the content. Each may be missing, as in versions from before there were images. */
export const siteImageFields = {
  /** What an upload was named, or empty. */
  image: image(/^(?:|[\da-f]{24}-\d{1,5}x\d{1,5})$/),
  portrait: image(/^(?:|none|[\da-f]{24}-\d{1,5}x\d{1,5})$/),
  /** What an upload was named, or the number of a delivered slide; empty for the one at its place. */
  slide: image(/^(?:|[1-6]|[\da-f]{24}-\d{1,5}x\d{1,5})$/),
  slider: z.prefault(z.enum(sliderChoices), 'images'),
} as const

export const isUploaded = (name: string) => /^[\da-f]{24}-\d{1,5}x\d{1,5}$/.test(name)

/** Names of uploads in the JSON of a version. */
export function namesIn(json: string): string[] {
  return (json.match(/"[\da-f]{24}-\d{1,5}x\d{1,5}"/g) ?? []).map((quoted) => quoted.slice(1, -1))
}

export interface UsedImage {
  /** Of its field in the content. */
  path: string
  name: string
  kind: SiteImageKind
}

/** The uploads that content names. */
export function uploadsIn({ name, slider, about, search }: SiteContent): UsedImage[] {
  const image = (path: string, name: string): UsedImage => ({ path, name, kind: 'image' })
  return [
    { path: 'name.logo', name: name.logo, kind: 'logo' as const },
    image('slider.teaser', slider.teaser),
    ...slider.slides.map((slide, at) => image(`slider.slides.${at}.image`, slide.image)),
    image('about.portrait', about.portrait),
    image('search.image', search.image),
  ].filter(({ name }) => isUploaded(name))
}

/** Pixels of the largest file of an upload. */
export function sizeOfUpload(name: string): { width: number; height: number } {
  const [width = 0, height = 0] = (name.split('-')[1] ?? '').split('x').map(Number)
  return { width, height }
}

/**
 * @param name of an upload
 * @param atLeast pixels: the URL is that of the smallest file with as many, or of the largest
 */
export function siteImageUrl(name: string, kind: SiteImageKind, atLeast: number): string {
  const widths = widthsFor(sizeOfUpload(name).width, kind === 'logo' ? logoWidths : coverWidths)
  return `/uploads/${name}/${widths.find((width) => width >= atLeast) ?? widths.at(-1)}.webp`
}
