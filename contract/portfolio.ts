// Portfolio items: what one is, how its fields are read, and the public and the admin calls.
import * as z from 'zod/mini'
import { answers, type Call, type Done } from './call.ts'
import { ids } from './contacts.ts'
import {
  adminPage,
  categoryLength,
  galleryPage,
  mostCategories,
  nameLength,
  searchLength,
  urlLength,
} from './limits.ts'
import { limit, oneOf, page, queryText, search, sort } from './paging.ts'
import { cleanLine, line, normalized } from './text.ts'

export type Status = 'draft' | 'published'
/** What a project's preview shows: the live site in a frame, or always the project's image. */
export type PreviewMode = 'live' | 'image'

export interface PortfolioItem {
  id: string
  /** One name under three keys [R51]. */
  pname: string
  Title: string
  name: string
  /** Absolute http or https address. */
  purl: string
  /** An address of this origin, or null; contract/images.ts works out the others from it. */
  pimage: string | null
  categories: string[]
  status: Status
  preview: PreviewMode
  /** What of the image stays in view where it is cropped, in percent of its width and of its height. */
  focalX: number
  focalY: number
  createdAt: string
}

/** Case, accents and curly quotes do not tell names apart [S5, R21]. */
export function fold(text: string): string {
  return normalized(straightQuotes(text), 'NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

export function straightQuotes(text: string): string {
  return text.replace(/[‘’‚‛′]/g, "'").replace(/[“”„‟″]/g, '"')
}

/** Categories as they arrive: a list, a JSON list or comma text [R89]; trimmed, without doubles. */
export function categoryList(input: unknown): string[] {
  const words = typeof input === 'string' ? fromText(input) : Array.isArray(input) ? input : []
  const byKey = new Map<string, string>()
  for (const word of words) {
    const name = typeof word === 'string' ? cleanLine(word) : ''
    if (name && !byKey.has(categoryKey(name))) byKey.set(categoryKey(name), name)
  }
  return [...byKey.values()]
}

/** Two spellings of one category share a key: letter case and the form of quotes do not count. */
export function categoryKey(name: string): string {
  return normalized(straightQuotes(name)).toLowerCase()
}

function fromText(text: string): unknown[] {
  if (text.trimStart().startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text)
      if (Array.isArray(list)) return list
    } catch {
      // Not JSON after all: a category may begin with a bracket.
    }
  }
  return text.split(',')
}

/**
 * The address of a project, absolute [R85], or null when it is none: only http and https, a host, no
 * name and password, nothing that a browser would read differently than a person (tabs, backslashes, //host).
 */
export function projectAddress(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.length === 0 || trimmed.length > urlLength || /[\s\\\p{Cc}]/u.test(trimmed)) return null
  const absolute = /^https?:\/\//i.test(trimmed) ? trimmed : withScheme(trimmed)
  if (!absolute || !URL.canParse(absolute)) return null
  const url = new URL(absolute)
  if (!/^https?:$/.test(url.protocol) || !url.hostname || url.username || url.password) return null
  return url.href
}

function withScheme(text: string): string | null {
  // `example.com:8080` has a port, `javascript:alert(1)` a scheme of its own; no scheme contains a dot before a port.
  const otherScheme = /^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/?#]|$))/i
  return text.startsWith('/') || otherScheme.test(text) ? null : `https://${text}`
}

export function isAbsoluteAddress(text: string): boolean {
  return /^https?:\/\//i.test(text.trim()) && projectAddress(text) !== null
}

const allRequired = 'All fields are required.'

const categoriesField = (missing: string) =>
  z.pipe(
    z.unknown(),
    z.pipe(
      z.transform(categoryList),
      z.array(z.string()).check(
        z.minLength(1, { error: missing, abort: true }),
        z.maxLength(mostCategories, `Use at most ${mostCategories} categories.`),
        z.refine(
          (list) => list.every((name) => name.length <= categoryLength),
          `A category has at most ${categoryLength} characters.`,
        ),
        z.refine((list) => list.every((name) => categoryKey(name) !== 'all'), '"All" cannot be a category.'),
      ),
    ),
  )

const choice = <const Word extends string>(words: readonly Word[], error: string) =>
  z.pipe(z.string().check(z.overwrite((text) => text.trim().toLowerCase())), z.enum(words, error))

const statusField = choice(['draft', 'published'], 'Status is draft or published.')
const previewField = choice(['live', 'image'], 'Preview is live or image.')

/** Until the owner sets another one: sites are recognised by their top. */
export const defaultFocalPoint = { focalX: 50, focalY: 0 }

