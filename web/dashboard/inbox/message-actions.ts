// What is done to a message at once, each with a toast that takes it back.
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent } from 'react'
import { type ContactFolder, changeContacts } from '../../../contract/messages.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { call, messageOf } from '../../call.ts'
import { toast } from '../../ui/toast.tsx'
import { useRefresh } from '../lists/admin-queries.ts'

export type MessageActions = ReturnType<typeof useMessageActions>

type Change = { ids: string[]; folder?: ContactFolder; read?: boolean; replied?: boolean }

const moved = {
  inbox: 'Message moved to the inbox.',
  archived: 'Message archived.',
  spam: 'Message moved to spam.',
}

/** @param onMoved called once a message has left its folder */
export function useMessageActions(onMoved: (id: string) => void) {
  const refresh = useRefresh()
  const { mutateAsync } = useMutation({
    mutationFn: (body: Change) => call(changeContacts, { body }),
    onSettled: () => refresh('contacts'),
  })
  /** @returns whether it was made; a failure is told by a toast */
  const change = async (body: Change): Promise<boolean> => {
    try {
      const { changed, message } = await mutateAsync(body)
      if (changed === 0) toast(message, { kind: 'error' })
      return changed > 0
    } catch (failure) {
      toast(`Failed to change the message: ${messageOf(failure)}`, { kind: 'error' })
      return false
    }
  }
  const markRead = useCallback(
    // Tried again when the message is opened again: nobody is told.
    (ids: string[]) => void mutateAsync({ ids, read: true }).catch(() => {}),
    [mutateAsync],
  )
  const move = async ({ id, folder: before }: ContactMessage, folder: ContactFolder) => {
    if (!(await change({ ids: [id], folder }))) return
    onMoved(id)
    const undo = () => void change({ ids: [id], folder: before })
    toast(moved[folder], { action: { label: 'Undo', run: undo } })
  }
  const markReplied = async ({ id, replied }: ContactMessage) => {
    if (!(await change({ ids: [id], replied: !replied }))) return
    const undo = () => void change({ ids: [id], replied })
    toast(replied ? 'Marked as unreplied.' : 'Marked as replied.', { action: { label: 'Undo', run: undo } })
  }
  return { markRead, move, markReplied }
}

/** Whatever is shown of a thread, or of spam, has been read. */
export function useMarkedAsRead(messages: readonly ContactMessage[], markRead: MessageActions['markRead']) {
  const ids = messages.filter(({ unread }) => unread).map(({ id }) => id)
  const mark = useEffectEvent(() => markRead(ids))
  const key = ids.join(' ')
  useEffect(() => {
    if (key) mark()
  }, [key])
}
