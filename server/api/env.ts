// What a request carries through the rooms of the server.
import type { HttpBindings } from '@hono/node-server'
import type { AppContext } from '../core/context.ts'
import type { Person } from '../core/sessions.ts'
import type { BusyLog } from './busy-log.ts'

export interface Env {
  /** Absent when a page asks inside the process. */
  Bindings: Partial<HttpBindings>
  Variables: {
    context: AppContext
    requestId: string
    busyLog: BusyLog
    /** The request was rejected because the server is busy: the busy log counts it. */
    isTurnedAway?: boolean
    /** Of every response that does not set its own. */
    securityHeaders: Readonly<Record<string, string>>
    /** Set by requirePerson and requireAdmin. */
    person: Person
    sessionId: string
    /** When the body must have arrived, if it is slow; by `performance.now()`. */
    bodyDeadline?: number
  }
}
