// What is done to a message at once, each with a toast that takes it back; what has been read; and where the focus goes.
import { useEffect, useEffectEvent, useRef } from 'react'
import { changeContacts, type Mailbox } from '../../../contract/messages.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { call, messageOf } from '../../call.ts'
import { toast } from '../../ui/toast.tsx'
import { useRefresh } from '../lists/admin-queries.ts'

export type MessageActions = ReturnType<typeof useMessageActions>

type Change = { ids: string[]; folder?: Mailbox; read?: boolean; replied?: boolean }

const moved = {
  inbox: 'moved to the inbox.',
  archived: 'archived.',
  spam: 'moved to spam.',
}

/** @param onMoved called once a message has left its folder */
export function useMessageActions(onMoved: (id: string) => void) {
  const refresh = useRefresh()
  /** @returns whether it was made; a failure is told by a toast */
  const change = async (
    body: Change,
    done?: (changed: number) => string,
    back?: Change,
  ): Promise<boolean> => {
    try {
      const { changed, message } = await call(changeContacts, { body })
      if (changed === 0) toast(message, { kind: 'error' })
      else if (done && back) toast(done(changed), { action: { label: 'Undo', run: () => void change(back) } })
      return changed > 0
    } catch (failure) {
      toast(`Failed to change the message: ${messageOf(failure)}`, { kind: 'error' })
      return false
    } finally {
      void refresh('contacts')
    }
  }
  return {
    move: async ({ id, folder: before }: ContactMessage, folder: Mailbox) => {
      const ids = [id]
      if (await change({ ids, folder }, () => `Message ${moved[folder]}`, { ids, folder: before }))
        onMoved(id)
    },
    /** From the list. What comes from spam has been seen there among others and not been opened: the inbox counts it as new. */
    moveAll: async (ids: string[], folder: 'inbox' | 'archived') => {
      const fromSpam = folder === 'inbox'
      const done = (changed: number) =>
        `${changed === 1 ? 'Message' : `${changed} messages`} ${moved[folder]}`
      const back: Change = { ids, folder: fromSpam ? 'spam' : 'inbox' }
      if (await change({ ids, folder, ...(fromSpam && { read: false }) }, done, back)) ids.forEach(onMoved)
    },
    markReplied: ({ id, replied }: ContactMessage) => {
      const done = () => (replied ? 'Marked as unreplied.' : 'Marked as replied.')
      void change({ ids: [id], replied: !replied }, done, { ids: [id], replied })
    },
  }
}

/** Whatever is shown of a thread, or of spam, has been read. */
export function useMarkedAsRead(messages: readonly ContactMessage[]) {
  const refresh = useRefresh()
  const ids = messages.filter(({ unread }) => unread).map(({ id }) => id)
  const mark = useEffectEvent(() => {
    // Tried again when the message is opened again: nobody is told.
    call(changeContacts, { body: { ids, read: true } }).then(
      () => refresh('contacts'),
      () => {},
    )
  })
  const key = ids.join(' ')
  useEffect(() => {
    if (key) mark()
  }, [key])
}

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
