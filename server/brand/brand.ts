// Everything that follows from the brand and the owner's name: hero, short name, mark, faces, and the rules for them
import { LRUCache } from 'lru-cache'
import { accentCss, deliveredAccent } from '../../contract/accent.ts'
import { imageUrl } from '../../contract/images.ts'
import type { Brand, Language, Logo, Mark } from '../../contract/responses/site.ts'
import { isColour, isUploaded, type SiteContent } from '../../contract/site.ts'
import { deliveredPair, typeCss } from '../../contract/type-pairs.ts'
import { Faces, type Type, types } from './faces.ts'
import { heroName } from './hero.ts'
import { markerColours } from './mark.ts'
import { type Monogram, monogram } from './monogram.ts'
import { graphemes, joins } from './set-text.ts'

/** Of a mark that is an image: the square that it fits into. */
const noLines: Mark = {
  viewBox: '0 0 60 60',
  filled: [],
  stroked: [],
  strokeWidth: 0,
  dot: { x: 0, y: 0, radius: 0 },
}

/** Another one for each upload, so it can be cached for ever. @param name of the upload */
export function sharePathOf(name: string): string {
  return `/share/site-${name.slice(0, 16)}.jpg`
}

/** Characters; a longer brand is shortened in narrow bars. */
const longBrand = 16

/** Share images are about 100 kB, so all projects of most sites fit. */
const maxMade = 150

/** The brand of one version of the site. What is made of it goes with it when another is published. */
export class BrandBook {
  readonly content: SiteContent
  readonly portrait: Brand['portrait']
  readonly faces: Faces
  /** The drawn one. */
  readonly logo: Logo | null
  /** `#rrggbb`. */
  readonly accent: string
  readonly #made = new LRUCache<string, Promise<unknown>>({ max: maxMade })

  /** @param faces shared by all versions: their files are read once. */
  constructor(content: SiteContent, logo: Logo | null, portrait: Brand['portrait'], faces = new Faces()) {
    const { name, colour } = content
    this.content = content
    this.portrait = portrait
    this.faces = faces
    // That of another brand is none.
    this.logo = logo?.brand === name.brand ? logo : null
    this.accent = isColour(colour.accent) ? colour.accent : deliveredAccent
  }

  brand(): Promise<Brand> {
    return this.made('brand', () => this.#describe())
  }

  monogram(): Promise<Monogram> {
    return this.made('monogram', () => monogram(this.faces, this.content.name.brand, this.type))
  }

  /**
   * Makes something when it is first needed. One that fails is made again for the next request: a file may be back, as when a
   * disk is mounted again.
   */
  made<Made>(name: string, make: () => Promise<Made>): Promise<Made> {
    const made = (this.#made.get(name) as Promise<Made> | undefined) ?? make()
    this.#made.set(name, made)
    made.catch(() => this.#made.delete(name))
    return made
  }

  get hasLogo(): boolean {
    return this.logo !== null || isUploaded(this.content.name.logo)
  }

  get type(): Type {
    return types[this.content.type.pair]
  }

  get marker() {
    return markerColours(this.accent)
  }

  /** The mark as pages show it: the uploaded logo, the drawn one, or else the monogram. */
  async mark(): Promise<Mark> {
    const image = imageUrl(this.content.name.logo, 'logo')
    return image ? { ...noLines, image } : this.ownMark()
  }

  /** The mark without an upload. */
  async ownMark(): Promise<Mark> {
    if (!this.logo) return (await this.monogram()).mark
    const { brand: _, ...drawn } = this.logo
    return drawn
  }

  async #describe(): Promise<Brand> {
    const { accent, portrait } = this
    const { language, search, type } = this.content
    const { brand, owner } = this.content.name
    const { role } = this.content.hero
    const { measures, ...hero } = await heroName(this.faces, owner, this.type)
    const loaded = await this.#loadedFaces([brand, owner, role].join(' '))
    const properties = Object.entries(measures).map(([name, value]) => `${name}:${value}`)
    return {
      language: language.chosen,
      name: brand,
      // That of a firm is cut off instead: its last word is nobody's surname.
      shortName: owner.startsWith(brand) ? shortNameOf(brand) : null,
      nameLanguage: languageOf(brand),
      owner: { name: owner, role, language: languageOf(owner), roleLanguage: languageOf(role) },
      portrait,
      hero,
      mark: await this.mark(),
      pair: type.pair,
      art: this.hasLogo ? null : (await this.monogram()).art,
      css: [
        ...loaded.entries().map(fontFace),
        `[data-hero]{${properties.join(';')}}`,
        // The style sheet has what is delivered.
        accent === deliveredAccent ? '' : accentCss(accent),
        type.pair === deliveredPair ? '' : typeCss(type.pair),
      ].join(''),
      fonts: [...loaded.keys()],
      ...(isUploaded(search.image) && { shareImage: sharePathOf(search.image), shareAlt: search.imageAlt }),
    }
  }

  /** The characters for which each face is loaded that the style sheet does not name, by where it is served. */
  async #loadedFaces(text: string): Promise<Map<string, string[]>> {
    const family = this.type.display
    const declared = new RegExp(`^${family}-latin(-ext)?-wght`)
    const loaded = new Map<string, string[]>()
    for (const character of new Set(graphemes(text.normalize('NFC')))) {
      const face = await this.faces.find(character, family)
      if (face && !declared.test(face.file)) loaded.getOrInsert(`/fonts/${face.file}`, []).push(character)
    }
    return loaded
  }
}

function fontFace([url, characters]: [string, string[]]): string {
  const points = [...new Set(characters.join(''))].map((point) => `U+${point.codePointAt(0)?.toString(16)}`)
  return `@font-face{font-family:Companion;src:url(${url}) format("woff2");font-weight:100 900;font-display:swap;unicode-range:${points.join()}}`
}

/** First name and initial: "Bartholomew F." Names that are not written so are cut off by the style sheet instead. */
function shortNameOf(brand: string): string | null {
  const words = brand.normalize('NFC').trim().split(/\s+/u)
  const [first = '', last] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  if (graphemes(brand).length <= longBrand || !last || joins(brand)) return null
  const initial = graphemes(last).find((grapheme) => /\p{L}/u.test(grapheme))
  return initial ? `${first} ${initial.toLocaleUpperCase('en')}.` : null
}

/** What the script of a name says about its language; nothing where many languages are written in it. */
function languageOf(name: string): Language {
  const languages: [RegExp, Language][] = [
    [/\p{Script=Arabic}/u, { lang: 'ar', dir: 'rtl' }],
    [/\p{Script=Hebrew}/u, { lang: 'he', dir: 'rtl' }],
    [/\p{Script=Greek}/u, { lang: 'el' }],
    [/\p{Script=Hangul}/u, { lang: 'ko' }],
    [/\p{Script=Hiragana}|\p{Script=Katakana}/u, { lang: 'ja' }],
    [/\p{Script=Han}/u, { lang: 'zh' }],
  ]
  return languages.find(([script]) => script.test(name))?.[1] ?? {}
}
