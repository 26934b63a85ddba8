// What can be edited of the site: the table of which its form is made, and by which two versions are compared.
import { shareImageSize } from '../../../contract/brand.ts'
import type { DeliveredImages } from '../../../contract/responses/site.ts'
import { serviceDrawings } from '../../../contract/service-icons.ts'
import {
  isUploaded,
  siteLimits as max,
  noPortrait,
  type ServiceIcon,
  type SiteContent,
  type SiteImageKind,
  type SiteSection,
  serviceIcons,
  type siteEntries,
  siteImageUrl,
  siteSections,
  wayKinds,
} from '../../../contract/site.ts'
import { type DescribedPage, descriptionOf } from '../../../contract/site-calls.ts'
import { moveHelp } from '../../ui/list/sorting.tsx'
import { type SharpSize, sizeText } from '../project-images/image-size.tsx'

type Values = Record<string, unknown>

interface Common {
  /** In its section or row; empty for the section itself. */
  key: string
  label: string
  hint?: string
  /** It is shown only then. @param around the section or row that it is in */
  when?: (around: Values) => boolean
}

export interface TextOf extends Common {
  kind: 'text'
  /** Characters; without it there is no count. */
  max?: number
  /** As many lines are shown; one line otherwise. */
  rows?: number
  placeholder?: string | ((content: SiteContent) => string)
}

export interface ChoiceOf extends Common {
  kind: 'choice' | 'cards'
  options: readonly { value: string; label: string; hint: string }[]
}

export interface ImageOf extends Common {
  kind: 'image'
  upload: SiteImageKind
  sharp: SharpSize
  /** What there is without an upload, and with one. */
  states: readonly [without: string, own: string]
  delivered?: 'portrait' | 'teaser'
  /** The field that says what the image shows: it is emptied with it. */
  describedBy?: string
}

export interface RowsOf extends Common {
  kind: 'rows'
  of: keyof typeof siteEntries
  /** "skill": what one row is. */
  noun: string
  cells: readonly Field[]
  /** Rows have several lines. */
  isTall?: boolean
}

interface Plain extends Common {
  kind: 'slides' | 'icon' | 'percent' | 'colour' | 'noPortrait'
}

export type Field = TextOf | ChoiceOf | ImageOf | RowsOf | Plain

const text = (key: string, label: string, max = 0, more: Partial<TextOf> = {}): TextOf => ({
  kind: 'text',
  key,
  label,
  max,
  ...more,
})

const choice = (key: string, label: string, labels: Record<string, string>): ChoiceOf => ({
  kind: 'choice',
  key,
  label,
  options: Object.entries(labels).map(([value, label]) => ({ value, label, hint: '' })),
})

const rows = (
  key: string,
  of: RowsOf['of'],
  noun: string,
  cells: readonly Field[],
  more: Partial<RowsOf> = {},
): RowsOf => ({ kind: 'rows', key, label: '', of, noun, cells, ...more })

type ImageSpecies = Omit<ImageOf, keyof Common | 'kind' | 'upload'> & Partial<ImageOf>
const image = (key: string, label: string, more: ImageSpecies): ImageOf => ({
  kind: 'image',
  key,
  label,
  upload: 'image',
  ...more,
})

const description = (page: DescribedPage, name: string) =>
  text(page, `Description of ${name}`, max.description, {
    rows: 4,
    placeholder: (content) => descriptionOf(content, page),
  })

const files = 'PNG, JPEG or WebP, at most 10 MB.'
const logo = { width: 512, height: 512 }
const teaser = { width: 1920, height: 624 }
const portrait = { width: 1280 }
export const sharpSlide = { width: 1280, height: 960 }

const ways = { email: 'Email', phone: 'Phone', booking: 'Booking page' }
const wayTexts = { email: 'Email address', phone: 'Phone number', booking: 'Text of the link' }
const targets = { '/contact': 'Contact', '/portfolio': 'Portfolio', '/about': 'About' }
const mayBeFewer = 'With fewer than six, your own images follow.'

interface Section {
  title: string
  /** Those in a list of their own stand side by side. */
  fields: readonly (Field | readonly Field[])[]
}

