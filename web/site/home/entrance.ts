// Notices when an element is scrolled into view, so that it may move then. Nothing is hidden until that happens.
import { type RefObject, useEffect, useState } from 'react'

/**
 * True from the moment the element is scrolled into view; stays true.
 * An element that is in view when the observer starts has been read already, so it stays still: false for ever.
 */
export function useEntered(ref: RefObject<HTMLElement | null>): boolean {
  const [entered, setEntered] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    let wasOutside = false
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) {
        if (wasOutside) setEntered(true)
        observer.disconnect()
      } else wasOutside = true
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return entered
}
