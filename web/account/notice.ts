// A message that one page hands to the next, such as the login page's word about a new account.
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

export interface Notice {
  kind: 'notice' | 'error' | 'success'
  text: string
}

/** What goes into `navigate(to, { state })`. */
export function handOver(text: string, kind: Notice['kind'] = 'success'): { notice: Notice } {
  return { notice: { kind, text } }
}

/**
 * The message handed over, and how to dismiss it. It is read after the first render, because the server knows
 * nothing of it, and taken out of the browser's history, so that a reload does not repeat it.
 */
export function useNotice(): [Notice | null, () => void] {
  const [notice, setNotice] = useState<Notice | null>(null)
  const { state } = useLocation()
  useEffect(() => {
    if (!state?.notice) return
    setNotice(state.notice)
    window.history.replaceState({ ...window.history.state, usr: null }, '')
  }, [state])
  return [notice, () => setNotice(null)]
}
