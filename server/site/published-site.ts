// What pages, emails and images show of one version of the content, or of a draft. Nothing in it changes: a new version
// is a new object.
import { imageUrl, sizeOfImage, widthsOf } from '../../contract/images.ts'
import { type LegalPage, legalPageAt, legalPages } from '../../contract/pages.ts'
import type {
  AboutView,
  Brand,
  ContactView,
  ContactWay,
  DeliveredImages,
  DeliveredSite,
  HomeSectionView,
  HomeView,
  MarkdownNode,
  Raster,
  Reach,
  SiteImage,
} from '../../contract/responses/site.ts'
import { serviceDrawings } from '../../contract/service-icons.ts'
import {
  choicesIn,
  type HomeSection,
  hasContent,
  isFooterLink,
  isValidWay,
  isWebUrl,
  leastProjects,
  noImage,
  type SiteContent,
  slideCount,
} from '../../contract/site.ts'
import { type DescribedPage, descriptionOf, type SiteViews } from '../../contract/site-calls.ts'
import { wordsOf } from '../../contract/words/catalogues.ts'
import { type Translate, translator, type Words } from '../../contract/words/translate.ts'
import { deliveredWords, emailWords } from '../../contract/words/words.ts'
import { BrandBook } from '../brand/brand.ts'
import type { Faces } from '../brand/faces.ts'
import { ownerDrawing } from '../brand/share-drawing.ts'
import { parseMarkdown } from '../pages/markdown.ts'

/** Of the projects whose covers the slider of Home shows; own ones are the latest without the demo's. */
export type CoverChoice = 'featured' | 'latest' | 'own'

interface Shared {
  /** Read once for all versions. */
  faces: Faces
  /** Of the projects as they are at this moment. */
  covers(which: CoverChoice): Promise<readonly SiteImage[]>
  /** Which of these projects are published at this moment. */
  published(ids: readonly string[]): Promise<readonly string[]>
}

export class PublishedSite implements SiteViews {
  /** 0 is the content of the files. */
  readonly version: number
  readonly content: SiteContent
  readonly book: BrandBook
  readonly reach: Reach
  readonly words: Words
  /** The site's language, with those of emails. */
  readonly t: Translate
  readonly #defaults: DeliveredSite
  readonly #projects: Pick<Shared, 'covers' | 'published'>

