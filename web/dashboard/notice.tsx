// The alerts of [S8]: in the page, in exactly the specified words, dismissible [R24].
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Alert } from '../ui/alert.tsx'

type Kind = 'notice' | 'error' | 'success'
interface Said {
  /** Two alerts in the same words are still two alerts. */
  id: number
  kind: Kind
  words: ReactNode
}

/** One alert at a time: the newest. */
export function useNotice(first?: string) {
  const [said, setSaid] = useState<Said | null>(first ? { id: 0, kind: 'success', words: first } : null)
  return {
    said,
    say: (kind: Kind, words: ReactNode) => setSaid((before) => ({ id: (before?.id ?? 0) + 1, kind, words })),
    clear: () => setSaid(null),
  }
}

export function Notice({ said, clear }: Pick<ReturnType<typeof useNotice>, 'said' | 'clear'>) {
  const ref = useRef<HTMLDivElement>(null)
  const id = said?.id
  // An alert above a long list would otherwise be heard and not seen.
  useEffect(() => {
    if (id !== undefined) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [id])
  if (!said) return null
  return (
    <div className="notice" ref={ref} key={said.id}>
      <Alert kind={said.kind} onDismiss={clear}>
        {said.words}
      </Alert>
    </div>
  )
}

/** What the page before had to say, once: it is gone after a reload. */
export function useCarriedNotice() {
  const { state } = useLocation()
  const carried: unknown = state?.notice
  const notice = useNotice(typeof carried === 'string' ? carried : undefined)
  useEffect(() => {
    if (carried) window.history.replaceState({ ...window.history.state, usr: null }, '')
  }, [carried])
  return notice
}
