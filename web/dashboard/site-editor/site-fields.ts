// What can be edited of the site: the table of which its form is made, and by which two versions are compared.
import * as z from 'zod/mini'
import { shareImageSize } from '../../../contract/images.ts'
import type { DeliveredImages } from '../../../contract/responses/site.ts'
import { serviceDrawings } from '../../../contract/service-icons.ts'
import {
  type HomeRow,
  type HomeSection,
  hasContent,
  homeSections,
  isUploaded,
  noImage,
  type ServiceIcon,
  type SiteContent,
  type SiteSection,
  serviceIcons,
  siteContent,
  type siteEntries,
  siteImageUrl,
  siteLimits,
  siteSections,
  siteTexts,
  wayKinds,
} from '../../../contract/site.ts'
import { type DescribedPage, descriptionOf } from '../../../contract/site-calls.ts'
import type { UploadKind } from '../../../contract/uploads.ts'
import { languageNames } from '../../../contract/words/languages.ts'
import type { Translate } from '../../../contract/words/translate.ts'
import { moveHelp } from '../../ui/list/sorting.tsx'
import { type SharpSize, sizeText } from '../project-images/image-size.tsx'

export type Values = Record<string, unknown>

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
  placeholder?: string | ((content: SiteContent, t: Translate) => string)
}

export interface ChoiceOf extends Common {
  kind: 'choice' | 'cards'
  options: readonly { value: string; label: string; hint: string }[]
}

export interface ImageOf extends Common {
  kind: 'image'
  upload: UploadKind
  sharp: SharpSize
  /** What there is without an upload, and with one. */
  states: readonly [without: string, own: string]
  delivered?: 'portrait' | 'teaser'
  /** The checkbox by which there is no image at all. */
  none?: string
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
  /** The first and the last cell have a line of their own. */
  isCard?: boolean
}

interface Plain extends Common {
  kind: 'slides' | 'icon' | 'percent' | 'colour' | 'pair' | 'words' | 'sections' | 'logos' | 'project'
}

export type Field = TextOf | ChoiceOf | ImageOf | RowsOf | Plain

/** A field as the table below has it: a text may be its key alone, and has its label and limit from the contract. */
type Entry = string | Exclude<Field, RowsOf> | RowsEntry
type RowsEntry = Omit<RowsOf, 'cells'> & { cells: readonly Entry[] }

const text = (key: string, more: Partial<TextOf> = {}): TextOf => ({ kind: 'text', key, label: '', ...more })

const choice = (key: string, label: string, labels: Record<string, string>): ChoiceOf => ({
  kind: 'choice',
  key,
  label,
  options: Object.entries(labels).map(([value, label]) => ({ value, label, hint: '' })),
})

type RowsSpecies = Omit<RowsOf, 'kind' | 'label' | 'cells'> & Partial<RowsOf>
const rows = (more: RowsSpecies, cells: readonly Entry[]): RowsEntry => ({
  kind: 'rows',
  label: '',
  ...more,
  cells,
})

type ImageSpecies = Omit<ImageOf, keyof Common | 'kind' | 'upload'> & Partial<ImageOf>
const image = (key: string, label: string, more: ImageSpecies): ImageOf => ({
  kind: 'image',
  key,
  label,
  upload: 'image',
  ...more,
})

const description = (page: DescribedPage) =>
  text(page, { rows: 4, placeholder: (content, t) => descriptionOf(content, page, t) })

/** What an image of a list shows. */
export const altOf = (label: string, placeholder: string): TextOf =>
  text('alt', { label, placeholder, max: siteLimits.alt })

const files = 'PNG, JPEG or WebP, at most 10 MB.'
const markdown = 'Markdown: **bold**, *italic*, [link](address), lists and headings. HTML stays as typed.'
const logo = { width: 512, height: 512 }
const teaser = { width: 1920, height: 624 }
const portrait = { width: 1280 }
export const sharpSlide = { width: 1280, height: 960 }

const ways = { email: 'Email', phone: 'Phone', booking: 'Booking page' }
const wayTexts = { email: 'Email address', phone: 'Phone number', booking: 'Text of the link' }
const targets = { '/contact': 'Contact', '/portfolio': 'Portfolio', '/about': 'About' }
const profilesLabel = 'Profiles, on Contact and in the footer'
const mayBeFewer = 'With fewer than six, your own images follow.'

interface Section {
  title: string
  /** Next to it. */
  aside?: (content: SiteContent) => string
}

const homeShown = (content: SiteContent) =>
  content.home.filter(({ section, isShown }) => isShown && hasContent(content, section)).length

