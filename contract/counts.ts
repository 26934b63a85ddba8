// Counts of visits: reported by the pages of the site, read by the dashboard, switched on and off in the settings.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { normalised } from './paging.ts'
import { visitPath } from './visit-path.ts'

export type { Counts, DayCounts, TopProject } from './responses/dashboard.ts'

/** What is neither a public page nor a published project is not counted. */
export const reportVisit = {
  method: 'POST',
  path: visitPath,
  body: z.object({
    /** Path of a page that was opened inside the document. */
    page: z.optional(z.string()),
    /** Id of a project whose live site was opened. */
    click: z.optional(z.string()),
  }),
} as const satisfies Call

/** Days that can be shown. */
export const countPeriods = [7, 30, 90] as const
export type CountPeriod = (typeof countPeriods)[number]
export const defaultPeriod: CountPeriod = 30

/** Of a text in a URL. */
export function periodOf(text: unknown): CountPeriod {
  return countPeriods.find((days) => String(days) === text) ?? defaultPeriod
}

export const readCounts = {
  method: 'GET',
  path: '/api/dashboard/counts',
  query: z.object({ days: normalised(periodOf, z.literal(countPeriods)) }),
} as const satisfies Call

export const readCounting = { method: 'GET', path: '/api/settings/counts' } as const satisfies Call

export const setCounting = {
  method: 'PUT',
  path: '/api/settings/counts',
  body: z.object({ counting: z.boolean('Counting is either on or off.') }),
} as const satisfies Call
