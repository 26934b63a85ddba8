// The site's content as the owner edits it: one schema with every limit. The calls of the editor: site-calls.ts.
import * as z from 'zod/mini'
import { cleanAccent, deliveredAccent, parseColour } from './accent.ts'
import { imageName, sizeOfImage } from './images.ts'
import { emailLength, urlLength } from './limits.ts'
import { legalPages } from './pages.ts'
import { cleanLine, cleanLines, cleanText, line, lines, looksLikeEmail } from './text.ts'
import { deliveredPair, typePairs } from './type-pairs.ts'
import type { UploadKind } from './uploads.ts'
import { languages } from './words/languages.ts'

/** Whether pages show it: a draft may hold anything. */
export const isColour = (text: string) => parseColour(text) !== null

/** `#rrggbb`; in a draft what has been typed so far. */
const accent = z.string().check(z.maxLength(40), z.overwrite(cleanAccent))

/** The slides of Home. */
export const slideCount = 6

/** What Home has below its hero, in the delivered order. */
export const homeSections = ['services', 'skills', 'quotes', 'teaser', 'logos'] as const
export type HomeSection = (typeof homeSections)[number]
export interface HomeRow {
  section: HomeSection
  /** Chosen by the owner; without content (`hasContent`) it is not shown all the same. */
  isShown: boolean
}

/** Logos that make a section: fewer look like a gap. */
export const leastLogos = 3
/** Published projects of the owner from which the slider shows them by itself. */
export const leastProjects = 3

/** Whether there is anything to show in it. */
export function hasContent({ services, skills, quotes, logos }: SiteContent, section: HomeSection): boolean {
  const entries = { services: services.list, skills: skills.list, quotes: quotes.list, logos: logos.list }
  if (section === 'teaser') return true
  return entries[section].length >= (section === 'logos' ? leastLogos : 1)
}

/** Each section once: those that a stored order does not name follow. */
function allSections(rows: HomeRow[]): HomeRow[] {
  const own = rows.filter(({ section }, at) => rows.findIndex((row) => row.section === section) === at)
  const others = homeSections.filter((section) => !own.some((row) => row.section === section))
  return [...own, ...others.map((section) => ({ section, isShown: true }))]
}

/** The delivered image, or a drawn one. */
export const deliveredImage = ''
/** An image that is not shown: of the portrait, the mark stands in its place. */
export const noImage = 'none'

const unknownImage = 'Choose an image again.'
/** Missing in versions from before there were images. @param others what it may be besides an upload and the delivered one */
const image = (others = deliveredImage) =>
  z.prefault(
    z.string(unknownImage).check(z.regex(new RegExp(`^(?:|${others}|${imageName})$`), unknownImage)),
    deliveredImage,
  )

export const isUploaded = (name: string) => sizeOfImage(name) !== null

export interface UsedImage {
  /** Of its field in the content. */
  path: string
  name: string
  kind: UploadKind
}

/** The uploads that content names. */
export function uploadsIn({ name, slider, logos, about, search }: SiteContent): UsedImage[] {
  const used = (path: string, name: string, kind: UploadKind = 'image') => ({ path, name, kind })
  return [
    used('name.logo', name.logo, 'logo'),
    used('slider.teaser', slider.teaser),
    ...slider.slides.map(({ image }, at) => used(`slider.slides.${at}.image`, image)),
    ...logos.list.map(({ image }, at) => used(`logos.list.${at}.image`, image, 'logo')),
    used('about.portrait', about.portrait),
    used('search.image', search.image),
  ].filter(({ name }) => isUploaded(name))
}

/** Characters of each text, where the design needs a limit. */
export const siteLimits = {
  ...{ brand: 30, owner: 60, greeting: 24, role: 40, heroLine: 90, button: 24, heading: 24 },
  ...{ statLabel: 16, statValue: 10, serviceTitle: 40, serviceText: 140, skill: 24, alt: 80 },
  ...{ aboutText: 2_000, legal: 20_000, lead: 160, description: 160, label: 24, shownName: 40 },
  ...{ quote: 280, quoteName: 60, choices: 250 },
} as const

