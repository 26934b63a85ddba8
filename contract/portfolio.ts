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
import { limit, oneOf, page, search, sort } from './paging.ts'
import { cleanLine, line } from './text.ts'

export type Status = 'draft' | 'published'

export interface PortfolioItem {
  id: string
  /** One name under three keys (decision 51). */
  pname: string
  Title: string
  name: string
  /** Absolute http or https address. */
  purl: string
  /** An address of this origin, or null; contract/pictures.ts works out the others from it. */
  pimage: string | null
  categories: string[]
  status: Status
  createdAt: string
}

/** Case, accents and curly quotes do not tell names apart (section 5; decision 21). */
export function fold(text: string): string {
  return straightQuotes(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

export function straightQuotes(text: string): string {
  return text.replace(/[‘’‚‛′]/g, "'").replace(/[“”„‟″]/g, '"')
}

/** Categories as they arrive: a list, a JSON list or comma text (decision 89); trimmed, without doubles. */
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
  return straightQuotes(name).normalize('NFC').toLowerCase()
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
 * The address of a project, absolute (decision 85), or null when it is none: only http and https, a host, no
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

const statusField = z.pipe(
  z.string().check(z.overwrite((text) => text.trim().toLowerCase())),
  z.enum(['draft', 'published'], 'Status is draft or published.'),
)

/** Multipart; the picture travels as `pimage` beside these fields. A missing status is draft (section 9). */
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
  /** Left out, the status stays. */
  status: z.optional(statusField),
})

/** Multipart, `pimage` optional: without it the picture stays. */
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
      const name = typeof value === 'string' ? cleanLine(value.slice(0, searchLength * 4)) : ''
      return categoryKey(name) === 'all' ? '' : straightQuotes(name)
    }),
  ),
  undefined,
)

export const listPublic = {
  method: 'GET',
  path: '/getportfolio/public',
  query: z.object({
    search,
    category,
    page,
    limit: limit(galleryPage),
    /** One item: a list of one, or of none for a draft and an unknown id (decision 43). */
    id: z.optional(z.string()),
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
