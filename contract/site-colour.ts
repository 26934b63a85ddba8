// The accent as a section of the site's content.
import * as z from 'zod/mini'
import { cleanAccent, deliveredAccent } from './accent.ts'
import { parseColour } from './colour.ts'

export interface SiteColour {
  /** `#rrggbb`; in a draft what has been typed so far. */
  accent: string
}

export const deliveredColour: SiteColour = { accent: deliveredAccent }

/** Whether pages show it: a draft may hold anything. */
export const isColour = (text: string) => parseColour(text) !== null

export const noColour = 'Enter a colour such as #2f5fd0.'

const accent = z.string().check(z.maxLength(40), z.overwrite(cleanAccent))

export const draftColour = z._default(z.object({ accent }), deliveredColour)

export const siteColour = z.object({ accent: accent.check(z.refine(isColour, noColour)) })
