// The audit trail: who did what, when and from where, as admins read it.
import * as z from 'zod/mini'
import { type Call, responseType } from './call.ts'
import { adminPage } from './limits.ts'
import { limit, oneOf, page, queryText, search, sort } from './paging.ts'

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

export interface AuditEvent {
  id: string
  kind: AuditKind
  /** Of the first one, where several are one row. */
  createdAt: string
  /** Of the last one. */
  lastAt: string
  /** How many there were. */
  count: number
  /** Who did it, with the email address of that time; null for visitors and for the operator of the server. */
  user: { id: string; email: string } | null
  /** What it was done to, under the name of that time. */
  target: { id: string | null; name: string } | null
  detail: string | null
  /** An IPv4 address or the /64 of an IPv6 address; null where it is not stored. */
  ip: string | null
}

/** The id of an account: events that it caused and events about it. Empty for all. */
const user = z.prefault(
  z.pipe(
    z.unknown(),
    z.transform((value) => queryText(value, 64)),
  ),
  undefined,
)
const filters = z.object({ search, kind: oneOf(...auditKinds), user, sort })

export const listActivity = {
  method: 'GET',
  path: '/api/admin/activity',
  query: z.extend(filters, { page, limit: limit(adminPage) }),
  response: responseType<{ events: AuditEvent[]; totalPages: number; page: number; total: number }>(),
} as const satisfies Call

export const exportActivity = {
  method: 'GET',
  path: '/api/admin/activity/export-csv',
  query: filters,
  response: responseType<string>(),
} as const satisfies Call
