// What pages, emails and images show of one version of the content, or of a draft. Nothing in it changes: a new version
// is a new object.

import { deliveredAccent } from '../../contract/accent.ts'
import type { Brand } from '../../contract/brand.ts'
import type { MarkdownNode, PageLink, Reach } from '../../contract/reach.ts'
import { serviceDrawings } from '../../contract/service-icons.ts'
import type { SiteContent } from '../../contract/site.ts'
import { isAccepted } from '../../contract/site-colour.ts'
import type { AboutView, ContactView, HomeView, SiteViews } from '../../contract/site-view.ts'
import { BrandBook } from '../brand/brand.ts'
import type { Faces } from '../brand/faces.ts'
import type { SiteDefaults } from './defaults.ts'
import { reachOf } from './reach.ts'

export class PublishedSite implements SiteViews {
  /** 0 is the content of the files. */
  readonly version: number
  readonly content: SiteContent
  readonly book: BrandBook
  readonly reach: Reach
  readonly #defaults: SiteDefaults
  #aboutText: Promise<readonly MarkdownNode[]> | undefined

  /** @param shared links to the legal pages, and the faces, which are read once for all versions */
  constructor(
    version: number,
    content: SiteContent,
    defaults: SiteDefaults,
    { legal, faces }: { legal: readonly PageLink[]; faces: Faces },
  ) {
    this.version = version
    this.content = content
    this.#defaults = defaults
    const { brand, owner } = content.name
    // The delivered portrait is named after the owner.
    const { portrait } = defaults
    const { colour } = content
    this.book = new BrandBook(
      {
        language: defaults.language,
        brand,
        owner: { name: owner, role: content.hero.role },
        logo: defaults.logo,
        portrait: portrait && { ...portrait, alt: this.#portraitAlt(portrait.alt) },
        accent: isAccepted(colour) ? colour.accent : deliveredAccent,
      },
      faces,
    )
    this.reach = reachOf(content, legal)
  }

  brand(): Promise<Brand> {
    return this.book.brand()
  }

  home(): HomeView {
    const { hero, stats, services, skills, slider, search } = this.content
    const { greeting, line, button, leadsTo } = hero
    return {
      description: search.home,
      hero: { greeting, line, button, leadsTo },
      stats,
      services: {
        heading: services.heading,
        list: services.list.map(({ title, description, icon }) => {
          const { name: _, ...drawing } = serviceDrawings[icon]
          return { title, description, drawing }
        }),
      },
      skills,
      teaser: { title: slider.title, button: slider.button, image: this.#defaults.teaser },
      slides: this.#defaults.slides.map((image, at) => ({ ...image, alt: slider.slides[at]?.alt ?? '' })),
    }
  }

  async about(): Promise<AboutView> {
    const { about, skills, search } = this.content
    const image = this.#defaults.aboutImage
    this.#aboutText ??= parsed(about.text)
    return {
      description: search.about,
      heading: about.heading,
      text: await this.#aboutText,
      image: { ...image, alt: this.#portraitAlt(image.alt) },
      skills: { heading: about.skillsHeading, list: skills.list },
    }
  }

  contact(): ContactView {
    return { description: this.content.search.contact, lead: this.content.contact.lead }
  }

  get galleryDescription(): string {
    return this.content.search.portfolio
  }

  #portraitAlt(alt: string): string {
    return alt.replace(this.#defaults.content.name.owner, this.content.name.owner)
  }
}

/** Characters that mean something in Markdown; a text without them is paragraphs, and the parser is not loaded for it. */
const markdown = /[*_`[\]<>#&\\!~|=]|^[-+\s]|^\d{1,9}[.)]| $/m

async function parsed(text: string): Promise<readonly MarkdownNode[]> {
  if (!markdown.test(text))
    return text.split(/\n\s*\n/).map((paragraph) => ({ tag: 'p', children: [paragraph] }))
  const { parseMarkdown } = await import('../pages/markdown.ts')
  return parseMarkdown(text)
}
