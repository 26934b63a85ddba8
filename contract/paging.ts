// Page, limit, search, sort and status of lists: normalised, never rejected.
import * as z from 'zod/mini'
import { maxPerPage, searchLength } from './limits.ts'
import { cleanLine } from './text.ts'

const whole = (fallback: number, max: number) =>
  z.pipe(
    z.unknown(),
    z.transform((value) => {
      const number = Math.floor(Number(value))
      return Number.isFinite(number) && number >= 1 ? Math.min(number, max) : fallback
    }),
  )

/**
 * Free text of a query, normalised: one line of NFC, trimmed, at most `max` UTF-16 units. Normalising it again changes
 * nothing, so the browser and the server may both do it.
 */
export function queryText(value: unknown, max: number): string {
  if (typeof value !== 'string') return ''
  // Cut twice: the first cut bounds the work on a huge value, and no accent takes more than four units to write.
  const text = cleanLine(value.trim().slice(0, max * 4)).slice(0, max)
  // The cut may have split a surrogate pair, or left a blank at the end.
  return text.replace(/[\ud800-\udbff]$/, '').trimEnd()
}

export const page = z.prefault(whole(1, 1_000_000), undefined)
export const limit = (fallback: number) => z.prefault(whole(fallback, maxPerPage), undefined)
export const search = z.prefault(
  z.pipe(
    z.unknown(),
    z.transform((value) => queryText(value, searchLength)),
  ),
  undefined,
)

/** Newest first by default: newest, oldest, desc, asc in any letter case. */
export const sort = z.prefault(
  z.pipe(
    z.unknown(),
    z.transform((value) =>
      ['oldest', 'asc'].includes(String(value).toLowerCase()) ? ('oldest' as const) : ('newest' as const),
    ),
  ),
  undefined,
)

/** Also in the owner's order, first to last: own. */
export const itemSort = z.prefault(
  z.pipe(
    z.unknown(),
    z.transform((value) => (String(value).toLowerCase() === 'own' ? ('own' as const) : sort.parse(value))),
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

/** "Page 1 of 1", never "of 0". */
export function totalPages(rows: number, limit: number): number {
  return Math.max(1, Math.ceil(rows / limit))
}
