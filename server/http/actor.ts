// Who does what the audit trail records, and from where.
import type { Context } from 'hono'
import { type Client, clientOf } from './client.ts'
import type { Env } from './env.ts'

/** The part of a client that is recorded. */
export type AuditClient = Pick<Client, 'key' | 'isShared'>

/**
 * `admin` and `user` are signed in or have just proved who they are, a `visitor` is neither, and the `operator` of the
 * server uses its settings or commands.
 */
export type Actor =
  | { role: 'admin' | 'user'; id: string; email: string; client: AuditClient }
  | { role: 'visitor'; client: AuditClient }
  | { role: 'operator' }

/** To stand after `requireUser` or `requireAdmin`. */
export function actorOf(c: Context<Env>): Actor & { role: 'admin' | 'user' } {
  const { role, id, email } = c.var.user
  return { role, id, email, client: clientOf(c) }
}
