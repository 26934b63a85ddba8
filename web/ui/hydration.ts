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

/** Says on <html> that the page is hydrated, for tests, which must not press before. */
export function afterHydration(): void {
  document.documentElement.dataset.hydrated = ''
}
