// What one app remembers about its outgoing mail while it runs. The messages themselves are rows.
import { ServerHealth } from './server-health.ts'

export type Delivery =
  | { outcome: 'sent'; where: string }
  | { outcome: 'rejected'; reason: string }
  | { outcome: 'later'; reason: string }
  /** Another process or another call is sending it, or it is gone. */
  | { outcome: 'taken' }

export class OutgoingMail {
  readonly server = new ServerHealth()
  /** Attempts under way by message id, with the milliseconds since the process began; a stop waits for them. */
  readonly sending = new Map<string, { since: number; done: Promise<Delivery> }>()
  /** False before the start and from the beginning of a stop on: a request no longer sends by itself. */
  isOpen = false
  /** Ends the attempts that a stop cannot wait for. */
  cut = new AbortController()
  /** Ids of sent messages that the database could not be told of: while there are any, it is one outage in the log. */
  readonly unmarked = new Set<string>()
  /** By cause, the end of the hour whose limit has been logged. */
  readonly limitsLogged = new Map<string, string>()
  /** Milliseconds. */
  readonly pace = {
    pollInterval: 5_000,
    /** An attempt that takes longer no longer counts against the slots: slow ones make room. */
    slowAfter: 5_000,
    /** How long a stop waits for messages on the wire. */
    stopTimeout: 5_000,
    /** How long an admin waits for the mail server before the reply is sent in the background [R97]. */
    replyTimeout: 10_000,
  }
}
