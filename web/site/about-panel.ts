// Whether "About this project" is open, and how it closes.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { compact } from '../ui/breakpoints.ts'

const compactQuery = () => matchMedia(compact)

function onCompactChange(changed: () => void) {
  const query = compactQuery()
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/**
 * @param projectId of the project that has such a panel, or null. It closes when another one is shown.
 * `coversStage`: it is a sheet over the frame and the notice, which are inert then.
 */
export function useAboutPanel(projectId: string | null) {
  const [openFor, setOpenFor] = useState<string | null>(null)
  const isCompact = useSyncExternalStore(
    onCompactChange,
    () => compactQuery().matches,
    () => false,
  )
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = projectId !== null && openFor === projectId

  const close = () => {
    setOpenFor(null)
    button.current?.focus({ preventScroll: true })
  }
  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      setOpenFor(null)
      button.current?.focus({ preventScroll: true })
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [isOpen])

  return {
    isOpen,
    coversStage: isOpen && isCompact,
    close,
    toggle: { isOpen, ref: button, onToggle: () => (isOpen ? close() : setOpenFor(projectId)) },
  }
}