export const sections: Record<SiteSection, Section> = {
  name: {
    title: 'Name and brand',
    fields: [
      [text('brand', 'Brand', max.brand), text('owner', 'Your name', max.owner)],
      image('logo', 'Logo', {
        upload: 'logo',
        sharp: logo,
        hint: `Square, ${sizeText(logo)} or larger: ${files} It stands on paper, in the dark theme too. Icons and emails follow it.`,
        states: ['Drawn from your initials', 'Your logo'],
      }),
    ],
  },
  hero: {
    title: 'Hero',
    fields: [
      [text('greeting', 'Greeting', max.greeting), text('role', 'Role', max.role)],
      text('line', 'Line', max.heroLine),
      [text('button', 'Button', max.button), choice('leadsTo', 'Leads to', targets)],
    ],
  },
  stats: {
    title: 'Stats',
    fields: [
      rows('', 'stats', 'stat', [
        text('label', 'Label', max.statLabel),
        text('value', 'Value', max.statValue),
      ]),
    ],
  },
  services: {
    title: 'Services',
    fields: [
      text('heading', 'Heading', max.heading),
      rows(
        'list',
        'services',
        'service',
        [
          { kind: 'icon', key: 'icon', label: 'Icon' },
          text('title', 'Name', max.serviceTitle),
          text('description', 'Text', max.serviceText, { rows: 3 }),
        ],
        { isTall: true },
      ),
    ],
  },
  skills: {
    title: 'Skills',
    fields: [
      text('heading', 'Heading', max.heading),
      rows(
        'list',
        'skills',
        'skill',
        [text('name', 'Skill', max.skill), { kind: 'percent', key: 'percentage', label: 'Percent' }],
        { hint: moveHelp },
      ),
    ],
  },
  slider: {
    title: 'Slider',
    fields: [
      [text('title', 'Heading', max.heading), text('button', 'Button', max.button)],
      image('teaser', 'Image above the slides', {
        sharp: teaser,
        hint: `${sizeText(teaser)} or larger. ${files}`,
        states: ['As installed', 'Your image'],
        delivered: 'teaser',
      }),
      {
        kind: 'cards',
        key: 'show',
        label: 'The slider shows',
        options: [
          { value: 'images', label: 'Six images of your own', hint: 'Chosen below.' },
          { value: 'featured', label: 'Covers of featured projects', hint: mayBeFewer },
          { value: 'latest', label: 'Covers of the latest projects', hint: mayBeFewer },
        ],
      },
      { kind: 'slides', key: 'slides', label: 'Image' },
    ],
  },
  about: {
    title: 'About',
    fields: [
      text('heading', 'Heading', max.heading),
      text('text', 'Text', max.aboutText, {
        rows: 10,
        hint: 'Markdown: **bold**, *italic*, [link](address), lists and headings. HTML stays as typed.',
      }),
      text('skillsHeading', 'Heading of the skills', max.heading),
      image('portrait', 'Portrait', {
        sharp: portrait,
        hint: `Also in the hero of Home, upright there. ${sizeText(portrait)} or larger: ${files}`,
        states: ['As installed', 'Your image'],
        delivered: 'portrait',
        when: (about) => about.portrait !== noPortrait,
      }),
      {
        kind: 'noPortrait',
        key: 'portrait',
        label: 'No portrait: show the logo or monogram in its place',
      },
    ],
  },
  contact: {
    title: 'Contact',
    fields: [
      text('lead', 'Lead', max.lead, { rows: 3 }),
      rows(
        'ways',
        'ways',
        'way',
        [
          choice('kind', 'Kind', ways),
          ...wayKinds.map((kind) =>
            text('value', wayTexts[kind], 0, {
              placeholder: wayTexts[kind],
              when: (way) => way.kind === kind,
            }),
          ),
          text('url', 'URL of the booking page', 0, {
            placeholder: 'https://',
            when: ({ kind }) => kind === 'booking',
          }),
        ],
        { label: 'Other ways to reach you', isTall: true },
      ),
    ],
  },
  links: {
    title: 'Links',
    fields: [
      rows(
        'profiles',
        'profiles',
        'profile',
        [
          text('site', 'Site', max.label, { placeholder: 'GitHub' }),
          text('name', 'Shown as', max.shownName, { placeholder: '@you' }),
          text('url', 'URL', 0, { placeholder: 'https://' }),
        ],
        { label: 'Profiles, on Contact and in the footer' },
      ),
      rows(
        'footer',
        'footer',
        'link',
        [
          text('label', 'Text', max.label, { placeholder: 'Text' }),
          text('url', 'URL', 0, { placeholder: 'https:// or /about' }),
        ],
        { label: 'More links in the footer' },
      ),
    ],
  },
  search: {
    title: 'Search and sharing',
    fields: [
      [
        description('home', 'Home'),
        description('about', 'About'),
        description('portfolio', 'Portfolio'),
        description('contact', 'Contact'),
      ],
      image('image', 'Share image', {
        sharp: shareImageSize,
        hint: `What link previews show. ${sizeText(shareImageSize)} or larger: ${files}`,
        states: ['Drawn from your name', 'Your image'],
        describedBy: 'imageAlt',
      }),
      text('imageAlt', 'Description of the share image', max.alt, {
        hint: 'Read aloud where the link is shared. Without one nothing is said about the image.',
        when: ({ image }) => isUploaded(String(image)),
      }),
    ],
  },
  colour: { title: 'Colour', fields: [{ kind: 'colour', key: 'accent', label: 'Accent colour' }] },
}

