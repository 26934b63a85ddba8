// Responses about accounts: session, profile, passwords, setup, users and access tokens.
import * as z from 'zod/mini'
import { tokenScopes } from '../settings.ts'
import { doneWith } from './done.ts'

export const sessionUser = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  avatarUrl: z.nullable(z.string()),
  isEmailValid: z.boolean(),
  createdAt: z.string(),
})
export type SessionUser = z.infer<typeof sessionUser>

export const profile = z.extend(sessionUser, { isAdmin: z.boolean() })
export type Profile = z.infer<typeof profile>

export const dashboardData = z.object({
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** Totals are for admins only; drafts count. */
  totalportfolio: z.optional(z.number()),
  totalcontact: z.optional(z.number()),
  /** Messages without a sent reply, for the header's Contact tab. */
  unreplied: z.optional(z.number()),
  /** The state of mail: admins are warned while it is not configured or failing. */
  mail: z.optional(z.object({ configured: z.boolean(), failing: z.nullable(z.string()) })),
  /** Why the last scheduled backup failed; missing while there is nothing wrong. */
  backupFailing: z.optional(z.string()),
})
export type DashboardData = z.infer<typeof dashboardData>

export const userRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  isEmailValid: z.boolean(),
  createdAt: z.string(),
  /** How many an admin has made: they end with the role, unless another admin takes them over. */
  webhooks: z.number(),
  clientLinks: z.number(),
})
export type UserRow = z.infer<typeof userRow>

export const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: z.string(),
  /** To the hour; null until it is used. */
  usedAt: z.nullable(z.string()),
  expiresAt: z.string(),
})
export type AccessToken = z.infer<typeof accessToken>

const success = z.literal(true)

export const accountResponses = {
  'GET /check-auth': z.union([
    z.object({ isAuthenticated: z.literal(false) }),
    z.object({ isAuthenticated: z.literal(true), user: sessionUser }),
  ]),
  'GET /check-admin': z.object({ isAdmin: z.boolean() }),
  'GET /dashboard': dashboardData,
  'POST /login': doneWith({ user: profile }),
  'GET /profile': z.object({ success, user: profile }),
  'GET /edit-profile': z.object({ success, name: z.string(), avatarUrl: z.nullable(z.string()) }),
  'POST /edit-profile': doneWith({ name: z.string(), avatarUrl: z.nullable(z.string()) }),
  'GET /verify-email': z.object({ success, email: z.string() }),
  'GET /change-password': z.object({ success }),
  'GET /reset-password/:token': z.object({ success }),
  /** `email` is OWNER_EMAIL, the initial value of the field. */
  'POST /setup/check': z.object({ success, email: z.nullable(z.string()) }),
  'POST /setup': doneWith({ isVerified: z.boolean() }),
  'GET /api/admin/users': z.array(userRow),
  'GET /api/admin/users/:id': userRow,
  'PATCH /api/admin/users/update/:id': doneWith({ user: userRow }),
  'GET /api/settings/tokens': z.object({ tokens: z.array(accessToken) }),
  'POST /api/settings/tokens': doneWith({ token: accessToken, secret: z.string() }),
}
