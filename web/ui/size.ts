// The space that an element has for its content, measured before it is first painted and whenever it changes.
import { type RefObject, useLayoutEffect, useState } from 'react'

/** CSS pixels; undefined until it is measured. */
export function useSize(ref: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState<{ width: number; height: number }>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}
