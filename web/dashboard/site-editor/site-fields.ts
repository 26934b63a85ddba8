// What can be edited of the site: the table of which its form is made, and by which two versions are compared.
import * as z from 'zod/mini'
import { shareImageSize, imageUrl as uploadUrl } from '../../../contract/images.ts'
import type { DeliveredImages } from '../../../contract/responses/site.ts'
import { serviceDrawings } from '../../../contract/service-icons.ts'
import {
  type HomeRow,
  type HomeSection,
  isUploaded,
  noImage,
  type ServiceIcon,
  type SiteContent,
  type SiteSection,
  serviceIcons,
  siteContent,
  type siteEntries,
  siteLimits,
  siteSections,
  siteTexts,
  wayKinds,
} from '../../../contract/site.ts'
import { type DescribedPage, descriptionOf } from '../../../contract/site-calls.ts'
import type { UploadKind } from '../../../contract/uploads.ts'
import { languageNames } from '../../../contract/words/languages.ts'
import type { Translate } from '../../../contract/words/translate.ts'
import { valueAt } from '../../forms/paths.ts'
import { moveHelp } from '../../ui/list/row-list.tsx'
import { type SharpSize, sizeText } from '../project-images/uploads.tsx'

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
  /** What there is without an upload. */
  without: string
  /** The checkbox by which there is no image at all. */
  none?: string
  /** The field that says what the image shows: it is emptied with it. */
  describedBy?: string
}

export interface RowsOf<Cell = Field> extends Common {
  kind: 'rows'
  of: keyof typeof siteEntries
  /** "skill": what one row is. */
  noun: string
  cells: readonly Cell[]
  /** Rows have several lines; in a card, the first and the last cell one of their own. */
  shape?: 'tall' | 'card'
}

interface Plain extends Common {
  kind: 'slides' | 'icon' | 'percent' | 'colour' | 'pair' | 'words' | 'sections' | 'logos' | 'project'
}

export type Field = TextOf | ChoiceOf | ImageOf | RowsOf | Plain

/** A field as the table below has it: a text may be its key alone, and has its label and limit from the contract. */
type Entry = string | Exclude<Field, RowsOf> | RowsOf<Entry>

const text = (key: string, more: Partial<TextOf> = {}): TextOf => ({ kind: 'text', key, label: '', ...more })

const choice = (key: string, label: string, labels: Record<string, string>): ChoiceOf => ({
  kind: 'choice',
  key,
  label,
  options: Object.entries(labels).map(([value, label]) => ({ value, label, hint: '' })),
})

const rows = (
  more: Omit<RowsOf, 'kind' | 'label' | 'cells'> & { label?: string },
  cells: readonly Entry[],
): RowsOf<Entry> => ({ kind: 'rows', label: '', ...more, cells })

const image = (
  key: string,
  label: string,
  more: Pick<ImageOf, 'sharp' | 'without'> & Partial<ImageOf>,
): ImageOf => ({ kind: 'image', key, label, upload: 'image', ...more })

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

