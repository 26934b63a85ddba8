// An app with an admin who signs in through a proxy, and what the audit trail shows that admin.
import { expect } from 'vitest'
import type { AuditEvent } from '../../contract/responses/dashboard.ts'
import type { ownApps } from './own-apps.ts'
import { cookieOf, password, type Running } from './start.ts'

/** The header by which the proxy names a client. */
export const from = (ip: string) => ({ 'x-forwarded-for': ip })

export async function eventsOf(app: Running, cookie: string, query = 'limit=100'): Promise<AuditEvent[]> {
  const { status, body } = await app.json(`/api/admin/activity?${query}`, { cookie })
  expect(status).toBe(200)
  return body.events
}

/** The admin has signed in once, from 192.0.2.1. */
export async function withAdmin(ownApp: ReturnType<typeof ownApps>, env: Record<string, string> = {}) {
  const app = await ownApp({ TRUST_PROXY: '1', ...env })
  const id = await app.addUser({ email: 'ada@example.com', admin: true })
  const json = { email: 'ada@example.com', password }
  const signedIn = await app.send('/login', { json, headers: from('192.0.2.1') })
  return { app, id, cookie: cookieOf(signedIn) }
}
