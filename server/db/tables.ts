// The types of the rows, made of the SQL that creates their tables (migrations).
import type { Generated, Selectable } from 'kysely'
import type { opensWords } from '../../contract/case-study.ts'
import type { AuditKind } from '../../contract/dashboard.ts'
import type { Mailbox } from '../../contract/messages.ts'
import type { PageDevice } from '../../contract/portfolio.ts'
import type { PreviewReason } from '../../contract/preview-check.ts'
import type { PreviewState } from '../../contract/responses/projects.ts'
import type { UploadKind } from '../../contract/uploads.ts'
import type * as initial from './migrations/0001-initial.ts'

/** `setup` and `admin-link` are printed where the server runs, so no reset request can void them. */
export type TokenPurpose = 'setup' | 'reset' | 'admin-link' | 'verify-link' | 'verify-code'

export type EmailKindName =
  | 'contact-notification'
  | 'reply'
  | 'spam-report'
  | 'verify'
  | 'reset'
  | 'password-changed'
  | 'email-changed'
  | 'demoted'
  | 'account-deleted'
  | 'backup-failed'
  | 'dead-links'
  | 'webhook-disabled'
  | 'admin-added'
  | 'admin-demoted'
  | 'admin-deleted'
  | 'admin-email-changed'
  | 'admin-sign-in'
  | 'webhook-created'

/** A later migration exports the columns that it adds, to be joined with these. */
type Created = typeof initial.tables
type ColumnName = { [Table in keyof Created]: `${Table}.${keyof Created[Table] & string}` }[keyof Created]
/** Rejects what is the name of no column. */
type OfColumns<Words extends Record<Exclude<keyof Words, ColumnName>, never>> = Words

/** Columns whose text is one of these; every other may have any. */
type Words = OfColumns<{
  'users.role': 'admin' | 'user'
  'one_time_tokens.purpose': TokenPurpose
  'projects.status': 'draft' | 'published'
  'projects.preview': 'live' | 'image'
  'projects.opens': (typeof opensWords)[number]
  'project_images.device': PageDevice
  'preview_checks.state': PreviewState
  'preview_checks.reason': PreviewReason
  'messages.mailbox': Mailbox
  'audit_events.kind': AuditKind
  'named_uploads.kind': UploadKind | 'video'
}>

/** What is stored in a column, by its SQL. */
type Value<Sql, Name> =
  | (Sql extends `integer${string}` ? number : Name extends keyof Words ? Words[Name] : string)
  | (Sql extends `${string}not null${string}` | `${string}primary key${string}` ? never : null)

/** What has a default need not be inserted. */
type Column<Sql, Name> = Sql extends `${string} default ${string}`
  ? Generated<Value<Sql, Name>>
  : Value<Sql, Name>

export type Tables = {
  [Table in keyof Created]: {
    -readonly [Name in keyof Created[Table]]: Column<Created[Table][Name], `${Table}.${Name & string}`>
  }
}

/** As they are read. */
export type UserRow = Selectable<Tables['users']>
export type SessionRow = Selectable<Tables['sessions']>
export type OneTimeTokenRow = Selectable<Tables['one_time_tokens']>
export type ProjectRow = Selectable<Tables['projects']>
export type ClientLinkRow = Selectable<Tables['client_links']>
export type PreviewCheckRow = Selectable<Tables['preview_checks']>
export type MessageRow = Selectable<Tables['messages']>
export type ReplyRow = Selectable<Tables['replies']>
export type WebhookRow = Selectable<Tables['webhooks']>
export type JobRow = Selectable<Tables['jobs']>
export type AuditEventRow = Selectable<Tables['audit_events']>
export type SiteVersionRow = Selectable<Tables['site_versions']>
