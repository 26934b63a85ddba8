// Reports what the server cannot see: pages opened inside the document, and live sites opened from a preview.
import { useEffect } from 'react'
import { visitPath } from '../../contract/call.ts'

/** Nothing is sent where counting is switched off, or the visitor has asked not to be counted. */
function report(visit: { page: string } | { click: string }): void {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  if (doNotTrack === '1' || globalPrivacyControl || 'uncounted' in document.documentElement.dataset) return
  navigator.sendBeacon(visitPath, new Blob([JSON.stringify(visit)], { type: 'application/json' }))
}

/** Counts the page, or none with null, unless the document began with it: then the server has counted it. */
export function useVisit(path: string | null): void {
  useEffect(() => {
    if (path !== null && 'hydrated' in document.documentElement.dataset) report({ page: path })
  }, [path])
}

/** For a link to a project's live site, however it is pressed: by mouse, its middle button, keyboard or touch. */
export function clickProps(projectId: string | undefined) {
  const count = () => {
    if (projectId) report({ click: projectId })
  }
  return {
    onClick: count,
    onAuxClick: ({ button }: { button: number }) => {
      if (button === 1) count()
    },
  }
}
