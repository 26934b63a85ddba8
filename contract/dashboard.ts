// What the dashboard shows beside projects and messages: what there is to do, visits, the audit trail, and users.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { visitPath } from './call.ts'
import { adminPage, nameLength } from './limits.ts'
import { limit, normalised, oneOf, page, queryText, search, sort } from './paging.ts'
import { email, line } from './text.ts'

/** How many of each are shown. */
export const homeRows = 3

export const readHome = { method: 'GET', path: '/api/dashboard/home' } as const satisfies Call

/** What an owner makes their own, in the order of the dashboard. */
export const ownLines = [
  ...(['name', 'role', 'portrait', 'services', 'skills', 'about'] as const),
  ...(['images', 'projects', 'email', 'backups', 'legal', 'registration'] as const),
] as const
export type OwnLine = (typeof ownLines)[number]

/** Of the list of them: put away and shown again; legal pages are not wanted; all of it is done, so it goes for good. */
export const changeOwn = {
  method: 'PUT',
  path: '/api/dashboard/own',
  body: z.object({ change: z.enum(['put-away', 'show', 'no-legal-pages', 'finish']) }),
} as const satisfies Call

/** A project of the demo by its page, and where it stood in the owner's order. */
export const demoProject = z.object({ slug: z.string().check(z.maxLength(100)), position: z.int() })

/** Those that nobody has changed. The response has what `restoreDemo` takes. */
export const deleteDemo = { method: 'DELETE', path: '/api/dashboard/demo' } as const satisfies Call

export const restoreDemo = {
  method: 'POST',
  path: '/api/dashboard/demo',
  body: z.object({ projects: z.array(demoProject).check(z.maxLength(50)) }),
} as const satisfies Call

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

/** Every kind of event there is. */
export const auditKinds = [
  'login.succeeded',
  'login.failed',
  'user.registered',
  'user.deleted',
  'admin.created',
  'user.role-changed',
  'user.email-changed',
  'password.changed',
  'password.reset',
  'registration.changed',
  'site.published',
  'contacts.deleted',
  'contacts.exported',
  'retention.changed',
  'signature.changed',
  'saved-replies.changed',
  'portfolio.added',
  'portfolio.changed',
  'portfolio.deleted',
  'backup.created',
  'backup.failed',
  'backup.downloaded',
  'backups.changed',
  'mail.changed',
  'activity.exported',
  'token.created',
  'token.revoked',
  'token.rejected',
  'webhook.created',
  'webhook.deleted',
  'webhook.disabled',
  'client-link.created',
  'client-link.revoked',
] as const

export type AuditKind = (typeof auditKinds)[number]

/** The id of an account: events that it caused and events about it. Empty for all. */
const user = normalised((value) => queryText(value, 64), z.string())
const filters = z.object({ search, kind: oneOf(...auditKinds), user, sort })

export const listActivity = {
  method: 'GET',
  path: '/api/admin/activity',
  query: z.extend(filters, { page, limit: limit(adminPage) }),
} as const satisfies Call

export const exportActivity = {
  method: 'GET',
  path: '/api/admin/activity/export-csv',
  query: filters,
} as const satisfies Call

export const listUsers = { method: 'GET', path: '/api/admin/users' } as const satisfies Call

export const readUser = { method: 'GET', path: '/api/admin/users/:id' } as const satisfies Call

/** Without a password: admins can neither see nor set those of others. */
export const userForm = z.object({
  name: line('Name', nameLength),
  email: email('Invalid email format', 'Email is required.'),
  isAdmin: z.boolean('Role is required.'),
})

export const updateUser = {
  method: 'PATCH',
  path: '/api/admin/users/update/:id',
  body: z.extend(userForm, {
    /** Of an account that is an admin's no longer: its webhooks and client links become those of who sends this. */
    takeOver: z.prefault(z.boolean(), false),
  }),
} as const satisfies Call

export const deleteUser = {
  method: 'DELETE',
  path: '/api/admin/users/delete/:id',
  /** As for `updateUser`. */
  query: z.object({ takeOver: normalised(isTrue, z.boolean()) }),
} as const satisfies Call

function isTrue(value: unknown): boolean {
  return value === 'true' || value === true
}
