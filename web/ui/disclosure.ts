// Something that opens and closes: a menu behind a button.
import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** Open or closed; closes on a new page, a press or focus elsewhere, and on Escape, which gives the focus back. */
export function useDisclosure(
  around: RefObject<HTMLElement | null>,
  trigger: RefObject<HTMLButtonElement | null>,
) {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: every choice is a new location key
  useEffect(() => setOpen(false), [key])

  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (!around.current?.contains(event.target as Node)) setOpen(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      trigger.current?.focus()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
      document.removeEventListener('keydown', onKey)
    }
  }, [open, around, trigger])

  return [open, setOpen] as const
}