/** "hero.line": of a field in the content, as the errors of the server name it. */
export const pathOf = (around: string, { key }: Field) => (key ? `${around}.${key}` : around)

export function valueAt(content: SiteContent, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Values)[key], content)
}

/** A copy with another value at that path. */
export function withValue<Of>(values: Of, [key = '', ...rest]: readonly string[], value: unknown): Of {
  const changed = rest.length > 0 ? withValue((values as Values)[key], rest, value) : value
  return (
    Array.isArray(values)
      ? values.map((old, at) => (String(at) === key ? changed : old))
      : { ...values, [key]: changed }
  ) as Of
}

/** A small one, for screens of two pixels a point; null where nothing is uploaded or delivered. */
export function imageUrl({ upload, delivered }: ImageOf, name: string, all: DeliveredImages): string | null {
  if (isUploaded(name)) return siteImageUrl(name, upload, 320)
  return delivered && name !== noPortrait ? all[delivered] : null
}

export function slideUrl(name: string, { slides }: DeliveredImages): string {
  if (isUploaded(name)) return siteImageUrl(name, 'image', 320)
  return slides[Number(name) - 1] ?? '/pictures/placeholder.svg'
}

/** A text or the URL of an image, by what it is called. */
type Shown = Record<string, { text: string } | { image: string | null }>

export function differences(before: SiteContent, after: SiteContent, delivered: DeliveredImages) {
  const [old, now] = [shownOf(before, delivered), shownOf(after, delivered)]
  return Object.entries(now)
    .map(([label, shown]) => ({ label, before: old[label] ?? shown, after: shown }))
    .filter((pair) => JSON.stringify(pair.before) !== JSON.stringify(pair.after))
}

function shownOf(content: SiteContent, delivered: DeliveredImages): Shown {
  const shown: Shown = {}
  for (const section of siteSections)
    for (const field of sections[section].fields.flat()) {
      const label = [sections[section].title, field.label].filter(Boolean).join(': ')
      const value = valueAt(content, pathOf(section, field))
      if (field.kind === 'image') shown[label] = { image: imageUrl(field, String(value), delivered) }
      else if (field.kind === 'slides')
        for (const [at, { image, alt }] of content.slider.slides.entries()) {
          shown[`${label} ${at + 1}`] = { image: slideUrl(image, delivered) }
          shown[`${label} ${at + 1}, description`] = { text: alt }
        }
      else if (field.kind !== 'noPortrait') shown[label] = { text: inWords(field, value) }
    }
  return shown
}

function inWords(field: Field, value: unknown): string {
  if (field.kind === 'choice' || field.kind === 'cards')
    return field.options.find((option) => option.value === value)?.label ?? ''
  if (field.kind === 'icon') return serviceDrawings[value as ServiceIcon].name
  if (field.kind !== 'rows') return String(value)
  return (value as Values[])
    .map((row) =>
      shownCells(field, row)
        .map((cell) => inWords(cell, row[cell.key]))
        .join(', '),
    )
    .join('\n')
}

export const shownCells = ({ cells }: RowsOf, row: Values) => cells.filter(({ when }) => when?.(row) ?? true)

/** What a new row begins with. */
export function emptyRow({ cells }: RowsOf): Values {
  const empty = { percent: 50, icon: serviceIcons[0] } as Values
  return Object.fromEntries(
    cells.map((cell) => [cell.key, 'options' in cell ? cell.options[0]?.value : (empty[cell.kind] ?? '')]),
  )
}