/** Fields in a list of their own stand side by side. */
const table: Record<SiteSection, Section & { fields: readonly (Entry | readonly Entry[])[] }> = {
  name: {
    title: 'Name and brand',
    fields: [
      ['brand', 'owner'],
      image('logo', 'Logo', {
        upload: 'logo',
        sharp: logo,
        hint: `Square, ${sizeText(logo)} or larger: ${files} It stands on paper, in the dark theme too. Icons and emails follow it.`,
        states: ['Drawn from your initials', 'Your logo'],
      }),
    ],
  },
  home: {
    title: 'Home’s sections',
    aside: (content) => `${homeShown(content)} of ${homeSections.length} shown`,
    fields: [{ kind: 'sections', key: '', label: '' }],
  },
  hero: {
    title: 'Hero',
    fields: [['greeting', 'role'], 'line', ['button', choice('leadsTo', 'Leads to', targets)]],
  },
  stats: {
    title: 'Stats',
    fields: [rows({ key: '', of: 'stats', noun: 'stat' }, ['label', 'value'])],
  },
  services: {
    title: 'Services',
    fields: [
      'heading',
      rows({ key: 'list', of: 'services', noun: 'service', isTall: true }, [
        { kind: 'icon', key: 'icon', label: 'Icon' },
        'title',
        text('description', { rows: 3 }),
      ]),
    ],
  },
  skills: {
    title: 'Skills',
    fields: [
      'heading',
      rows({ key: 'list', of: 'skills', noun: 'skill', hint: moveHelp }, [
        'name',
        { kind: 'percent', key: 'percentage', label: 'Percent' },
      ]),
    ],
  },
  quotes: {
    title: 'Words from clients',
    fields: [
      'heading',
      rows({ key: 'list', of: 'quotes', noun: 'quote', isTall: true, isCard: true }, [
        text('quote', { rows: 3, placeholder: 'Quote' }),
        text('name', { placeholder: 'Name' }),
        text('of', { placeholder: 'Who they are' }),
        { kind: 'project', key: 'project', label: 'Project' },
      ]),
    ],
  },
  logos: {
    title: 'Client logos',
    fields: ['heading', { kind: 'logos', key: 'list', label: 'Logos' }],
  },
  slider: {
    title: 'Slider',
    fields: [
      ['title', 'button'],
      image('teaser', 'Image above the slides', {
        sharp: teaser,
        hint: `${sizeText(teaser)} or larger. ${files}`,
        states: ['As installed', 'Your image'],
        delivered: 'teaser',
        none: 'No image above the slides',
      }),
      {
        kind: 'cards',
        key: 'show',
        label: 'The slider shows',
        options: [
          {
            value: 'auto',
            label: 'What suits',
            hint: 'The images below; the covers of your own projects once three are published.',
          },
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
      'heading',
      text('text', {
        rows: 10,
        hint: markdown,
      }),
      'skillsHeading',
      image('portrait', 'Portrait', {
        sharp: portrait,
        hint: `Also in the hero of Home, upright there. ${sizeText(portrait)} or larger: ${files}`,
        states: ['As installed', 'Your image'],
        delivered: 'portrait',
        none: 'No portrait: show the logo or monogram in its place',
      }),
    ],
  },
  contact: {
    title: 'Contact',
    fields: [
      text('lead', { rows: 3 }),
      rows({ key: 'ways', label: 'Other ways to reach you', of: 'ways', noun: 'way', isTall: true }, [
        choice('kind', 'Kind', ways),
        ...wayKinds.map((kind) =>
          text('value', {
            label: wayTexts[kind],
            placeholder: wayTexts[kind],
            when: (way) => way.kind === kind,
          }),
        ),
        text('url', {
          label: 'URL of the booking page',
          placeholder: 'https://',
          when: ({ kind }) => kind === 'booking',
        }),
      ]),
      rows(
        {
          key: 'fields',
          label: 'More fields of the form',
          of: 'fields',
          noun: 'field',
          isTall: true,
          isCard: true,
        },
        [
          text('label', { placeholder: 'Budget' }),
          choice('kind', 'Kind', { line: 'Line of text', date: 'Date', budget: 'List to choose from' }),
          choice('need', 'Answer', { optional: 'Optional', required: 'Required' }),
          text('choices', {
            label: 'Choices',
            rows: 4,
            placeholder: 'One choice a line, at most six',
            when: ({ kind }) => kind === 'budget',
          }),
        ],
      ),
    ],
  },
  links: {
    title: 'Links',
    fields: [
      rows({ key: 'profiles', label: profilesLabel, of: 'profiles', noun: 'profile' }, [
        text('site', { placeholder: 'GitHub' }),
        text('name', { placeholder: '@you' }),
        text('url', { placeholder: 'https://' }),
      ]),
      rows({ key: 'footer', label: 'More links in the footer', of: 'footer', noun: 'link' }, [
        text('label', { placeholder: 'Text' }),
        text('url', { placeholder: 'https:// or /about' }),
      ]),
    ],
  },
  legal: {
    title: 'Legal pages',
    fields: [
      text('imprint', { rows: 8, hint: `${markdown} Without a text there is no such page.` }),
      text('privacy', { rows: 8 }),
    ],
  },
  search: {
    title: 'Search and sharing',
    fields: [
      [description('home'), description('about'), description('portfolio'), description('contact')],
      image('image', 'Share image', {
        sharp: shareImageSize,
        hint: `What link previews show. ${sizeText(shareImageSize)} or larger: ${files}`,
        states: ['Drawn from your name', 'Your image'],
        describedBy: 'imageAlt',
      }),
      text('imageAlt', {
        hint: 'Read aloud where the link is shared. Without one nothing is said about the image.',
        when: ({ image }) => isUploaded(String(image)),
      }),
    ],
  },
  colour: { title: 'Colour', fields: [{ kind: 'colour', key: 'accent', label: 'Accent colour' }] },
  type: { title: 'Type', fields: [{ kind: 'pair', key: 'pair', label: 'Typefaces' }] },
  language: {
    title: 'Language',
    fields: [
      {
        ...choice('chosen', 'Language', languageNames),
        hint: 'Buttons, labels, dates and messages that visitors see. What you wrote yourself stays as it is; the dashboard stays in English.',
      },
      { kind: 'words', key: 'words', label: 'Words' },
    ],
  },
}

/** Of a part that older versions do not have, the part. */
const unwrapped = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodMiniPrefault ? schema._zod.def.innerType : schema

/** @param around the schema of the section or row that the field is in */
function fieldOf(entry: Entry, around: z.core.$ZodType): Field {
  const field = typeof entry === 'string' ? text(entry) : entry
  const section = unwrapped(around)
  const schema = (section instanceof z.ZodMiniObject && section.shape[field.key]) || section
  if (field.kind === 'rows') {
    const list = unwrapped(schema)
    const row = list instanceof z.ZodMiniArray ? list._zod.def.element : list
    return { ...field, cells: field.cells.map((cell) => fieldOf(cell, row)) }
  }
  const rule = field.kind === 'text' && siteTexts.get(schema)
  return rule ? { ...field, label: field.label || rule.label, max: rule.max } : field
}

/** The form of each section: its lines, with the fields that stand side by side. */
export const sections = Object.fromEntries(
  siteSections.map((name) => {
    const { fields, ...section } = table[name]
    const schema = siteContent.shape[name]
    return [
      name,
      { ...section, lines: fields.map((line) => [line].flat().map((entry) => fieldOf(entry, schema))) },
    ]
  }),
) as Record<SiteSection, Section & { lines: Field[][] }>

export const sectionNames: Record<HomeSection, string> = {
  ...{ services: table.services.title, skills: table.skills.title, quotes: table.quotes.title },
  ...{ teaser: 'Portfolio teaser', logos: table.logos.title },
}

/** "hero.line": of a field in the content, as the errors of the server name it. */
export const pathOf = (around: string, { key }: Field) => (key ? `${around}.${key}` : around)

/** Of those the site translates what is as delivered (server/site/published-site.ts). */
export const translatedFields =
  /^(hero\.greeting|(hero|slider)\.button|slider\.title|stats\.\d+\.label|\w+\.(heading|skillsHeading)|contact\.lead)$/

export function valueAt(content: SiteContent, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Values)[key], content)
}

