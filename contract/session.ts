// The session: check-auth, check-admin, logout, and the totals of the dashboard. Every page loads this file, so login is in
// account.ts.
import type { Call } from './call.ts'

export const checkAuth = { method: 'GET', path: '/check-auth' } as const satisfies Call

export const checkAdmin = { method: 'GET', path: '/check-admin' } as const satisfies Call

export const dashboard = { method: 'GET', path: '/dashboard' } as const satisfies Call

export const logOut = { method: 'POST', path: '/logout' } as const satisfies Call
