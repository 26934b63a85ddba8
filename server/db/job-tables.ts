// The rows of jobs: what became of them, when they are due, and which instance does them now. They are in no backup.
import type { PreviewReason, PreviewState } from '../../contract/responses/projects.ts'

/** Work to be done outside of requests (server/jobs). */
export interface JobRow {
  id: string
  kind: string
  queue: string
  /** Unique: a newer job replaces an older one. */
  key: string | null
  /** Foreign keys: the job is deleted with the account or the message. */
  user_id: string | null
  contact_id: string | null
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

/** What became of the scheduled backups; one row. */
export interface BackupStateRow {
  id: 'scheduled'
  /** When the last one that succeeded was begun. */
  made_at: string | null
  bytes: number | null
  took_ms: number | null
  failed_at: string | null
  /** Why, in a sentence for admins. */
  failure: string | null
  /** Since the last one that succeeded. */
  failures: number
}

/** What was found out about the site of a project. */
export interface PreviewCheckRow {
  item_id: string
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
