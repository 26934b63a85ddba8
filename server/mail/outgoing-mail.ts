// The state of outgoing mail in one app while it runs. The emails themselves are rows.
import { LRUCache } from 'lru-cache'
import { ServerHealth } from './server-health.ts'

export type Delivery =
  | { outcome: 'sent'; where: string }
  | { outcome: 'rejected'; reason: string }
  | { outcome: 'later'; reason: string }
  /** Another process is sending it, or it was deleted. */
  | { outcome: 'taken' }

export interface Attempt {
  /** Milliseconds since the process began. */
  since: number
  done: Promise<Delivery>
  /** Settles before the mail server is contacted: true if the email was dropped because there was nothing to say. */
  isEmpty: Promise<boolean>
}

export class OutgoingMail {
  readonly server = new ServerHealth()
  /** Ids of emails whose lease could not be stored: all others have their turn before these are tried again [R401]. */
  readonly unclaimed = new LRUCache<string, true>({ max: 1_000, ttl: 60_000 })
  /** Attempts under way by email id; a stop waits for them. */
  readonly sending = new Map<string, Attempt>()
  /** False before the start and once a stop has begun: requests no longer send emails themselves. */
  isOpen = false
  /** Aborts the attempts that a stop cannot wait for. */
  cut = new AbortController()
  /** Ids of sent emails that could not be marked as sent: while there are any, the log reports one outage. */
  readonly unmarked = new Set<string>()
  /** By cause, the end of the hour whose limit has been logged. */
  readonly limitsLogged = new Map<string, string>()
  /** Milliseconds. */
  readonly pace = {
    pollInterval: 5_000,
    /** An attempt that takes longer no longer counts against the slots. */
    slowAfter: 5_000,
    /** How long a stop waits for emails being sent. */
    stopTimeout: 5_000,
    /** How long an admin waits for the mail server before the reply is sent in the background [R97]. */
    replyTimeout: 10_000,
  }
}
