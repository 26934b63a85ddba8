// What the pages show of the site's content, each page its own part: the server makes it of the published version.
import type { AboutView, Brand, ContactView, HomeView, Reach, SitePreview } from './responses/site.ts'
import type { SiteContent } from './site.ts'

export type {
  AboutView,
  ContactView,
  Drawing,
  HomeView,
  Raster,
  ServiceView,
  SiteImage,
  SitePreview,
  Skill,
} from './responses/site.ts'

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
