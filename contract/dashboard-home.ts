// What the dashboard's home shows in its list of things to do.
import type { BackupInterval } from './backups.ts'
import { type Call, responseType } from './call.ts'
import type { ContactMessage } from './messages.ts'
import type { PortfolioItem } from './portfolio.ts'

/** How many of each are shown. */
export const homeRows = 3

export interface DashboardHome {
  mail: {
    /** Whether a mail server is configured; otherwise emails are files in the outbox folder. */
    configured: boolean
    /** Why emails are not sent, in one sentence, or null. */
    failing: string | null
    /** Emails that wait to be sent. */
    waiting: number
    /** ISO time of the next attempt, while the last one failed. */
    nextTry: string | null
    /** ISO time. */
    lastSent: string | null
  }
  /** Without a sent reply. */
  messages: { total: number; newest: ContactMessage[] }
  /** Messages held back as spam that nobody has looked at. */
  spam: number
  drafts: { total: number; newest: DraftItem[] }
  /** Of published projects; null while the server checks no links. */
  links: {
    total: number
    /** Those whose site was never checked. */
    unchecked: number
    /** Whether the server could reach the internet where it tried to check them. */
    hasNetwork: boolean
  } | null
  backup: {
    interval: BackupInterval
    /** ISO times. */
    last: { at: string; bytes: number } | null
    next: string | null
    /** Why the last one failed; null once one has succeeded, and while they are off. */
    failing: string | null
  }
}

export interface DraftItem extends PortfolioItem {
  /** ISO time. */
  changedAt: string
}

export const readHome = {
  method: 'GET',
  path: '/api/dashboard/home',
  response: responseType<DashboardHome>(),
} as const satisfies Call
