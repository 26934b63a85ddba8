// Close leads back to where the preview was opened: the same page, filter and scroll position.
import { type MouseEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** What a link to a preview carries: the path and query of the page it is on. */
export interface OpenedFrom {
  from: string
}

/**
 * Links followed inside the frame are steps of the same history, so "one back" may stay in there. The Navigation API
 * lists the steps of our own pages alone: the one before this page is gone to, whatever the frame has done since, and
 * the router restores its scroll position. Opened by its URL or from elsewhere, this page was not reached from that
 * one, and the gallery is shown.
 */
export function useClose(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  const stepsAtOpening = useRef(0)
  useEffect(() => {
    stepsAtOpening.current = history.length
  }, [])

  return (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if ('navigation' in window) {
      const { navigation } = window
      const before = navigation.entries()[(navigation.currentEntry?.index ?? 0) - 1]
      if (!before || !ledHere(before)) return navigate('/portfolio')
      const { committed, finished } = navigation.traverseTo(before.key)
      // Another navigation came first: then that one is where the visitor wants to be.
      for (const step of [committed, finished]) step?.catch(() => {})
      return
    }
    const from = (state as OpenedFrom | null)?.from
    // Older browsers. As many steps as at the beginning: nothing was followed inside the frame.
    if (from && history.length === stepsAtOpening.current) return navigate(-1)
    navigate(from ?? '/portfolio')
  }
}

/** A link of this document, or the gallery: after a reload its document is another one, but Close leads there anyway. */
function ledHere({ sameDocument, url }: NavigationHistoryEntry): boolean {
  return sameDocument || (url !== null && new URL(url).pathname === '/portfolio')
}
