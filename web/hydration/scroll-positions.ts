// Where each page is scrolled to: a link leads to its top, Back and Forward to where it was left.
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** In sessionStorage. The script of <ScrollRestoration> (document.tsx) reads it before the code of the page has come. */
export const scrollStorage = 'scroll-positions'

/** The state of a link or a navigation that leaves the page where it is. */
export const staysInPlace = 'stays in place'

/**
 * What <ScrollRestoration> does in the browser: it cannot be rendered there, because of its <script>
 * (docs/decisions/0011). Positions are stored by the key of their history entry.
 */
export function useScrollPositions(): void {
  const { key, hash, state } = useLocation()
  const positions = useRef<Record<string, number>>(null)

  useLayoutEffect(() => {
    // The first page is where the browser or that script has put it.
    if (positions.current) showPlace(positions.current[key], hash, state)
    else positions.current = storedPositions()
    const all = positions.current
    const note = () => {
      all[key] = scrollY
    }
    note()
    addEventListener('scroll', note)
    return () => removeEventListener('scroll', note)
  }, [key, hash, state])

  useEffect(() => {
    // The browser would move the page on Back before the router shows the other one. Reloading is left to it.
    const arrive = () => {
      history.scrollRestoration = 'manual'
    }
    const leave = () => {
      history.scrollRestoration = 'auto'
      try {
        sessionStorage.setItem(scrollStorage, JSON.stringify(positions.current))
      } catch {}
    }
    arrive()
    addEventListener('pageshow', arrive)
    addEventListener('pagehide', leave)
    return () => {
      leave()
      removeEventListener('pageshow', arrive)
      removeEventListener('pagehide', leave)
    }
  }, [])
}

function storedPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(scrollStorage) ?? '{}')
  } catch {
    return {}
  }
}

function showPlace(position: number | undefined, hash: string, state: unknown): void {
  const target = elementAt(hash)
  if (position !== undefined) scrollTo(0, position)
  else if (target) target.scrollIntoView()
  else if (state !== staysInPlace) scrollTo(0, 0)
}

function elementAt(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}
