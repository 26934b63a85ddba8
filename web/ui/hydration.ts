// Whether React has taken over the server's HTML.
import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration; true from then on, and on every page reached after that. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
