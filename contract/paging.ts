// Queries and ids of lists: page, limit, search, sort and status are normalised, never rejected.
import * as z from 'zod/mini'
import { maxAtOnce, maxPerPage, searchLength } from './limits.ts'
import { cleanLine } from './text.ts'

/** A field of a query: `read` makes something of whatever is sent, and of nothing. */
export function normalised<Value>(read: (value: unknown) => Value, type: z.ZodMiniType<Value>) {
  return z.prefault(z.pipe(z.unknown(), z.pipe(z.transform<unknown, unknown>(read), type)), undefined)
}

const whole = (fallback: number, max: number) =>
  normalised((value) => {
    const number = Math.floor(Number(value))
    return Number.isFinite(number) && number >= 1 ? Math.min(number, max) : fallback
  }, z.number())

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

export const page = whole(1, 1_000_000)
export const limit = (fallback: number) => whole(fallback, maxPerPage)
export const search = normalised((value) => queryText(value, searchLength), z.string())

const readSort = (value: unknown) =>
  ['oldest', 'asc'].includes(String(value).toLowerCase()) ? ('oldest' as const) : ('newest' as const)

/** Newest first by default: newest, oldest, desc, asc in any letter case. */
export const sort = normalised(readSort, z.enum(['newest', 'oldest']))

/** Also in the owner's order, first to last: own. */
export const projectSort = normalised(
  (value) => (String(value).toLowerCase() === 'own' ? ('own' as const) : readSort(value)),
  z.enum(['newest', 'oldest', 'own']),
)

/** One of the given words in any letter case, or nothing for all. */
export function oneOf<const Word extends string>(...list: Word[]) {
  return normalised(
    (value) => list.find((word) => word === String(value).trim().toLowerCase()),
    z.optional(z.enum(list)),
  )
}

/** "Page 1 of 1", never "of 0". */
export function totalPages(rows: number, limit: number): number {
  return Math.max(1, Math.ceil(rows / limit))
}

/** Whether the text has the form of an id: a text of another form is the id of nothing. */
export function isId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}

/** 1 to 100 ids, duplicates dropped. Texts that are no id are skipped like unknown ids, not rejected. */
export const ids = z.array(z.string().check(z.maxLength(100)), 'Select at least one row.').check(
  z.minLength(1, 'Select at least one row.'),
  z.maxLength(maxAtOnce, `Select at most ${maxAtOnce} rows.`),
  z.overwrite((list) => [...new Set(list)]),
)
