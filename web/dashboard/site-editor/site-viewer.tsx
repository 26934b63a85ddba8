// Preview and versions over the whole window, where there is no space next to the form. Escape and Back close it.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { compact } from '../../ui/breakpoints.ts'
import { Dialog } from '../../ui/dialog.tsx'

export function SiteViewer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const close = useRef(onClose)
  close.current = onClose
  // A step of the history for as long as it is open: Back takes that, and not the page with the form.
  useEffect(() => {
    const { history } = window
    history.pushState({ ...history.state, viewer: true }, '')
    const onPop = (event: PopStateEvent) => {
      // The router sees the same page under the same URL and would load it again.
      event.stopImmediatePropagation()
      close.current()
    }
    addEventListener('popstate', onPop, { capture: true })
    return () => {
      removeEventListener('popstate', onPop, { capture: true })
    }
  }, [])
  return (
    <Dialog title="Preview" size="window" onClose={() => window.history.back()}>
      {children}
    </Dialog>
  )
}

export function useIsCompact(): boolean {
  const [isCompact, setCompact] = useState(() => matchMedia(compact).matches)
  useEffect(() => {
    const list = matchMedia(compact)
    const change = () => setCompact(list.matches)
    list.addEventListener('change', change)
    return () => list.removeEventListener('change', change)
  }, [])
  return isCompact
}
