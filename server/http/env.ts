// The bindings and variables of a request, for Hono.
import type { HttpBindings } from '@hono/node-server'
import type { AppContext } from '../context.ts'
import type { SessionRow, UserRow } from '../db/tables.ts'
import type { AuditClient } from './client.ts'

/** The account of a session or an access token. */
export type SignedInAccount = Omit<UserRow, 'password_hash'> & Pick<SessionRow, 'authenticated_at'>

/** As the audit trail records who acts: with the client. `authenticated_at` is when the password was last entered. */
export type SignedInUser = SignedInAccount & { client: AuditClient }

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
