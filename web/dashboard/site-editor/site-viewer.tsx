// Whether preview and versions are next to the form, or over the whole window where there is no space: then Back closes them.
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { staysInPlace } from '../../scroll-positions.ts'
import { compact } from '../../ui/breakpoints.ts'

/** Open is a step of the history, which Back takes and not the page with the form. */
export function useViewer() {
  const navigate = useNavigate()
  const isOpen = useSearchParams()[0].has('preview')
  const isCompact = useIsCompact()
  // The window was widened, and shows the same next to the form.
  useEffect(() => {
    if (isOpen && !isCompact) void navigate(-1)
  }, [isOpen, isCompact, navigate])
  return {
    isCompact,
    isOpen: isOpen && isCompact,
    open: () => navigate('?preview', { state: staysInPlace }),
    close: () => navigate(-1),
  }
}

function useIsCompact(): boolean {
  const [isCompact, setCompact] = useState(() => matchMedia(compact).matches)
  useEffect(() => {
    const list = matchMedia(compact)
    const change = () => setCompact(list.matches)
    list.addEventListener('change', change)
    return () => list.removeEventListener('change', change)
  }, [])
  return isCompact
}
