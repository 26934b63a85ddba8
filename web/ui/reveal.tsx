// Notices once that something came into view, so that what is inside may enter with motion.
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

/** True from the moment the element is first seen; stays true. */
export function useSeen(ref: RefObject<HTMLElement | null>, threshold = 0.15) {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setSeen(true)
        observer.disconnect()
      },
      { threshold },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref, threshold])
  return seen
}

export function Reveal({ className = '', children }: { className?: string; children: ReactNode }) {
  const ref = useRef<HTMLUListElement>(null)
  const seen = useSeen(ref)
  return (
    <ul ref={ref} className={`reveal${seen ? ' in' : ''}${className && ` ${className}`}`}>
      {children}
    </ul>
  )
}