/** Entries of each list. */
export const siteEntries = {
  ...{ stats: 3, services: 12, skills: 12, quotes: 6, logos: 12, ways: 6, profiles: 8, footer: 8 },
  fields: 2,
} as const

/** Own words in place of the catalogue's: more than it has, and characters of each. */
const maxWords = 500
export const wordLength = 250

/** Where the hero's button may lead. */
export const heroTargets = ['/contact', '/portfolio', '/about'] as const
/** Of a service, in the order of the picker; service-icons.ts draws them. */
export const serviceIcons = [
  ...(['web', 'design', 'store', 'hosting', 'photo', 'mobile'] as const),
  ...(['growth', 'mail', 'announce', 'globe', 'security', 'music'] as const),
] as const
/** Of a field that the owner adds to the contact form. */
export const fieldKinds = ['line', 'date', 'budget'] as const
export const wayKinds = ['email', 'phone', 'booking'] as const

export type ServiceIcon = (typeof serviceIcons)[number]

const inRange = (value: number) => Number.isInteger(value) && value >= 0 && value <= 100

/** Absolute, without a name and password in it; nothing else becomes a link. */
export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

function isPhone(text: string): boolean {
  return /^\+?[\d\s()./-]{3,40}$/.test(text) && /\d{3}/.test(text.replace(/\D/g, ''))
}

/** A page of this site, an absolute URL, or an email address as a link. */
export function isFooterLink(text: string): boolean {
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return true
  return isWebUrl(text) || (/^mailto:/i.test(text) && looksLikeEmail(text.slice('mailto:'.length)))
}

const webUrlError = 'Enter a URL that begins with https:// or http://.'
const footerUrlError = 'Enter a path such as /about, or a URL that begins with https://, http:// or mailto:.'

/** Of each kind of way the field that must be valid. */
const wayRules = {
  email: { field: 'value', isValid: looksLikeEmail, error: 'Enter an email address.' },
  phone: { field: 'value', isValid: isPhone, error: 'Enter a phone number such as +47 555 01 234.' },
  booking: { field: 'url', isValid: isWebUrl, error: webUrlError },
} as const

type Way = { kind: keyof typeof wayRules; value: string; url: string }

export function isValidWay(way: Way): boolean {
  const { field, isValid } = wayRules[way.kind]
  return isValid(way[field])
}

/** One a line. */
export const choicesIn = (text: string) => text.split('\n').map(cleanLine).filter(Boolean)

const choicesError = 'Enter one to six choices, each on a line of its own and at most 40 characters long.'

function areChoices(text: string): boolean {
  const list = choicesIn(text)
  return list.length >= 1 && list.length <= 6 && list.every(({ length }) => length <= 40)
}

/** Times a limit: longer texts are not previewed. */
const draftLength = 4

/** What each text of the content is called, and its limit, for its form. */
export const siteTexts = z.registry<{ label: string; max: number }>()

