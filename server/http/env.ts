// What a request carries through the rooms of the server.
import type { HttpBindings } from '@hono/node-server'
import type { Person } from '../accounts/sessions.ts'
import type { AppContext } from '../context.ts'

export interface Env {
  /** Absent when a page asks inside the process. */
  Bindings: Partial<HttpBindings>
  Variables: {
    context: AppContext
    requestId: string
    /** Of every response that does not set its own. */
    securityHeaders: Readonly<Record<string, string>>
    /** Set by requirePerson and requireAdmin. */
    person: Person
    sessionId: string
    /** When the body must have arrived, if it is slow; by `performance.now()`. */
    bodyDeadline?: number
  }
}
