// Alerts in the page, with exactly the specified text and dismissible; and the one that the next page is to show.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import * as styles from './ui/notice.module.css'
import { Alert } from './ui/notice.tsx'
import { useSaid } from './ui/words.tsx'

type Kind = 'notice' | 'error' | 'success'

interface AlertMessage {
  /** Two alerts with the same text are still two alerts. */
  id: number
  kind: Kind
  text: ReactNode
}

/** In memory and not in the browser's history: neither a reload nor Back repeats it. */
let flashed: { kind: Kind; text: string; from: string } | null = null

/** For the page that is navigated to next: its alert shows this, once. */
export function flash(text: string, kind: Kind = 'success'): void {
  flashed = { kind, text, from: location.pathname }
}

/** One alert at a time, the newest; at first what the page before has flashed. */
export function useAlert() {
  const [message, setMessage] = useState<AlertMessage | null>(null)
  const show = (kind: Kind, text: ReactNode) =>
    setMessage((before) => ({ id: (before?.id ?? 0) + 1, kind, text }))
  // The page that is shown, not the URL, which is the next one's before its page is shown.
  const { pathname } = useLocation()
  // Taken in an effect: a rendering may be thrown away, and the server's HTML has none.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    // Not by the page that flashed it, in which a form may be rendered anew meanwhile.
    if (!flashed || flashed.from === pathname) return
    setMessage({ id: 0, kind: flashed.kind, text: flashed.text })
    flashed = null
  }, [])
  return { message, show, clear: () => setMessage(null) }
}

type ShownAlert = Pick<ReturnType<typeof useAlert>, 'message' | 'clear'>

export function FormAlert({ alert: { message, clear } }: { alert: ShownAlert }) {
  const said = useSaid()
  if (!message) return null
  return (
    <Alert kind={message.kind} onDismiss={clear}>
      {typeof message.text === 'string' ? said(message.text) : message.text}
    </Alert>
  )
}

/** In the dashboard: scrolled to, because above a long list it would otherwise be heard and not seen. */
export function PageAlert({ alert }: { alert: ShownAlert }) {
  const { message } = alert
  const ref = useRef<HTMLDivElement>(null)
  const id = message?.id
  useEffect(() => {
    if (id !== undefined) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [id])
  if (!message) return null
  return (
    <div className={styles.notice} ref={ref} key={message.id}>
      <FormAlert alert={alert} />
    </div>
  )
}
