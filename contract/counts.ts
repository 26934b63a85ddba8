// Counts of visits: reported by the pages of the site, read by the dashboard, switched on and off in the settings.
import * as z from 'zod/mini'
import { type Call, type Done, responseType } from './call.ts'
import type { PortfolioItem } from './portfolio.ts'
import { visitPath } from './visit-path.ts'

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
  response: responseType<Done>(),
} as const satisfies Call

export interface Counts {
  /** Public pages shown, previews among them. */
  views: number
  /** Previews opened. */
  opens: number
  /** Live sites opened from a preview. */
  clicks: number
}

/** `day` is YYYY-MM-DD, of UTC. */
export interface DayCounts extends Counts {
  day: string
}

export type TopProject = Pick<PortfolioItem, 'id' | 'pname' | 'pimage' | 'focalX' | 'focalY'> &
  Pick<Counts, 'opens' | 'clicks'>

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
  query: z.object({ days: z.prefault(z.pipe(z.unknown(), z.transform(periodOf)), undefined) }),
  response: responseType<
    | { counting: false }
    | {
        counting: true
        /** Each day of the period, the last one is today. */
        days: DayCounts[]
        /** Of as many days before. */
        before: Counts
        /** The projects whose previews were opened most in the period. */
        top: TopProject[]
      }
  >(),
} as const satisfies Call

export const readCounting = {
  method: 'GET',
  path: '/api/settings/counts',
  response: responseType<{ counting: boolean }>(),
} as const satisfies Call

export const setCounting = {
  method: 'PUT',
  path: '/api/settings/counts',
  body: z.object({ counting: z.boolean('Counting is either on or off.') }),
  response: responseType<Done & { counting: boolean }>(),
} as const satisfies Call
