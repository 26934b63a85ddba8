// Around the pages of a user's own account: nobody else gets to them. Each has its guard for when the session ends.
import { GuardLoading, usersOnly } from '../guard.tsx'

export const clientMiddleware = [usersOnly]

export function HydrateFallback() {
  return <GuardLoading />
}
