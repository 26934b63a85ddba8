// What the pages would show of the content in the form, as the server computes it.
import { useEffect, useRef, useState } from 'react'
import type { SiteContent } from '../../../contract/site.ts'
import { previewSite } from '../../../contract/site-calls.ts'
import type { SitePreview } from '../../../contract/site-view.ts'
import { call } from '../../call.ts'

/** Milliseconds between two requests while somebody is typing. */
const interval = 150

/** One request at a time; what is typed while it is under way is in the next one. */
export function useDraftView(content: SiteContent): { view: SitePreview | null; failed: boolean } {
  const [view, setView] = useState<SitePreview | null>(null)
  const [failed, setFailed] = useState(false)
  const latest = useRef(content)
  const requested = useRef<SiteContent | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isMounted = useRef(false)

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [])

  useEffect(() => {
    latest.current = content
    const request = async () => {
      requested.current = latest.current
      try {
        const next = await call(previewSite, { body: { content: latest.current } })
        if (isMounted.current) setView(next)
        if (isMounted.current) setFailed(false)
      } catch {
        // Four times a limit, or no connection: the last view stays.
        if (isMounted.current) setFailed(true)
      }
      timer.current = undefined
      if (isMounted.current && requested.current !== latest.current) start()
    }
    const start = () => {
      timer.current ??= setTimeout(request, interval)
    }
    if (requested.current !== content) start()
  }, [content])
  return { view, failed }
}