  constructor(
    version: number,
    content: SiteContent,
    defaults: DeliveredSite,
    { faces, ...projects }: Shared,
  ) {
    this.version = version
    this.content = content
    this.#defaults = defaults
    this.#projects = projects
    const words = wordsOf(content.language)
    this.t = translator(words)
    this.words = withoutEmails(words)
    this.book = new BrandBook(content, defaults.logo, this.#portrait(), faces)
    this.reach = reachOf(content, this.t)
  }

  brand(): Promise<Brand> {
    return this.book.brand()
  }

  /** All that pages show of it, for who edits it. @param publicUrl whose host the share image has */
  async preview(publicUrl: string) {
    const { book, reach, words } = this
    const mark = await book.ownMark()
    const [brand, home, { svg }] = await Promise.all([
      this.brand(),
      this.home(),
      ownerDrawing(book, mark, publicUrl),
    ])
    const drawn = { mark, share: svg }
    const legal = { imprint: this.legal('imprint') ?? [], privacy: this.legal('privacy') ?? [] }
    return { brand, words, reach, home, about: this.about(), contact: this.contact(), legal, drawn }
  }

  async home(): Promise<HomeView> {
    const { home, hero, stats } = this.content
    const { greeting, line, button, leadsTo } = hero
    return {
      description: this.description('home'),
      hero: { greeting: this.#said(greeting), line, button: this.#said(button), leadsTo },
      stats: stats.map(({ label, value }) => ({ label: this.#said(label), value })),
      sections: await Promise.all(
        home
          .filter(({ section, isShown }) => isShown && hasContent(this.content, section))
          .map(({ section }) => this.#section(section)),
      ),
    }
  }

  async #section(section: HomeSection): Promise<HomeSectionView> {
    const { services, skills, quotes, logos, slider } = this.content
    switch (section) {
      case 'services': {
        const list = services.list.map(({ title, description, icon }) => {
          const { name: _, ...drawing } = serviceDrawings[icon]
          return { title, description, drawing }
        })
        return { section, heading: this.#said(services.heading), list }
      }
      case 'skills':
        return { section, heading: this.#said(skills.heading), list: skills.list }
      case 'quotes': {
        const published = await this.#projects.published(quotes.list.map(({ project }) => project))
        const list = quotes.list.map((quote) => ({
          ...quote,
          project: published.includes(quote.project) ? quote.project : null,
        }))
        return { section, heading: this.#said(quotes.heading), list }
      }
      case 'teaser': {
        const [title, button] = [this.#said(slider.title), this.#said(slider.button)]
        return { section, title, button, image: this.#teaser(), slides: await this.#slides() }
      }
      case 'logos': {
        const list = logos.list.flatMap(({ image, alt }) => {
          const [src, size] = [imageUrl(image, 'logo'), sizeOfImage(image)]
          return src && size ? { src, ...size, alt } : []
        })
        return { section, heading: this.#said(logos.heading), list }
      }
    }
  }

  about(): AboutView {
    const { about, skills } = this.content
    return {
      description: this.description('about'),
      heading: this.#said(about.heading),
      text: parseMarkdown(about.text),
      image: this.#portrait(),
      skills: { heading: this.#said(about.skillsHeading), list: skills.list },
    }
  }

  contact(): ContactView {
    const { lead, fields } = this.content.contact
    return {
      description: this.description('contact'),
      lead: this.#said(lead),
      version: this.version,
      fields: fields.map(({ label, kind, need, choices }) => ({
        ...{ label, kind, isRequired: need === 'required' },
        choices: kind === 'budget' ? choicesIn(choices) : [],
      })),
    }
  }

  /** Whether the path is that of a legal page without a text, which is not found. */
  lacks(path: string): boolean {
    const page = legalPageAt(path)
    return page !== undefined && !this.content.legal[page]
  }

  legal(page: LegalPage): readonly MarkdownNode[] | null {
    const text = this.content.legal[page]
    return text ? parseMarkdown(withoutTitle(text, [legalPages[page], this.t(legalPages[page])])) : null
  }

  /** What is shown where the content names no upload. */
  get delivered(): DeliveredImages {
    const { portrait, teaser, slides } = this.#defaults
    const smallUrl = ({ src, widths }: Raster) => `${src}${widths[0]}.webp`
    return {
      portrait: smallUrl(portrait),
      teaser: smallUrl(teaser),
      slides: slides.map(smallUrl),
    }
  }

  description(page: DescribedPage): string {
    return descriptionOf(this.content, page, this.t)
  }

  /** A text of the owner, or the translation of one that is as delivered. */
  #said(text: string): string {
    const delivered = deliveredWords.find((word) => word === text)
    return delivered ? this.t(delivered) : text
  }

  #slideAlt(alt: string): string {
    const number = /^Slide (\d)$/.exec(alt)?.[1]
    return number ? this.t('Slide {number}', { number }) : alt
  }

  #portrait(): SiteImage | null {
    const { portrait } = this.content.about
    if (portrait === noImage) return null
    const image = uploadRaster(portrait) ?? this.#defaults.portrait
    return { ...image, alt: this.t('Portrait of {name}', { name: this.content.name.owner }) }
  }

  #teaser(): SiteImage | null {
    const { teaser } = this.content.slider
    if (teaser === noImage) return null
    return { ...(uploadRaster(teaser) ?? this.#defaults.teaser), alt: '' }
  }

  /**
   * Where there are fewer covers than slides, the site's own images fill up the rest. Covers that came by themselves are
   * not mixed with delivered images, which the owner has not chosen.
   */
  async #slides(): Promise<SiteImage[]> {
    const { show, slides } = this.content.slider
    const found = show === 'images' ? [] : await this.#projects.covers(show === 'auto' ? 'own' : show)
    const covers = show === 'auto' && found.length < leastProjects ? [] : found
    const isMixed = show !== 'auto' || covers.length === 0
    const own = slides.flatMap(({ image, alt }) => {
      const delivered = isMixed ? this.#defaults.slides[Number(image) - 1] : undefined
      const raster = uploadRaster(image) ?? delivered
      return raster ? { ...raster, alt: this.#slideAlt(alt) } : []
    })
    return [...covers, ...own].slice(0, slideCount)
  }
}

/** The page has its own title; many texts begin with it, too. */
function withoutTitle(text: string, titles: readonly string[]): string {
  const [first = '', ...rest] = text.split('\n')
  const isTitle = titles.some((title) => first.toLowerCase().trim() === `# ${title.toLowerCase()}`)
  return isTitle ? rest.join('\n') : text
}

function withoutEmails(words: Words): Words {
  const emails = new Set<string>(emailWords)
  return Object.fromEntries(Object.entries(words).filter(([word]) => !emails.has(word)))
}

/** Null for what is no uploaded image. */
export function uploadRaster(name: string | null): Raster | null {
  const size = sizeOfImage(name)
  return size && { src: `/uploads/${name}/`, ...size, widths: widthsOf(name, 'cover') }
}

type Way = SiteContent['contact']['ways'][number]

/**
 * How visitors reach the owner, as links, and the lists of links in the footer. What is no link is left out: a draft that is previewed may hold anything.
 */
function reachOf({ contact, links, legal }: SiteContent, t: Translate): Reach {
  const profiles = links.profiles
    .filter(({ url }) => isWebUrl(url))
    .map(({ site, name, url }): ContactWay => ({ kind: 'profile', label: site, value: name, href: url }))
  const more = links.footer
    .filter(({ url }) => isFooterLink(url))
    .map(({ label, url }) => ({ label, href: url }))
  return {
    ways: [...contact.ways.flatMap((way) => wayOf(way, t)), ...profiles],
    footer: [
      profiles.map(({ label, href }) => ({ label, href })),
      more,
      (Object.keys(legalPages) as LegalPage[])
        .filter((page) => legal[page])
        .map((page) => ({ label: t(legalPages[page]), href: `/${page}` })),
    ].filter((list) => list.length > 0),
  }
}

function wayOf(way: Way, t: Translate): ContactWay[] {
  const { kind, value, url } = way
  const links = {
    email: ['Email', `mailto:${encodeURIComponent(value).replace('%40', '@')}`],
    phone: ['Phone', `tel:${value.replace(/[^\d+]/g, '')}`],
    booking: ['Call', url],
  } as const
  const [label, href] = links[kind]
  return isValidWay(way) ? [{ kind, label: t(label), value, href }] : []
}
