// Portfolio items: what one is, how its fields are read, and the public and the admin calls.
import * as z from 'zod/mini'
import { aboutFields, type ProjectAbout } from './about.ts'
import { type Call, type Done, responseType } from './call.ts'
import { categoryKey, categoryList, categoryTooLong } from './categories.ts'
import { ids } from './ids.ts'
import { adminPage, categoryLength, galleryPage, maxCategories, nameLength, searchLength } from './limits.ts'
import { itemSort, limit, oneOf, page, queryText, search } from './paging.ts'
import type { PreviewCheck, PreviewObstacle } from './preview-check.ts'
import type { MoreImage, PageParts } from './project-images.ts'
import { isAbsoluteUrl, projectUrl } from './project-url.ts'
import { line, straightQuotes } from './text.ts'

export type Status = 'draft' | 'published'
/** What a project's preview shows: the live site in a frame, or always the project's image. */
export type PreviewMode = 'live' | 'image'

export interface PortfolioItem {
  id: string
  /** One name under three keys. */
  pname: string
  Title: string
  name: string
  /** Absolute http or https URL. */
  purl: string
  /** A URL of this origin, or null; contract/images.ts derives the other sizes from it. */
  pimage: string | null
  categories: string[]
  status: Status
  preview: PreviewMode
  /** What of the image stays in view where it is cropped, in percent of its width and of its height. */
  focalX: number
  focalY: number
  featured?: true
  createdAt: string
  /** Why its site cannot be shown; in the public list only where one item is requested by its id, and only then. */
  obstacle?: PreviewObstacle
  /** In the public list only where one item is requested by its id. Absent while nothing is filled in. */
  about?: ProjectAbout
  /** In the public list only where one item is requested by its id, as far as it has any. */
  pages?: PageParts
  /** As `pages`: the images of "About this project". */
  images?: MoreImage[]
  /** Where `about` or `images` is, in the public list: what comes before and after it in the gallery. */
  neighbours?: { previous: Neighbour | null; next: Neighbour | null }
}

export interface Neighbour {
  id: string
  name: string
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
    categories: z.prefault(categoriesField(allRequired), undefined),
    status: z.prefault(
      z.pipe(z.string().check(z.overwrite((text) => text.trim() || 'draft')), statusField),
      'draft',
    ),
    preview: z.prefault(previewField, 'live'),
    focalX: focalField,
    focalY: focalField,
    ...aboutFields,
  }),
  response: responseType<Done & { portfolio: PortfolioItem }, 201>(),
} as const satisfies Call

/** The fields of `updateItem`. Names and texts of those of `addItem` differ. */
export const changedItem = z.object({
  pname: line('Portfolio name', nameLength),
  purl: z.string('Portfolio URL is required.').check(
    z.overwrite((text) => text.trim()),
    z.minLength(1, { error: 'Portfolio URL is required.', abort: true }),
    z.refine(isAbsoluteUrl, 'Invalid URL format.'),
  ),
  categories: z.prefault(categoriesField('At least one category is required.'), undefined),
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
  response: responseType<Done & { portfolio: PortfolioItem }>(),
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
        z.transform((text) => (isItemId(text) ? text : text === '' ? undefined : null)),
      ),
    ),
  }),
  response: responseType<{ portfolios: PortfolioItem[]; totalPages: number }>(),
} as const satisfies Call

export const listCategories = {
  method: 'GET',
  path: '/public-categories',
  response: responseType<{ categories: string[] }>(),
} as const satisfies Call

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
  response: responseType<{
    portfolios: PortfolioItem[]
    /** By id; empty while checks are off. */
    checks: Record<string, PreviewCheck>
    /** By id of the project, where clients have a link that works: when the last of them expires. */
    clientLinks: Record<string, string>
    totalPages: number
    total: number
    /** Whether somebody has moved a project: from then on the gallery follows the owner's order. */
    hasOwnOrder: boolean
  }>(),
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
  response: responseType<Done & { updated: number }>(),
} as const satisfies Call

export const deleteItem = {
  method: 'DELETE',
  path: '/delete/:id',
  response: responseType<Done>(),
} as const satisfies Call

export const deleteItems = {
  method: 'POST',
  path: '/bulk-delete',
  body: z.object({ ids }),
  response: responseType<Done & { deleted: number }>(),
} as const satisfies Call
