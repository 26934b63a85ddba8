// The rows of jobs: what became of them, when they are due, and which instance does them now. They are in no backup.
import type { PreviewReason, PreviewState } from '../../contract/preview-check.ts'

/** What became of the scheduled backups; one row. */
export interface BackupStateRow {
  id: 'scheduled'
  /** Null: as soon as they are switched on. */
  due_at: string | null
  /** A process makes one; after this time that process counts as ended. */
  lease_until: string | null
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
  /** A process checks it; after this time that process counts as ended. */
  lease_until: string | null
}

/** What became of the queue of emails; one row. */
export interface MailStateRow {
  id: 'outbox'
  /** When the mail server last accepted an email of the queue, or its file was written. */
  sent_at: string | null
}
