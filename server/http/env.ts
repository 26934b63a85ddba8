// The bindings and variables of a request, for Hono.
import type { HttpBindings } from '@hono/node-server'
import type { AppContext } from '../context.ts'
import type { SessionRow, UserRow } from '../db/tables.ts'

/** The user of a session, and when their password was last entered in it. */
export type SignedInUser = Omit<UserRow, 'password_hash'> & Pick<SessionRow, 'authenticated_at'>

export interface Env {
  /** Absent when a page requests a call from inside the process. */
  Bindings: Partial<HttpBindings>
  Variables: {
    context: AppContext
    requestId: string
    /** The pattern of the page, for the metrics; that of a call is the pattern of its handler. */
    route?: string
    /** That the request failed is in another line. */
    isLoggedElsewhere?: boolean
    /** For every response that does not set its own. */
    securityHeaders: Readonly<Record<string, string>>
    /** Set by requireUser and requireAdmin. */
    user: SignedInUser
    /** Set with the user: throws what the guard throws by now. Missing where everybody may call. */
    checkAgain?: () => Promise<void>
    sessionId: string
  }
}
