// Projects: what one is, how its fields are read, its images, and the public and the admin calls.
import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { caseStudyFields } from './case-study.ts'
import {
  adminPage,
  categoryLength,
  galleryPage,
  galleryPages,
  maxCategories,
  nameLength,
  searchLength,
  urlLength,
} from './limits.ts'
import { ids, limit, normalised, oneOf, page, projectSort, queryText, search } from './paging.ts'
import { cleanLine, line, normalized, parsedJson, straightQuotes } from './text.ts'

export const categoryTooLong = `A category has at most ${categoryLength} characters.`

/** Categories as they arrive: a list, a JSON list or text separated by commas; trimmed, without duplicates. */
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
  const list = parsedJson(text)
  // A category may begin with a bracket, and be no JSON.
  if (Array.isArray(list)) return list
  return text.split(',')
}

/**
 * The URL of a project, absolute, or null for an invalid one: only http and https, a host, no user name and
 * password, nothing that a browser reads differently than it looks (tabs, backslashes, //host).
 */
export function projectUrl(text: string): string | null {
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

function isAbsoluteUrl(text: string): boolean {
  return /^https?:\/\//i.test(text.trim()) && projectUrl(text) !== null
}

const allRequired = 'All fields are required.'

const categoriesField = (missing: string) =>
  z.pipe(
    z.unknown(),
    z.pipe(
      z.transform(categoryList),
      z.array(z.string()).check(
        z.minLength(1, { error: missing, abort: true }),
        z.maxLength(maxCategories, `Use at most ${maxCategories} categories.`),
        z.refine((list) => list.every((name) => name.length <= categoryLength), categoryTooLong),
        z.refine((list) => list.every((name) => categoryKey(name) !== 'all'), '"All" cannot be a category.'),
      ),
    ),
  )

const choice = <const Word extends string>(words: readonly Word[], error: string, missing = error) =>
  z.pipe(z.string(missing).check(z.overwrite((text) => text.trim().toLowerCase())), z.enum(words, error))

const statuses = ['draft', 'published'] as const
const badStatus = 'Status is draft or published.'
const statusField = choice(statuses, badStatus)
const previewField = choice(['live', 'image'], 'Preview is live or image.')

/** Until the owner sets another one: the top of a site is what people recognise. */
export const defaultFocalPoint = { focalX: 50, focalY: 0 }

const wholePercent = 'The focal point is given in whole percent from 0 to 100.'
const focalField = z.optional(
  z.pipe(
    z.string(wholePercent).check(z.regex(/^(100|\d{1,2})$/, { error: wholePercent, abort: true })),
    z.transform(Number),
  ),
)

const urlField = (missing: string, isValid: (text: string) => boolean) =>
  z.string(missing).check(
    z.overwrite((text) => text.trim()),
    z.minLength(1, { error: missing, abort: true }),
    z.refine(isValid, 'Invalid URL format.'),
  )

/** One that is missing leaves what is stored. */
const optionalFields = {
  featured: z.optional(z.stringbool({ error: 'Choose whether it is featured.' })),
  focalX: focalField,
  focalY: focalField,
  ...caseStudyFields,
}

/**
 * Multipart, with the image in the field `pimage`. A missing or empty status is draft, a missing preview is live.
 */
export const addProject = defineCall('POST', '/portfolio/add-portfolio', {
  multipart: true,
  body: z.object({
    pname: line('Project name', nameLength, allRequired),
    purl: urlField(allRequired, (text) => projectUrl(text) !== null),
    categories: z.prefault(categoriesField(allRequired), []),
    status: z.prefault(
      z.pipe(z.string().check(z.overwrite((text) => text.trim() || 'draft')), statusField),
      'draft',
    ),
    preview: z.prefault(previewField, 'live'),
    ...optionalFields,
  }),
  statuses: [201],
})

/** The fields of `updateProject`. Names and texts of those of `addProject` differ. */
export const changedProject = z.object({
  pname: line('Portfolio name', nameLength),
  purl: urlField('Portfolio URL is required.', isAbsoluteUrl),
  categories: z.prefault(categoriesField('At least one category is required.'), []),
  /** Without a status, a preview, `featured`, a focal point, a fact, `opens` or `blocks` the project's own stays. */
  status: z.optional(statusField),
  preview: z.optional(previewField),
  ...optionalFields,
})

/** Multipart, `pimage` optional: without it the image stays. */
export const updateProject = defineCall('PUT', '/update/:id', { multipart: true, body: changedProject })

const category = normalised((value) => {
  const name = straightQuotes(queryText(value, searchLength))
  return categoryKey(name) === 'all' ? '' : name
}, z.string())

const galleryFilters = z.object({ search, category })

/** What the gallery shows. Empty strings for no search and for all categories. */
export type GalleryFilters = z.output<typeof galleryFilters>

/** Reads the filters from the query of the gallery's URL, normalised: the same on the server and in the browser. */
export function filtersOf(query: URLSearchParams): GalleryFilters {
  return galleryFilters.parse({ search: query.get('search'), category: query.get('category') })
}

/** Reads from it how many pages of projects are shown from the start. */
export function pagesOf(query: URLSearchParams): number {
  return Math.min(page.parse(query.get('page')), galleryPages)
}

/** Whether a project could have this id: words of a-z and 0-9 with hyphens between them. */
export function isProjectId(text: string): boolean {
  return text.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

export const listPublic = defineCall('GET', '/getportfolio/public', {
  query: z.object({
    search,
    category,
    page,
    limit: limit(galleryPage),
    /** One project: a list of one, or of none for a draft and an unknown id; null when it cannot be an id. */
    id: normalised(
      (value) => (value ? (isProjectId(String(value)) ? String(value) : null) : undefined),
      z.nullish(z.string()),
    ),
  }),
})

export const listCategories = defineCall('GET', '/public-categories')

export const listProjects = defineCall('GET', '/get-portfolios', {
  query: z.object({
    search,
    status: oneOf(...statuses),
    sort: projectSort,
    page,
    limit: limit(adminPage),
  }),
})

/** One project as its preview shows it, also a draft. */
export const readProject = defineCall('GET', '/api/portfolio/:id')

export const setStatus = defineCall('POST', '/bulk-update-status', {
  body: z.object({ ids, status: choice(statuses, badStatus, 'Choose a status.') }),
})

export const deleteProject = defineCall('DELETE', '/delete/:id')

export const deleteProjects = defineCall('POST', '/bulk-delete', { body: z.object({ ids }) })

/** `above` and `below` another project; the other three need none. */
const moves = ['up', 'down', 'top', 'above', 'below'] as const

/** Moves a project in the owner's order of all projects, drafts among them. */
export const moveProject = defineCall('POST', '/api/portfolio/:id/move', {
  body: z
    .object({
      to: z.enum(moves, 'Choose where to move it.'),
      /** The id of the other project. */
      other: z.optional(z.string().check(z.maxLength(64))),
    })
    .check(
      z.refine(({ to, other }) => (to === 'above' || to === 'below') === (other !== undefined), {
        error: 'Name the other project for a move above or below it, and only then.',
        path: ['other'],
      }),
    ),
})

/** A featured project gets a large tile in the gallery. */
export const featureProject = defineCall('POST', '/api/portfolio/:id/feature', {
  body: z.object({ featured: z.boolean('Choose whether it is featured.') }),
})

/** Those of the preview's toolbar. */
export const pageDevices = ['desktop', 'tablet', 'mobile'] as const
export type PageDevice = (typeof pageDevices)[number]

/** The screenshots of a project, also of a draft. */
export const readImages = defineCall('GET', '/api/portfolio/:id/images')

/**
 * Multipart, with the file in `image`: a screenshot of the whole page on a device (`desktop`, `tablet` or `mobile`), up to
 * 20,000 pixels high. It replaces the one that is there.
 */
export const storePage = defineCall('PUT', '/api/portfolio/:id/pages/:device', { multipart: true })

/** The screenshot of the whole page on a device. */
export const removePage = defineCall('DELETE', '/api/portfolio/:id/pages/:device')