/** @param isDraft what can be previewed while it is being typed: texts may be missing, too long, or no URL yet */
function contentSchema(isDraft: boolean) {
  const max = siteLimits
  const typed = (max: number, clean: (text: string) => string) =>
    z.string().check(z.maxLength(draftLength * max), z.overwrite(clean))
  const text = (label: string, max: number) =>
    (isDraft ? typed(max, cleanLine) : line(label, max)).register(siteTexts, { label, max })
  const texts = (label: string, max: number) =>
    (isDraft ? typed(max, cleanLines) : lines(label, max)).register(siteTexts, { label, max })
  const mayBeEmpty = (label: string, max: number, clean = cleanLines) =>
    isDraft ? typed(max, clean) : cleanText(label, max, clean)
  /** Missing in versions from before it was there. */
  const optional = (label: string, max: number) =>
    z.prefault(mayBeEmpty(label, max), '').register(siteTexts, { label, max })
  type Entries = keyof typeof siteEntries
  const list = <Entry extends z.ZodMiniType>(entry: Entry, of: Entries, what: string = of) =>
    z.array(entry).check(z.maxLength(siteEntries[of], `At most ${siteEntries[of]} ${what}.`))
  const listed = <Entry extends z.ZodMiniType>(entry: Entry, of: Entries) =>
    z.object({ heading: text('Heading', max.heading), list: list(entry, of) })
  const skill = z.object({
    name: text('Skill', max.skill),
    percentage: z
      .number('Enter a number from 0 to 100.')
      .check(z.refine(inRange, 'Enter a number from 0 to 100.')),
  })
  const way = z
    .object({
      kind: z.enum(wayKinds),
      value: text('This', emailLength),
      /** Of a booking page; empty otherwise. */
      url: z.string().check(z.maxLength(urlLength), z.overwrite(cleanLine)),
    })
    .check(
      ...wayKinds.map((kind) => {
        const { field, error } = wayRules[kind]
        return z.refine<Way>((way) => isDraft || way.kind !== kind || isValidWay(way), {
          path: [field],
          error,
        })
      }),
    )
  const field = z
    .object({
      label: text('Label', max.label),
      kind: z.enum(fieldKinds),
      need: z.enum(['optional', 'required']),
      /** Of a budget; empty otherwise. */
      choices: mayBeEmpty('Choices', max.choices),
    })
    .check(
      z.refine(({ kind, choices }) => isDraft || kind !== 'budget' || areChoices(choices), {
        path: ['choices'],
        error: choicesError,
      }),
    )
  const url = (isValid: (text: string) => boolean, error: string) =>
    text('URL', urlLength).check(z.refine((text) => isDraft || isValid(text), error))
  return z.object({
    name: z.object({
      brand: text('Brand', max.brand),
      owner: text('Your name', max.owner),
      /** Empty: drawn from the initials. */
      logo: image(),
    }),
    /** Missing in versions from before sections could be moved, as are quotes and logos. */
    home: z.prefault(
      z
        .array(z.object({ section: z.enum(homeSections), isShown: z.boolean() }))
        .check(z.maxLength(homeSections.length), z.overwrite(allSections)),
      [],
    ),
    hero: z.object({
      greeting: text('Greeting', max.greeting),
      role: text('Role', max.role),
      line: text('Line', max.heroLine),
      button: text('Button', max.button),
      leadsTo: z.enum(heroTargets),
    }),
    stats: list(
      z.object({ label: text('Label', max.statLabel), value: text('Value', max.statValue) }),
      'stats',
    ),
    services: listed(
      z.object({
        title: text('Name', max.serviceTitle),
        description: text('Text', max.serviceText),
        icon: z.enum(serviceIcons),
      }),
      'services',
    ),
    skills: listed(skill, 'skills'),
    quotes: z.prefault(
      listed(
        z.object({
          quote: text('Quote', max.quote),
          name: text('Name', max.quoteName),
          of: optional('Who they are', max.quoteName),
          /** The id of the project that it is about; empty for none. */
          project: z.string().check(z.maxLength(200), z.overwrite(cleanLine)),
        }),
        'quotes',
      ),
      { heading: 'Words from clients', list: [] },
    ),
    logos: z.prefault(listed(z.object({ image: image(), alt: text('Name', max.alt) }), 'logos'), {
      heading: 'Clients',
      list: [],
    }),
    slider: z.object({
      title: text('Heading', max.heading),
      button: text('Button', max.button),
      /** Above the slides. */
      teaser: image(noImage),
      /**
       * What the slider shows. Covers are those of published projects; where there are too few, the slides fill up the rest.
       * `auto`: the slides until the owner has published `leastProjects`, then the covers of those.
       */
      show: z.prefault(z.enum(['auto', 'images', 'featured', 'latest']), 'auto'),
      /** Each image is an upload or the number of a delivered one; empty for the one at its place. */
      slides: z.array(z.object({ image: image('[1-6]'), alt: text('Description', max.alt) })).check(
        z.overwrite((slides) => slides.map((slide, at) => ({ ...slide, image: slide.image || `${at + 1}` }))),
        z.minLength(slideCount, `There are ${slideCount} slides.`),
        z.maxLength(slideCount, `There are ${slideCount} slides.`),
      ),
    }),
    about: z.object({
      heading: text('Heading', max.heading),
      text: texts('Text', max.aboutText),
      skillsHeading: text('Heading of the skills', max.heading),
      /** In the hero of Home, too. */
      portrait: image(noImage),
    }),
    contact: z.object({
      lead: texts('Lead', max.lead),
      ways: list(way, 'ways'),
      /** Of the form, after the four that it always has. Missing in versions from before there were such fields. */
      fields: z.prefault(list(field, 'fields'), []),
    }),
    links: z.object({
      profiles: list(
        z.object({
          site: text('Site', max.label),
          name: text('Shown as', max.shownName),
          url: url(isWebUrl, webUrlError),
        }),
        'profiles',
      ),
      footer: list(
        z.object({ label: text('Text', max.label), url: url(isFooterLink, footerUrlError) }),
        'footer',
        'links',
      ),
    }),
    /** Each is a page once something is written. Missing in versions from before they were edited here. */
    legal: z.prefault(
      z.object({
        imprint: optional(legalPages.imprint, max.legal),
        privacy: optional(legalPages.privacy, max.legal),
      }),
      {},
    ),
    search: z.object({
      /** Empty: made of the names (site-calls.ts). */
      home: optional('Description of Home', max.description),
      about: optional('Description of About', max.description),
      portfolio: optional('Description of Portfolio', max.description),
      contact: optional('Description of Contact', max.description),
      /** What link previews show; empty: drawn from the name. */
      image: image(),
      /** What an uploaded one shows; empty: unknown. */
      imageAlt: optional('Description of the share image', max.alt),
    }),
    /** Missing in versions from before there were languages. */
    language: z.prefault(
      z.object({
        chosen: z.enum(languages, 'Choose a language of the list.'),
        /** By the English word; an empty one counts as none (words/catalogues.ts). */
        words: z
          .record(z.string().check(z.maxLength(wordLength)), mayBeEmpty('A word', wordLength, cleanLine))
          .check(
            z.refine(
              (words) => Object.keys(words).length <= maxWords,
              `At most ${maxWords} words of your own.`,
            ),
          ),
      }),
      { chosen: 'en', words: {} },
    ),
    colour: isDraft
      ? z._default(z.object({ accent }), { accent: deliveredAccent })
      : z.object({ accent: accent.check(z.refine(isColour, 'Enter a colour such as #2f5fd0.')) }),
    /** Missing in versions from before there was a choice. */
    type: z.prefault(z.object({ pair: z.enum(typePairs) }), { pair: deliveredPair }),
  })
}

/** What may be published. */
export const siteContent = contentSchema(false)
export const draftContent = contentSchema(true)

export type SiteContent = z.output<typeof siteContent>
/** A part of the content that is edited and compared as one. */
export type SiteSection = keyof SiteContent

export const siteSections = [
  ...(['name', 'home', 'hero', 'stats', 'services', 'skills', 'quotes', 'logos', 'slider'] as const),
  ...(['about', 'contact', 'links', 'legal', 'search', 'colour', 'type', 'language'] as const),
] as const satisfies readonly SiteSection[]

/** The sections in which two versions differ, in their order. */
export function changedSections(before: SiteContent, after: SiteContent): SiteSection[] {
  return siteSections.filter((section) => canonical(before[section]) !== canonical(after[section]))
}

/** JSON with the keys in one order: those of a draft may be in another one. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
