// Ids as calls take them.
import * as z from 'zod/mini'
import { maxAtOnce } from './limits.ts'

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
