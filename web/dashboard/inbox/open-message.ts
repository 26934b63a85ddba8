// Where the focus goes when a message closes, and what follows when a reply has been sent.
import { useEffect, useRef } from 'react'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { useRefresh } from '../lists/admin-queries.ts'

/** The link of a message, in the table or the list. */
export function openerOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-message="${CSS.escape(id)}"]`)
}

/** Once a message is closed, its row has the focus, or the list that it has left. */
export function useFocusOnRow(opened: string | undefined, region: { current: HTMLElement | null }): void {
  const before = useRef(opened)
  useEffect(() => {
    const closed = before.current
    before.current = opened
    const { activeElement } = document
    // Whoever has moved on in the meantime stays there.
    if (closed && !opened && (!activeElement || activeElement === document.body))
      (openerOf(closed) ?? region.current)?.focus()
  }, [opened, region])
}

/** A reply that was sending and is sent changes the count in the header. */
export function useRefreshOnceSent(rows: readonly ContactMessage[]): void {
  const refresh = useRefresh()
  const sending = rows.filter((message) => message.sending).length
  const before = useRef(sending)
  useEffect(() => {
    if (sending < before.current) void refresh('contacts')
    before.current = sending
  }, [sending, refresh])
}
