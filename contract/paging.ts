// Page, limit, search, sort and status as lists take them: clamped, never refused (decisions 20 to 22).
import * as z from 'zod/mini'
import { mostPerPage, searchLength } from './limits.ts'
import { cleanLine } from './text.ts'

const whole = (fallback: number, max: number) =>
  z.pipe(
    z.unknown(),
    z.transform((value) => {
      const number = Math.floor(Number(value))
      return Number.isFinite(number) && number >= 1 ? Math.min(number, max) : fallback
    }),
  )

const words = (max: number) =>
  z.pipe(
    z.unknown(),
    z.transform((value) =>
      typeof value === 'string' ? cleanLine(value.slice(0, max * 4)).slice(0, max) : '',
    ),
  )

export const page = z.prefault(whole(1, 1_000_000), undefined)
export const limit = (fallback: number) => z.prefault(whole(fallback, mostPerPage), undefined)
export const search = z.prefault(words(searchLength), undefined)

/** Newest first unless asked otherwise: newest, oldest, desc, asc in any case. */
export const sort = z.prefault(
  z.pipe(
    z.unknown(),
    z.transform((value) =>
      ['oldest', 'asc'].includes(String(value).toLowerCase()) ? ('oldest' as const) : ('newest' as const),
    ),
  ),
  undefined,
)

/** One of the given words in any letter case, or nothing for all. */
export function oneOf<const Word extends string>(...list: Word[]) {
  return z.prefault(
    z.pipe(
      z.unknown(),
      z.transform((value) => list.find((word) => word === String(value).trim().toLowerCase())),
    ),
    undefined,
  )
}

/** "Page 1 of 1", never "of 0" (decision 20). */
export function totalPages(rows: number, limit: number): number {
  return Math.max(1, Math.ceil(rows / limit))
}
