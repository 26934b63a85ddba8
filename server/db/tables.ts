// The rows, as stored. Times are ISO 8601 UTC text on both databases, so they sort and compare alike. There is no boolean
// column, because SQLite would return 1 and 0: a time says whether and when (docs/decisions/0001).
import type { Generated } from 'kysely'
import type { AuditKind } from '../../contract/dashboard.ts'
import type { AccessTokenRow, WebhookRow } from './api-tables.ts'
import type { ClientLinkRow } from './client-link-tables.ts'
import type { ContactDefault, ContactRow, ReplyRow, SavedReplyRow, SpamMarkRow } from './contact-tables.ts'
import type { DailyCountRow } from './count-tables.ts'
import type { ItemCategoryRow, ItemDetailsRow, ItemImageRow } from './item-tables.ts'
import type { BackupStateRow, JobRow, PreviewCheckRow } from './job-tables.ts'
import type { SiteImageRow, SiteVersionRow } from './site-tables.ts'

export interface Tables {
  users: UserRow
  sessions: SessionRow
  one_time_tokens: OneTimeTokenRow
  attempts: AttemptRow
  /** By default a preview is live, a focal point at the top, and no project is featured. */
  items: Omit<ItemRow, ItemDefault> & { [Column in ItemDefault]: Generated<ItemRow[Column]> }
  item_categories: ItemCategoryRow
  item_details: ItemDetailsRow
  item_images: ItemImageRow
  client_links: ClientLinkRow
  contacts: Omit<ContactRow, ContactDefault> & { [Column in ContactDefault]: Generated<ContactRow[Column]> }
  replies: ReplyRow
  spam_marks: SpamMarkRow
  saved_replies: SavedReplyRow
  jobs: JobRow
  settings: SettingRow
  /** What the running installation remembers: in no backup. */
  states: SettingRow
  counters: CounterRow
  audit_events: AuditEventRow
  backup_state: BackupStateRow
  daily_counts: DailyCountRow
  site_versions: SiteVersionRow
  site_images: SiteImageRow
  access_tokens: AccessTokenRow
  webhooks: WebhookRow
  preview_checks: Omit<PreviewCheckRow, Found> & { [Column in Found]: Generated<PreviewCheckRow[Column]> }
}

/** Null until the first check. */
type Found = 'reason' | 'detail' | 'checked_at' | 'dead_since' | 'told_at'

type ItemDefault = 'preview' | 'focal_x' | 'focal_y' | 'position' | 'featured_at'

export interface UserRow {
  id: string
  name: string
  /** Trimmed and lower-cased; unique. */
  email: string
  /** argon2id in PHC form; null until the owner has chosen one by link. */
  password_hash: string | null
  role: 'admin' | 'user'
  /** Folder name of the image, or null. */
  avatar: string | null
  email_verified_at: string | null
  created_at: string
}

export interface SessionRow {
  /** SHA-256 of the id in the cookie. */
  id_hash: string
  user_id: string
  created_at: string
  /** When the password was last entered; sensitive changes need a recent one. */
  authenticated_at: string
  expires_at: string
}

/** `setup` and `admin-link` are printed where the server runs, so no reset request can void them. */
export type TokenPurpose = 'setup' | 'reset' | 'admin-link' | 'verify-link' | 'verify-code'

export interface OneTimeTokenRow {
  /** SHA-256 over purpose, account and token. */
  hash: string
  purpose: TokenPurpose
  /** Null for the setup, which makes the account. */
  user_id: string | null
  /** The email address that it verifies; void once the account has another. */
  email: string
  expires_at: string
}

export interface AttemptRow {
  /** What is limited and for whom, hashed where it names a user. */
  key: string
  count: number
  /** When the count starts again. */
  resets_at: string
}

export interface ItemRow {
  id: string
  name: string
  /** Name in lower case with straight quotes; unique. */
  name_key: string
  /** Absolute, or a path below /demo/ of this site. */
  url: string
  /** Folder name of the image, `<random>-<width>x<height>`, or null. */
  image: string | null
  status: 'draft' | 'published'
  preview: 'live' | 'image'
  /** The focal point of the image in percent of its width and height. */
  focal_x: number
  focal_y: number
  /** In the owner's order, last to first. */
  position: number
  featured_at: string | null
  /** Folded name and categories, line by line, for search. */
  search_text: string
  created_at: string
  updated_at: string
}

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
  | OwnerNotificationKind

export type OwnerNotificationKind =
  | 'admin-added'
  | 'admin-demoted'
  | 'admin-deleted'
  | 'admin-email-changed'
  | 'admin-sign-in'
  | 'webhook-created'

/** Names and email addresses are those of the time of the event, and no row refers to another one: accounts go. */
export interface AuditEventRow {
  id: string
  kind: AuditKind
  user_id: string | null
  user_email: string | null
  target_id: string | null
  target_name: string | null
  detail: string | null
  /** An IPv4 address or the /64 of an IPv6 address. */
  ip: string | null
  /** Events that this row stands for; one, unless it has a `fold_key`. */
  count: number
  /** Equal for events that are one row: of the same kind, cause and hour. */
  fold_key: string | null
  search_text: string
  created_at: string
  last_at: string
}

export interface SettingRow {
  name: string
  value: string
}

export interface CounterRow {
  name: string
  value: number
}