/** Fields in a list of their own stand side by side. */
const table: Record<SiteSection, { title: string; fields: readonly (Entry | readonly Entry[])[] }> = {
  name: {
    title: 'Name and brand',
    fields: [
      ['brand', 'owner'],
      image('logo', 'Logo', {
        upload: 'logo',
        sharp: logo,
        hint: `Square, ${sizeText(logo)} or larger: ${files} It stands on paper, in the dark theme too. Icons and emails follow it.`,
        without: 'Drawn from your initials',
      }),
    ],
  },
  home: {
    title: 'Home’s sections',
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
      rows({ key: 'list', of: 'services', noun: 'service', shape: 'tall' }, [
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
      rows({ key: 'list', of: 'quotes', noun: 'quote', shape: 'card' }, [
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
        without: 'As installed',
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
      text('text', { rows: 10, hint: markdown }),
      'skillsHeading',
      image('portrait', 'Portrait', {
        sharp: portrait,
        hint: `Also in the hero of Home, upright there. ${sizeText(portrait)} or larger: ${files}`,
        without: 'As installed',
        none: 'No portrait: show the logo or monogram in its place',
      }),
    ],
  },
  contact: {
    title: 'Contact',
    fields: [
      text('lead', { rows: 3 }),
      rows({ key: 'ways', label: 'Other ways to reach you', of: 'ways', noun: 'way', shape: 'tall' }, [
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
      rows({ key: 'fields', label: 'More fields of the form', of: 'fields', noun: 'field', shape: 'card' }, [
        text('label', { placeholder: 'Budget' }),
        choice('kind', 'Kind', { line: 'Line of text', date: 'Date', budget: 'List to choose from' }),
        choice('need', 'Answer', { optional: 'Optional', required: 'Required' }),
        text('choices', {
          label: 'Choices',
          rows: 4,
          placeholder: 'One choice a line, at most six',
          when: ({ kind }) => kind === 'budget',
        }),
      ]),
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
        without: 'Drawn from your name',
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
    const { title, fields } = table[name]
    const schema = siteContent.shape[name]
    return [
      name,
      { title, lines: fields.map((line) => [line].flat().map((entry) => fieldOf(entry, schema))) },
    ]
  }),
) as Record<SiteSection, { title: string; lines: Field[][] }>

export const sectionName = (section: HomeSection) =>
  section === 'teaser' ? 'Portfolio teaser' : sections[section].title

/** "hero.line": of a field in the content, as the errors of the server name it. */
export const pathOf = (around: string, { key }: Field) => (key ? `${around}.${key}` : around)

/** Of those the site translates what is as delivered (server/site/published-site.ts). */
export const translatedFields =
  /^(hero\.greeting|(hero|slider)\.button|slider\.title|stats\.\d+\.label|\w+\.(heading|skillsHeading)|contact\.lead)$/

/** A small one, for screens of two pixels a point; empty where nothing is uploaded or delivered. */
export function imageUrl({ key, upload }: ImageOf, name: string, delivered: DeliveredImages): string {
  const isShown = name !== noImage && (key === 'portrait' || key === 'teaser')
  return uploadUrl(name, upload, 320) ?? (isShown ? delivered[key] : '')
}

export function slideUrl(name: string, { slides }: DeliveredImages): string {
  return uploadUrl(name, 'image', 320) ?? slides[Number(name) - 1] ?? ''
}

/** The fields in which two versions differ, as texts or as URLs of images, which are empty without one. */
export function differences(before: SiteContent, after: SiteContent, delivered: DeliveredImages) {
  const pair = (label: string, isImage: boolean, of: (content: SiteContent) => string) => ({
    ...{ label, isImage, before: of(before), after: of(after) },
  })
  const pairs = siteSections.flatMap((section) =>
    sections[section].lines.flat().flatMap((field) => {
      const label = [sections[section].title, field.label].filter(Boolean).join(': ')
      const valueIn = (content: SiteContent) => valueAt(content, pathOf(section, field))
      if (field.kind === 'image')
        return pair(label, true, (content) => imageUrl(field, String(valueIn(content)), delivered))
      if (field.kind !== 'slides') return pair(label, false, (content) => inWords(field, valueIn(content)))
      return after.slider.slides.flatMap((_, at) => [
        pair(`${label} ${at + 1}`, true, ({ slider }) => slideUrl(slider.slides[at]?.image ?? '', delivered)),
        pair(`${label} ${at + 1}, description`, false, ({ slider }) => slider.slides[at]?.alt ?? ''),
      ])
    }),
  )
  return pairs.filter(({ before, after }) => before !== after)
}

function inWords(field: Field, value: unknown): string {
  if (field.kind === 'choice' || field.kind === 'cards')
    return field.options.find((option) => option.value === value)?.label ?? ''
  if (field.kind === 'sections')
    return (value as HomeRow[])
      .map(({ section, isShown }) => `${sectionName(section)}${isShown ? '' : ', hidden'}`)
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
