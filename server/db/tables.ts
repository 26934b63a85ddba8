// The rows, as stored. Times are ISO 8601 UTC text on both databases, so they sort and compare alike. There is no boolean
// column, because SQLite would return 1 and 0: a time says whether and when (docs/decisions/0001).
import type { Generated, Selectable } from 'kysely'
import type { Fact, opensWords } from '../../contract/case-study.ts'
import type { AuditKind } from '../../contract/dashboard.ts'
import type { Mailbox } from '../../contract/messages.ts'
import type { PageDevice } from '../../contract/portfolio.ts'
import type { PreviewReason } from '../../contract/preview-check.ts'
import type { PreviewState } from '../../contract/responses/projects.ts'
import type { UploadKind } from '../../contract/uploads.ts'

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

export interface Tables {
  users: {
    id: string
    name: string
    /** Trimmed and lower-cased; unique. */
    email: string
    /** argon2id in PHC form; null until the owner has chosen one by link. */
    password_hash: string | null
    role: 'admin' | 'user'
    /** Id of the image, or null. */
    avatar: string | null
    email_verified_at: string | null
    created_at: string
  }
  sessions: {
    /** SHA-256 of the id in the cookie. */
    id_hash: string
    user_id: string
    created_at: string
    /** When the password was last entered; sensitive changes need a recent one. */
    authenticated_at: string
    expires_at: string
  }
  one_time_tokens: {
    /** SHA-256 over purpose, account and token. */
    hash: string
    purpose: TokenPurpose
    /** Null for the setup, which makes the account. */
    user_id: string | null
    /** The email address that it verifies; void once the account has another. */
    email: string
    expires_at: string
  }
  /** What lets a script in, for an admin. */
  access_tokens: {
    id: string
    /** SHA-256 of the token; unique. */
    hash: string
    user_id: string
    name: string
    /** Separated by blanks. */
    scopes: string
    created_at: string
    /** Written at most once an hour. */
    used_at: string | null
    expires_at: string
  }
  attempts: {
    /** What is limited and for whom, hashed where it names a user. */
    key: string
    count: number
    /** When the count starts again. */
    resets_at: string
  }
  /** By default a preview is live, a focal point at the top, and nothing is told of the project. */
  projects: Record<Fact, Generated<string>> & {
    id: string
    name: string
    /** Name in lower case with straight quotes; unique. */
    name_key: string
    /** Absolute, or a path below /demo/ of this site. */
    url: string
    /** Id of the image, `<random>-<width>x<height>`, or null. */
    image: string | null
    status: 'draft' | 'published'
    preview: Generated<'live' | 'image'>
    /** The focal point of the image in percent of its width and height. */
    focal_x: Generated<number>
    focal_y: Generated<number>
    opens: Generated<(typeof opensWords)[number]>
    /** JSON of the case study (contract/case-study.ts). */
    blocks: Generated<string>
    /** In the owner's order, last to first. */
    position: Generated<number>
    featured_at: string | null
    /** Folded name and categories, line by line, for search. */
    search_text: string
    created_at: string
    updated_at: string
  }
  project_categories: {
    project_id: string
    position: number
    name: string
    /** Lower-cased, straight quotes. */
    key: string
  }
  /** One part of a screenshot of the whole page. */
  project_images: {
    image_id: string
    project_id: string
    device: PageDevice
    /** From the top of the screenshot to its foot. */
    position: number
  }
  /** Deleted with its project. */
  client_links: {
    id: string
    /** SHA-256 of the token; unique. */
    hash: string
    project_id: string
    /** Who it is for, or null. */
    name: string | null
    /** argon2id in PHC form; null where no passphrase is asked for. */
    passphrase_hash: string | null
    /** An admin: the link ends with that role. */
    created_by: string
    created_at: string
    expires_at: string
    opens: number
    last_opened_at: string | null
  }
  /** What was found out about the site of a project. */
  preview_checks: {
    project_id: string
    /** That of the project when it was saved; a path below /demo/ is of this site and not checked. */
    url: string
    state: PreviewState
    reason: PreviewReason | null
    /** What the site sent, in ASCII. */
    detail: string | null
    checked_at: string | null
    /** Of the first check since it last responded; null unless it is dead. */
    dead_since: string | null
    /** When the owner was emailed about that. */
    told_at: string | null
    /** Null: never. */
    due_at: string | null
  }
  /** A message is in the inbox, read and not held back, unless it is stored as another. */
  messages: {
    id: string
    name: string
    email: string
    subject: string | null
    message: string
    /** What was entered in fields of the owner: JSON, a list of `{label, value}`. */
    extra: Generated<string>
    /** SHA-256 of the fields: finds an exact duplicate. */
    fingerprint: string
    search_text: string
    /** When the mail server accepted the first reply, or an admin marked it as replied. */
    replied_at: string | null
    mailbox: Generated<Mailbox>
    /** When it arrived, or was marked as unread; null once an admin has read it. */
    unread_since: string | null
    /** When it was held back as spam: the owner has not been notified of it. */
    held_at: string | null
    /** Why it was. Text of any kind: what is not known is no reason (server/messages/incoming.ts). */
    spam_reason: string | null
    /** Equal for messages of equal text; null for a short one. */
    text_key: string | null
    created_at: string
  }
  replies: {
    id: string
    message_id: string
    /** Unique; chosen by the client so that one reply sent twice is one. */
    idempotency_key: string
    subject: string
    body: string
    /** As text, because the account may be deleted. */
    author: string
    /** No foreign key, as the name. */
    author_id: string | null
    sent_at: string | null
    rejected_at: string | null
    /** The mail server's reply. */
    error: string | null
    created_at: string
  }
  /** What an admin moved to spam: later messages with the same key are held back. */
  spam_marks: {
    /** "sender" and a hash of the email address, or "text" and the key of a message. */
    key: string
    created_at: string
  }
  /** A text for replies. */
  saved_replies: {
    id: string
    title: string
    body: string
    created_at: string
  }
  /** Where new messages are reported to. */
  webhooks: {
    id: string
    url: string
    /** In base64; what is sent is signed with it. */
    secret: string
    /** An admin: the webhook ends with that role. */
    created_by: string
    created_at: string
    /** Of the last attempt. */
    last_at: string | null
    /** Why it failed; null where it did not. */
    last_error: string | null
    /** Since the last success. */
    failures: number
    /** Of the first failure since the last success. */
    failing_since: string | null
    disabled_at: string | null
  }
  /** Work to be done outside of requests (server/jobs). */
  jobs: {
    id: string
    kind: string
    queue: string
    /** Unique: a newer job replaces an older one. */
    key: string | null
    /** Foreign keys: the job is deleted with the account or the message. */
    user_id: string | null
    message_id: string | null
    /** What the kind of the job needs to know, as JSON. No secret: emails are rendered when they are sent. */
    data: string
    /** Since the last success, the one under way included. */
    attempts: number
    due_at: string
    /** The instance that runs it. */
    claim: string | null
    /** When the row was last written; while it is claimed, a time within the last minute. */
    changed_at: string
    /** Why the last attempt failed, in one line for users. */
    error: string | null
    created_at: string
  }
  /** Names and email addresses are those of the time of the event, and no row refers to another one: accounts go. */
  audit_events: {
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
  /** One row a day for the whole site, and one for each project whose preview was opened on it. */
  daily_counts: {
    /** YYYY-MM-DD, of UTC. */
    day: string
    /** Empty: the whole site. */
    project_id: string
    /** Public pages shown; 0 in the row of a project. */
    views: number
    /** Previews opened. */
    opens: number
    /** Live sites opened from a preview. */
    clicks: number
  }
  /** One published version; the one with the highest number is live. */
  site_versions: {
    /** 1 is the first. */
    version: number
    /** JSON of contract/site.ts, as it was when it was published. */
    content: string
    /** The sections that differ from the version before, with spaces between them. */
    changed: string
    /** As text, because the account may be deleted. */
    author: string
    published_at: string
  }
  /** An upload for content, from before it is saved until no stored content names it. */
  named_uploads: {
    /** Its id (images/variants.ts), by which content names it. */
    name: string
    kind: UploadKind | 'video'
    /** When it was uploaded, previewed or saved last; of a preview, the day is enough. */
    used_at: string
  }
  settings: {
    name: string
    value: string
  }
  /** What the running installation remembers: in no backup. */
  states: {
    name: string
    value: string
  }
  counters: {
    name: string
    value: number
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
