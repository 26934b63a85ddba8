// What the pages show of the site's content, each page its own part: the server makes it of the published version.
import type { Brand, Mark } from './brand.ts'
import type { MarkdownNode, Reach } from './reach.ts'
import type { SiteContent } from './site.ts'

/** An image of the site, stored as two files for each width: `${src}${width}.avif` and `.webp`. */
export interface Raster {
  /** URL up to the width. */
  src: string
  /** Pixels of the largest file; together they give the shape, so that nothing jumps while loading. */
  width: number
  height: number
  /** Pixels, smallest first. */
  widths: readonly number[]
}

export type DescribedPage = 'home' | 'about' | 'portfolio' | 'contact'

/** What search engines and link previews show of a page: what the owner has written, or else what follows from the names. */
export function descriptionOf({ name, hero, search }: SiteContent, page: DescribedPage): string {
  const { brand, owner } = name
  const at = brand === owner ? '' : ` at ${brand}`
  const who = `${owner}, ${hero.role}${at}`
  const made = {
    home: `${who}. Services, skills and projects, each open in a live preview, and a form for your message.`,
    about: `Who ${who}, is: background, ways of working and skills.`,
    portfolio: `Projects by ${who}. Filter them by category and open each one in a live preview.`,
    contact: `Write to ${owner}${at} about your project: what you are making, who it is for and when it has to be ready.`,
  }
  return search[page] || made[page]
}

/** An empty alt marks an image that only decorates. */
export interface SiteImage extends Raster {
  alt: string
  /** Of a project's cover, in percent: what stays in view where it is cropped. */
  focal?: { focalX: number; focalY: number }
}

/** A line drawing on a square of 88: path data for each way of drawing. */
export interface Drawing {
  /** Filled with the marker, under the lines. */
  marked: string
  lines: string
  /** Short strokes, drawn as dots. */
  dots?: string
  /** Filled with the paper, over the lines. */
  paper?: string
}

export interface Skill {
  name: string
  /** 0 to 100. */
  percentage: number
}

export interface ServiceView {
  title: string
  description: string
  drawing: Drawing
}

export interface HomeView {
  /** What search engines and link previews show, as in each view. */
  description: string
  hero: Pick<SiteContent['hero'], 'greeting' | 'line' | 'button' | 'leadsTo'>
  stats: SiteContent['stats']
  services: { heading: string; list: ServiceView[] }
  skills: SiteContent['skills']
  teaser: { title: string; button: string; image: SiteImage }
  slides: SiteImage[]
}

export interface AboutView {
  description: string
  heading: string
  text: readonly MarkdownNode[]
  /** Null: the mark stands in its place. */
  image: SiteImage | null
  skills: SiteContent['skills']
}

export interface ContactView {
  description: string
  lead: string
}

/** A draft as its pages show it. */
export interface SitePreview {
  brand: Brand
  /** `#rrggbb` */
  accent: string
  reach: Reach
  home: HomeView
  about: AboutView
  contact: ContactView
  /** What is drawn where nothing is uploaded: the mark, and the image for link previews as SVG without its photograph. */
  drawn: { mark: Mark; share: string }
}

export const previewPages = { home: 'Home', about: 'About', contact: 'Contact' } as const

/** From the editor to the page in its frame, in the same origin (web/site/site-preview.tsx). */
export interface PreviewMessage {
  kind: 'site-preview'
  view: SitePreview
  page: keyof typeof previewPages
  theme: 'light' | 'dark'
}

/** Back: the page in the frame can receive. */
export const previewReady = 'site-preview-ready'

/** What a published version, or a draft, is to the pages. */
export interface SiteViews {
  /** The same for every page. */
  readonly reach: Reach
  brand(): Promise<Brand>
  /** With the covers of projects as they are at this moment. */
  home(): Promise<HomeView>
  about(): Promise<AboutView>
  contact(): ContactView
  /** What search engines show of the gallery, and of Home. */
  readonly galleryDescription: string
  readonly homeDescription: string
}
