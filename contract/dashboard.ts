// What the dashboard shows beside projects and messages: what there is to do, visits, the audit trail, and users.
import * as z from 'zod/mini'
import { defineCall, visitPath } from './call.ts'
import { adminPage, nameLength } from './limits.ts'
import { limit, normalised, oneOf, page, queryText, search, sort } from './paging.ts'
import { email, line } from './text.ts'

/** How many of each are shown. */
export const homeRows = 3

export const readHome = defineCall('GET', '/api/dashboard/home')

/** What an owner makes their own, in the order of the dashboard. */
export const ownLines = [
  ...(['name', 'role', 'portrait', 'services', 'skills', 'about'] as const),
  ...(['images', 'projects', 'email', 'backups', 'legal', 'registration'] as const),
] as const
export type OwnLine = (typeof ownLines)[number]

/** Of the list of them: put away and shown again; legal pages are not wanted; all of it is done, so it goes for good. */
export const changeOwn = defineCall('PUT', '/api/dashboard/own', {
  body: z.object({ change: z.enum(['put-away', 'show', 'no-legal-pages', 'finish']) }),
})

/** A project of the demo by its page, and where it stood in the owner's order. */
export const demoProject = z.object({ slug: z.string().check(z.maxLength(100)), position: z.int() })

/** Those that nobody has changed. The response has what `restoreDemo` takes. */
export const deleteDemo = defineCall('DELETE', '/api/dashboard/demo')

export const restoreDemo = defineCall('POST', '/api/dashboard/demo', {
  body: z.object({ projects: z.array(demoProject).check(z.maxLength(50)) }),
})

/** What is neither a public page nor a published project is not counted. */
export const reportVisit = defineCall('POST', visitPath, {
  body: z.object({
    /** Path of a page that was opened inside the document. */
    page: z.optional(z.string()),
    /** Id of a project whose live site was opened. */
    click: z.optional(z.string()),
  }),
})

/** Days that can be shown. */
export const countPeriods = [7, 30, 90] as const
export type CountPeriod = (typeof countPeriods)[number]
export const defaultPeriod: CountPeriod = 30

/** Of a text in a URL. */
export function periodOf(text: unknown): CountPeriod {
  return countPeriods.find((days) => String(days) === text) ?? defaultPeriod
}

export const readCounts = defineCall('GET', '/api/dashboard/counts', {
  query: z.object({ days: normalised(periodOf, z.literal(countPeriods)) }),
})

export const readCounting = defineCall('GET', '/api/settings/counts')

export const setCounting = defineCall('PUT', '/api/settings/counts', {
  body: z.object({ counting: z.boolean('Counting is either on or off.') }),
})

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

export const listActivity = defineCall('GET', '/api/admin/activity', {
  query: z.extend(filters, { page, limit: limit(adminPage) }),
})

export const exportActivity = defineCall('GET', '/api/admin/activity/export-csv', { query: filters })

export const listUsers = defineCall('GET', '/api/admin/users')

export const readUser = defineCall('GET', '/api/admin/users/:id')

/** Without a password: admins can neither see nor set those of others. */
export const userForm = z.object({
  name: line('Name', nameLength),
  email: email('Invalid email format', 'Email is required.'),
  isAdmin: z.boolean('Role is required.'),
})

export const updateUser = defineCall('PATCH', '/api/admin/users/update/:id', {
  body: z.extend(userForm, {
    /** Of an account that is an admin's no longer: its webhooks and client links become those of who sends this. */
    takeOver: z.prefault(z.boolean(), false),
  }),
})

export const deleteUser = defineCall('DELETE', '/api/admin/users/delete/:id', {
  /** As for `updateUser`. */
  query: z.object({ takeOver: normalised(isTrue, z.boolean()) }),
})

function isTrue(value: unknown): boolean {
  return value === 'true' || value === true
}
