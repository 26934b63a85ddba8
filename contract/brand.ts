// What pages show of the owner's brand: computed by the server from the name, drawn by the pages.

/** Pixels of the images that link previews show. */
export const shareImageSize = { width: 1200, height: 630 }

/** Path of the one that is drawn from the owner's name. */
export const drawnShareImage = '/pictures/og.png'

/** A monogram, drawn in the colour of the text around it, with its dot in the marker's. */
export interface Mark {
  /** As in SVG: left, top, width, height. */
  viewBox: string
  /** Outlines to be filled, and lines to be stroked: path data each. */
  filled: readonly string[]
  stroked: readonly string[]
  strokeWidth: number
  dot: { x: number; y: number; radius: number }
  /** URL of an uploaded logo, which is drawn instead of all that; absent without one. */
  image?: string
}

/** The owner's name in the hero: its lines and the numbers by which the style sheet sizes it, in em. */
export interface HeroName {
  /** One or two, which joined are the name. */
  lines: readonly string[]
  /** Above 960 px the second line is a line of its own; otherwise it follows the first. */
  isBrokenWide: boolean
  isBrokenNarrow: boolean
  /** Its width is an upper bound only, so that it may wrap. */
  mayWrap: boolean
  /** Custom properties for web/site/hero.module.css. */
  measures: Readonly<Record<string, number>>
}

/** For `lang` and `dir` of an element that holds a name. */
export interface Language {
  lang?: string
  dir?: 'rtl'
}

export interface Brand {
  /** That of the site's texts, for the document. */
  language: string
  name: string
  /** For narrow bars: first name and initial. Null where the whole name is short enough. */
  shortName: string | null
  nameLanguage: Language
  owner: { name: string; role: string; language: Language; roleLanguage: Language }
  /** An image of the owner as several WebP files, `${src}${width}.webp`; null shows the mark instead. */
  portrait: { src: string; width: number; height: number; widths: readonly number[]; alt: string } | null
  hero: HeroName
  mark: Mark
  /** The part of the mark that the account pages show, as a viewBox; null for an uploaded one, which is placed by hand. */
  art: string | null
  /** Rules that depend on the name: the hero's measures and the faces that only this name needs. */
  css: string
  /** URLs of those faces. */
  fonts: readonly string[]
  /** Path of an uploaded image for link previews; absent where the drawn one is shown. */
  shareImage?: string
  /** What it shows, empty where that is not known; absent as the path is. */
  shareAlt?: string
}

/** For URLs of icons, which browsers store for long: another one for each uploaded logo. */
export function iconKey({ image }: Mark): string {
  return image ? `?logo=${image.slice('/uploads/'.length, '/uploads/'.length + 8)}` : ''
}