/** A copy with another value at that path, or with what a function makes of the value there. */
export function withValue<Of>(values: Of, [key = '', ...rest]: readonly string[], value: unknown): Of {
  const before = (values as Values)[key]
  const changed =
    rest.length > 0 ? withValue(before, rest, value) : typeof value === 'function' ? value(before) : value
  return (
    Array.isArray(values)
      ? values.map((old, at) => (String(at) === key ? changed : old))
      : { ...values, [key]: changed }
  ) as Of
}

/** A small one, for screens of two pixels a point; null where nothing is uploaded or delivered. */
export function imageUrl({ upload, delivered }: ImageOf, name: string, all: DeliveredImages): string | null {
  if (isUploaded(name)) return siteImageUrl(name, upload, 320)
  return delivered && name !== noImage ? all[delivered] : null
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
    for (const field of sections[section].lines.flat()) {
      const label = [sections[section].title, field.label].filter(Boolean).join(': ')
      const value = valueAt(content, pathOf(section, field))
      if (field.kind === 'image') shown[label] = { image: imageUrl(field, String(value), delivered) }
      else if (field.kind === 'slides')
        for (const [at, { image, alt }] of content.slider.slides.entries()) {
          shown[`${label} ${at + 1}`] = { image: slideUrl(image, delivered) }
          shown[`${label} ${at + 1}, description`] = { text: alt }
        }
      else shown[label] = { text: inWords(field, value) }
    }
  return shown
}

function inWords(field: Field, value: unknown): string {
  if (field.kind === 'choice' || field.kind === 'cards')
    return field.options.find((option) => option.value === value)?.label ?? ''
  if (field.kind === 'sections')
    return (value as HomeRow[])
      .map(({ section, isShown }) => `${sectionNames[section]}${isShown ? '' : ', hidden'}`)
      .join('\n')
  if (field.kind === 'logos') return (value as { alt: string }[]).map(({ alt }) => alt).join('\n')
  if (field.kind === 'icon') return serviceDrawings[value as ServiceIcon].name
  if (field.kind === 'words')
    return Object.entries(value as Record<string, string>)
      .map(([word, own]) => `${word}: ${own}`)
      .join('\n')
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
