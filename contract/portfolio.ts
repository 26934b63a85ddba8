// Portfolio items: what one is, how its fields are read, and the public and the admin calls.
import * as z from 'zod/mini'
import { aboutFields } from './about.ts'
import type { Call } from './call.ts'
import { categoryKey, categoryList, categoryTooLong } from './categories.ts'
import { ids } from './ids.ts'
import { adminPage, categoryLength, galleryPage, maxCategories, nameLength, searchLength } from './limits.ts'
import { itemSort, limit, normalised, oneOf, page, queryText, search } from './paging.ts'
import { isAbsoluteUrl, projectUrl } from './project-url.ts'
import { line, straightQuotes } from './text.ts'

export type { Neighbour, PortfolioItem, PreviewMode, Status } from './responses/projects.ts'

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

const choice = <const Word extends string>(words: readonly Word[], error: string) =>
  z.pipe(z.string().check(z.overwrite((text) => text.trim().toLowerCase())), z.enum(words, error))

const statusField = choice(['draft', 'published'], 'Status is draft or published.')
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

/**
 * Multipart, with the image in the field `pimage`. A missing or empty status is draft, a missing preview is live.
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
      z.refine((text) => projectUrl(text) !== null, 'Invalid URL format.'),
    ),
    categories: z.prefault(categoriesField(allRequired), []),
    status: z.prefault(
      z.pipe(z.string().check(z.overwrite((text) => text.trim() || 'draft')), statusField),
      'draft',
    ),
    preview: z.prefault(previewField, 'live'),
    focalX: focalField,
    focalY: focalField,
    ...aboutFields,
  }),
  statuses: [201],
} as const satisfies Call

/** The fields of `updateItem`. Names and texts of those of `addItem` differ. */
export const changedItem = z.object({
  pname: line('Portfolio name', nameLength),
  purl: z.string('Portfolio URL is required.').check(
    z.overwrite((text) => text.trim()),
    z.minLength(1, { error: 'Portfolio URL is required.', abort: true }),
    z.refine(isAbsoluteUrl, 'Invalid URL format.'),
  ),
  categories: z.prefault(categoriesField('At least one category is required.'), []),
  /** Without a status, a preview, a focal point or a part of `about` the item's own stays. */
  status: z.optional(statusField),
  preview: z.optional(previewField),
  focalX: focalField,
  focalY: focalField,
  ...aboutFields,
})

/** Multipart, `pimage` optional: without it the image stays. */
export const updateItem = {
  method: 'PUT',
  path: '/update/:id',
  multipart: true,
  body: changedItem,
} as const satisfies Call

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

/** Whether a project could have this id: words of a-z and 0-9 with hyphens between them. */
export function isItemId(text: string): boolean {
  return text.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}

export const listPublic = {
  method: 'GET',
  path: '/getportfolio/public',
  query: z.object({
    search,
    category,
    page,
    limit: limit(galleryPage),
    /** One item: a list of one, or of none for a draft and an unknown id; null when it cannot be an id. */
    id: z.optional(
      z.pipe(
        z.string(),
        z.pipe(
          z.transform((text: string) => (isItemId(text) ? text : text === '' ? undefined : null)),
          z.nullish(z.string()),
        ),
      ),
    ),
  }),
} as const satisfies Call

export const listCategories = { method: 'GET', path: '/public-categories' } as const satisfies Call

export const listItems = {
  method: 'GET',
  path: '/get-portfolios',
  query: z.object({
    search,
    status: oneOf('draft', 'published'),
    sort: itemSort,
    page,
    limit: limit(adminPage),
  }),
} as const satisfies Call

/** One project as its preview shows it, also a draft. */
export const readItem = { method: 'GET', path: '/api/portfolio/:id' } as const satisfies Call

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
} as const satisfies Call

export const deleteItem = { method: 'DELETE', path: '/delete/:id' } as const satisfies Call

export const deleteItems = {
  method: 'POST',
  path: '/bulk-delete',
  body: z.object({ ids }),
} as const satisfies Call
