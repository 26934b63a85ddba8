// The button that deletes all spam, once it is confirmed.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteSpam } from '../../../contract/messages.ts'
import type { useAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { DeleteIcon } from '../../ui/tool-icons.tsx'
import { useRefresh } from '../lists/admin-queries.ts'

export function DeleteSpam({ alert, isEmpty }: { alert: ReturnType<typeof useAlert>; isEmpty: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const refresh = useRefresh()
  const removing = useMutation({
    mutationFn: () => call(deleteSpam),
    onSuccess: ({ message }) => alert.show('success', message),
    onError: (failure) => alert.show('error', `Failed to delete: ${messageOf(failure)}`),
    onSettled: async () => {
      await refresh('contacts')
      setAsking(false)
    },
  })
  return (
    <>
      <Button size="sm" variant="danger-outline" disabled={isEmpty} onClick={() => setAsking(true)}>
        <DeleteIcon size="s" />
        Delete all spam
      </Button>
      {isAsking && (
        <Confirm
          title="Confirm Deletion"
          confirmLabel="Delete"
          busyLabel="Deleting..."
          busy={removing.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => removing.mutate()}
        >
          Are you sure you want to delete all messages in spam? This action cannot be undone.
        </Confirm>
      )}
    </>
  )
}
