// The accent as a section of the site's content.
import * as z from 'zod/mini'
import { cleanAccent, deliveredAccent, isReadable, leastContrast } from './accent.ts'
import { parseColour } from './colour.ts'

export interface SiteColour {
  /** `#rrggbb`; in a draft what has been typed so far. */
  accent: string
  /** Published although text on it is hard to read: the owner wants it so [R302]. */
  isKept: boolean
}

export const deliveredColour: SiteColour = { accent: deliveredAccent, isKept: false }

/** Whether pages show it: a draft may hold anything. */
export function isAccepted({ accent, isKept }: SiteColour): boolean {
  return parseColour(accent) !== null && (isKept || isReadable(accent))
}

export const noColour = 'Enter a colour such as #2f5fd0.'

const accent = z.string().check(z.maxLength(40), z.overwrite(cleanAccent))

export const draftColour = z._default(z.object({ accent, isKept: z.boolean() }), deliveredColour)

/** [R300, R302] */
export const siteColour = z
  .object({
    accent: accent.check(
      z.refine((text) => parseColour(text) !== null, {
        error: noColour,
        abort: true,
      }),
    ),
    isKept: z.boolean(),
  })
  .check(
    z.refine(isAccepted, {
      path: ['accent'],
      error: `Take a colour with a contrast of at least ${leastContrast} to 1 to the text on it, or keep this one.`,
    }),
  )
