// The audit trail: who did what, when and from where, as admins read it.
import * as z from 'zod/mini'
import type { Call } from './call.ts'
import { adminPage } from './limits.ts'
import { limit, normalised, oneOf, page, queryText, search, sort } from './paging.ts'

export type { AuditEvent } from './responses/dashboard.ts'

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
  'portfolio.deleted',
  'backup.created',
  'backup.failed',
  'backup.downloaded',
  'backups.changed',
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
