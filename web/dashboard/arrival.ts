// A link to one field: the hash of its URL is the `data-arrival` of what the field is in.
import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Moves the focus there as soon as the field is loaded and enabled, unless somebody does something else first. */
export function useArrival(): void {
  const { pathname, hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same hash on another page is another field
  useEffect(() => {
    if (!hash) return
    const place = `[data-arrival="${CSS.escape(hash.slice(1))}"]`
    const arrive = () => {
      const find = (controls: string) => document.querySelector<HTMLElement>(`${place} ${controls}`)
      const field = find(':is(input, textarea, select):enabled:not([readonly])')
      if (!field) return
      stop.abort()
      field.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
      field.scrollIntoView({ block: 'center' })
    }
    const stop = new AbortController()
    const observer = new MutationObserver(arrive)
    stop.signal.addEventListener('abort', () => observer.disconnect())
    for (const event of ['pointerdown', 'keydown'])
      addEventListener(event, () => stop.abort(), { signal: stop.signal })
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ['disabled', 'readonly'],
    })
    // After the heading of a new page has had the focus.
    requestAnimationFrame(arrive)
    return () => stop.abort()
  }, [pathname, hash])
}
