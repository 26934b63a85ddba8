// Whether React has taken over the server's HTML.
import { useEffect, useState, useSyncExternalStore } from 'react'

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

/** False in the server's HTML and until the document with all that it needs has loaded; true from then on. */
export function useLoaded(): boolean {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    if (document.readyState === 'complete') return setLoaded(true)
    const onLoad = () => setLoaded(true)
    addEventListener('load', onLoad, { once: true })
    return () => removeEventListener('load', onLoad)
  }, [])
  return loaded
}