const wholePercent = 'The focal point is given in whole percent from 0 to 100.'
const focalField = z.optional(
  z.pipe(
    z.string(wholePercent).check(z.regex(/^(100|\d{1,2})$/, { error: wholePercent, abort: true })),
    z.transform(Number),
  ),
)

/**
 * Multipart; the picture travels as `pimage` beside these fields. A missing status is draft [S9], a missing
 * preview is live.
 */
export const addItem = {
  method: 'POST',
  path: '/portfolio/add-portfolio',
  multipart: true,
  body: z.object({
    pname: line('Project name', nameLength, allRequired),
    purl: z.string(allRequired).check(
      z.overwrite((text) => text.trim()),
      z.minLength(1, { error: allRequired, abort: true }),
      z.refine((text) => projectAddress(text) !== null, 'Invalid URL format.'),
    ),
    categories: z.prefault(categoriesField(allRequired), undefined),
    status: z.prefault(statusField, 'draft'),
    preview: z.prefault(previewField, 'live'),
    focalX: focalField,
    focalY: focalField,
  }),
  answer: answers<Done & { portfolio: PortfolioItem }>(),
} as const satisfies Call

export const itemForm = z.object({
  pname: line('Portfolio name', nameLength),
  purl: z.string('Portfolio URL is required.').check(
    z.overwrite((text) => text.trim()),
    z.minLength(1, { error: 'Portfolio URL is required.', abort: true }),
    z.refine(isAbsoluteAddress, 'Invalid URL format.'),
  ),
  categories: z.prefault(categoriesField('At least one category is required.'), undefined),
  /** Left out, the status, the preview and the focal point stay. */
  status: z.optional(statusField),
  preview: z.optional(previewField),
  focalX: focalField,
  focalY: focalField,
})

/** Multipart, `pimage` optional: without it the image stays. */
export const updateItem = {
  method: 'PUT',
  path: '/update/:id',
  multipart: true,
  body: itemForm,
  answer: answers<Done & { portfolio: PortfolioItem }>(),
} as const satisfies Call

const category = z.prefault(
  z.pipe(
    z.unknown(),
    z.transform((value) => {
      const name = straightQuotes(queryText(value, searchLength))
      return categoryKey(name) === 'all' ? '' : name
    }),
  ),
  undefined,
)

const galleryFilters = z.object({ search, category })

/** What the gallery shows. Empty strings for no search and for all categories. */
export type GalleryFilters = z.output<typeof galleryFilters>

/** Reads the filters from the query of the gallery's URL, normalised: the same on the server and in the browser. */
export function filtersOf(query: URLSearchParams): GalleryFilters {
  return galleryFilters.parse({ search: query.get('search'), category: query.get('category') })
}

/** Whether an item could have this id: 24 lower-case hexadecimal digits, as the server generates them. */
export function isItemId(text: string): boolean {
  return /^[0-9a-f]{24}$/.test(text)
}

export const listPublic = {
  method: 'GET',
  path: '/getportfolio/public',
  query: z.object({
    search,
    category,
    page,
    limit: limit(galleryPage),
    /** One item: a list of one, or of none for a draft and an unknown id [R43]; null when it cannot be an id. */
    id: z.optional(
      z.pipe(
        z.string(),
        z.transform((text) => (isItemId(text) ? text : text === '' ? undefined : null)),
      ),
    ),
  }),
  answer: answers<{ portfolios: PortfolioItem[]; totalPages: number }>(),
} as const satisfies Call

export const listCategories = {
  method: 'GET',
  path: '/public-categories',
  answer: answers<{ categories: string[] }>(),
} as const satisfies Call

export const listItems = {
  method: 'GET',
  path: '/get-portfolios',
  query: z.object({ search, status: oneOf('draft', 'published'), sort, page, limit: limit(adminPage) }),
  answer: answers<{ portfolios: PortfolioItem[]; totalPages: number; total: number }>(),
} as const satisfies Call

export const setStatus = {
  method: 'POST',
  path: '/bulk-update-status',
  body: z.object({
    ids,
    status: z.pipe(
      z.string('Choose a status.').check(z.overwrite((text) => text.trim().toLowerCase())),
      z.enum(['draft', 'published'], 'Status is draft or published.'),
    ),
  }),
  answer: answers<Done & { updated: number }>(),
} as const satisfies Call

export const deleteItem = {
  method: 'DELETE',
  path: '/delete/:id',
  answer: answers<Done>(),
} as const satisfies Call

export const deleteItems = {
  method: 'POST',
  path: '/bulk-delete',
  body: z.object({ ids }),
  answer: answers<Done & { deleted: number }>(),
} as const satisfies Call
