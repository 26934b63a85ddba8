// What the dashboard's home shows in its list of things to do.
import type { Call } from './call.ts'

export type { DashboardHome, DraftItem } from './responses/dashboard.ts'

/** How many of each are shown. */
export const homeRows = 3

export const readHome = { method: 'GET', path: '/api/dashboard/home' } as const satisfies Call
