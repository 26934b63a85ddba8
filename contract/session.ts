// The session: check-auth, check-admin, logout, and the totals of the dashboard. Every page loads this file, so it has no
// schema: login is in sign-in.ts.
import { type Call, type Done, responseType } from './call.ts'
import type { DeadLink } from './preview-check.ts'

export interface SessionUser {
  id: string
  name: string
  email: string
  avatarUrl: string | null
  isEmailValid: boolean
  createdAt: string
}

export const checkAuth = {
  method: 'GET',
  path: '/check-auth',
  response: responseType<{ isAuthenticated: false } | { isAuthenticated: true; user: SessionUser }>(),
} as const satisfies Call

export const checkAdmin = {
  method: 'GET',
  path: '/check-admin',
  response: responseType<{ isAdmin: boolean }>(),
} as const satisfies Call

export interface DashboardData {
  name: string
  avatarUrl: string | null
  /** Totals are for admins only; drafts count. */
  totalportfolio?: number
  totalcontact?: number
  /** Messages without a sent reply, for the header's Contact tab. */
  unreplied?: number
  /** The state of mail: admins are warned while it is not configured or failing. */
  mail?: { configured: boolean; failing: string | null }
  /** Why the last scheduled backup failed; missing while there is nothing wrong. */
  backupFailing?: string
  /** The first ten published projects whose site is dead, and how many there are; missing while there are none. */
  deadLinks?: { total: number; links: DeadLink[] }
}

export const dashboard = {
  method: 'GET',
  path: '/dashboard',
  response: responseType<DashboardData>(),
} as const satisfies Call

export const logOut = {
  method: 'POST',
  path: '/logout',
  response: responseType<Done>(),
} as const satisfies Call
