// What pages, emails and images show of one version of the content, or of a draft. Nothing in it changes: a new version
// is a new object.
import { deliveredAccent } from '../../contract/accent.ts'
import type { Brand } from '../../contract/brand.ts'
import type { MarkdownNode, PageLink, Reach } from '../../contract/reach.ts'
import { serviceDrawings } from '../../contract/service-icons.ts'
import type { SiteContent } from '../../contract/site.ts'
import type { DeliveredImages } from '../../contract/site-calls.ts'
import { isColour } from '../../contract/site-colour.ts'
import { isUploaded, noPortrait, slideCount } from '../../contract/site-images.ts'
import {
  type AboutView,
  type ContactView,
  descriptionOf,
  type HomeView,
  type SiteImage,
  type SiteViews,
} from '../../contract/site-view.ts'
import { BrandBook } from '../brand/brand.ts'
import type { Faces } from '../brand/faces.ts'
import type { Cover, CoverChoice } from '../projects/covers.ts'
import type { SiteDefaults } from './defaults.ts'
import { deliveredRaster, smallUrl, uploadRaster } from './rasters.ts'
import { reachOf } from './reach.ts'

interface Shared {
  /** Links to the legal pages. */
  legal: readonly PageLink[]
  /** Read once for all versions. */
  faces: Faces
  /** Of the projects as they are at this moment. */
  covers(which: CoverChoice): Promise<readonly Cover[]>
}

export class PublishedSite implements SiteViews {
  /** 0 is the content of the files. */
  readonly version: number
  readonly content: SiteContent
  readonly book: BrandBook
  readonly reach: Reach
  readonly #defaults: SiteDefaults
  readonly #covers: Shared['covers']
  #aboutText: Promise<readonly MarkdownNode[]> | undefined

  constructor(
    version: number,
    content: SiteContent,
    defaults: SiteDefaults,
    { legal, faces, covers }: Shared,
  ) {
    this.version = version
    this.content = content
    this.#defaults = defaults
    this.#covers = covers
    const { brand, owner, logo } = content.name
    const { image: shareImage, imageAlt: shareAlt } = content.search
    const { colour } = content
    this.book = new BrandBook(
      {
        language: defaults.language,
        brand,
        owner: { name: owner, role: content.hero.role },
        logo: defaults.logo,
        ...(isUploaded(logo) ? { logoImage: logo } : {}),
        portrait: this.#portrait(defaults.portrait),
        ...(isUploaded(shareImage) ? { shareImage, shareAlt } : {}),
        accent: isColour(colour.accent) ? colour.accent : deliveredAccent,
      },
      faces,
    )
    this.reach = reachOf(content, legal)
  }

  brand(): Promise<Brand> {
    return this.book.brand()
  }

  async home(): Promise<HomeView> {
    const { hero, stats, services, skills, slider } = this.content
    const { greeting, line, button, leadsTo } = hero
    return {
      description: this.homeDescription,
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
      teaser: { title: slider.title, button: slider.button, image: this.#teaser() },
      slides: await this.#slides(),
    }
  }

  async about(): Promise<AboutView> {
    const { about, skills } = this.content
    this.#aboutText ??= parsed(about.text)
    return {
      description: descriptionOf(this.content, 'about'),
      heading: about.heading,
      text: await this.#aboutText,
      image: this.#portrait(this.#defaults.aboutImage),
      skills: { heading: about.skillsHeading, list: skills.list },
    }
  }

  contact(): ContactView {
    return { description: descriptionOf(this.content, 'contact'), lead: this.content.contact.lead }
  }

  /** What is shown where the content names no upload. */
  get delivered(): DeliveredImages {
    const { aboutImage, teaser, slides } = this.#defaults
    return {
      portrait: smallUrl(aboutImage),
      teaser: smallUrl(teaser),
      slides: slides.map(smallUrl),
    }
  }

  get galleryDescription(): string {
    return descriptionOf(this.content, 'portfolio')
  }

  get homeDescription(): string {
    return descriptionOf(this.content, 'home')
  }

  /** The delivered one is named after the owner, too. */
  #portrait(delivered: SiteDefaults['portrait']): SiteImage | null {
    const { portrait } = this.content.about
    const { owner } = this.content.name
    if (isUploaded(portrait)) return { ...uploadRaster(portrait), alt: `Portrait of ${owner}` }
    if (portrait === noPortrait || !delivered) return null
    const alt = delivered.alt.replace(this.#defaults.content.name.owner, owner)
    return { ...deliveredRaster(delivered), alt }
  }

  #teaser(): SiteImage {
    const { teaser } = this.content.slider
    const { teaser: delivered } = this.#defaults
    return isUploaded(teaser)
      ? { ...uploadRaster(teaser), alt: '' }
      : { ...deliveredRaster(delivered), alt: delivered.alt }
  }

  /** Where there are fewer covers than slides, the site's own images fill up the rest. */
  async #slides(): Promise<SiteImage[]> {
    const { show, slides } = this.content.slider
    const covers = show === 'images' ? [] : await this.#covers(show)
    const own = slides.flatMap(({ image, alt }) => {
      const delivered = this.#defaults.slides[Number(image) - 1]
      if (isUploaded(image)) return { ...uploadRaster(image), alt }
      return delivered ? { ...deliveredRaster(delivered), alt } : []
    })
    const shown = covers.map(({ folder, name, focal }) => ({ ...uploadRaster(folder), alt: name, focal }))
    return [...shown, ...own].slice(0, slideCount)
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
