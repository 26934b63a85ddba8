// The session: check-auth, check-admin, logout, and the totals of the dashboard. Every page loads this file, so login is in
// account.ts.
import { defineCall } from './call.ts'

export const checkAuth = defineCall('GET', '/check-auth')

export const checkAdmin = defineCall('GET', '/check-admin')

export const dashboard = defineCall('GET', '/dashboard')

export const logOut = defineCall('POST', '/logout')
