// The calls of the site editor, and what passes between it and the page in its preview.
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { type LegalPage, legalPages } from './pages.ts'
import type { Project } from './responses/projects.ts'
import type {
  AboutView,
  Brand,
  ContactView,
  HomeView,
  MarkdownNode,
  Reach,
  SitePreview,
} from './responses/site.ts'
import { draftContent, type SiteContent, siteContent } from './site.ts'
import { english, type Translate, type Words } from './words/translate.ts'
import type { Word } from './words/words.ts'

/** Published versions that are stored. */
export const maxSiteVersions = 30

export const readSite = defineCall('GET', '/api/admin/site')

const basedOn = z.number('Say which version this is based on.').check(z.int())

/** `basedOn` is the version that the editor began with: 409 when another one has been published since. */
export const publishSite = defineCall('PUT', '/api/admin/site', {
  body: z.object({ content: siteContent, basedOn }),
})

/** The newest first; version 0 last. */
export const listSiteVersions = defineCall('GET', '/api/admin/site/versions')

export const readSiteVersion = defineCall('GET', '/api/admin/site/versions/:version')

/** What the pages would show of content that is not published, however unfinished it is. Nothing is stored. */
export const previewSite = defineCall('POST', '/api/admin/site/preview', {
  body: z.object({ content: draftContent }),
})

export type DescribedPage = 'home' | 'about' | 'portfolio' | 'contact'

/** What search engines and link previews show of a page: what the owner has written, or else what follows from the names. */
export function descriptionOf(
  { name, hero, search }: SiteContent,
  page: DescribedPage,
  t: Translate = english,
): string {
  const { brand, owner } = name
  const atBrand = (who: string) => (brand === owner ? who : t('{who} at {brand}', { who, brand }))
  const who = atBrand(page === 'contact' ? owner : `${owner}, ${hero.role}`)
  return search[page] || t(descriptions[page], { who })
}

const descriptions = {
  home: '{who}. Services, skills and projects, each open in a live preview, and a form for your message.',
  about: 'Who {who}, is: background, ways of working and skills.',
  portfolio: 'Projects by {who}. Filter them by category and open each one in a live preview.',
  contact:
    'Write to {who} about your project: what you are making, who it is for and when it has to be ready.',
} as const satisfies Record<DescribedPage, Word>

export const previewPages = { home: 'Home', about: 'About', contact: 'Contact', ...legalPages } as const
export type PreviewPage = keyof typeof previewPages

/** What is previewed: content of the site, or a project. */
export type Previewing =
  | { view: SitePreview; page: PreviewPage }
  | { project: Project; page: 'case-study' | 'card' }

/** To the page in a frame, in the same origin (web/site/site-preview.tsx). */
export type PreviewMessage = Previewing & {
  kind: 'site-preview'
  /** Undefined: that of the pages. */
  theme: 'light' | 'dark' | undefined
}

/** Back: the page in the frame can receive. */
export const previewReady = 'site-preview-ready'

/** What a published version, or a draft, is to the pages. */
export interface SiteViews {
  /** The same for every page. */
  readonly reach: Reach
  /** Those of pages, where they are not the English ones. */
  readonly words: Words
  brand(): Promise<Brand>
  /** With the covers of projects as they are at this moment. */
  home(): Promise<HomeView>
  about(): AboutView
  contact(): ContactView
  /** Null where nothing is written. */
  legal(page: LegalPage): readonly MarkdownNode[] | null
  /** What search engines show of a page. */
  description(page: DescribedPage): string
}
