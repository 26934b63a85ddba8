// The dialog in which saved replies are added, changed and deleted.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { savedReplyLength, savedTitleLength } from '../../../contract/limits.ts'
import { addSavedReply, changeSavedReply, deleteSavedReply, savedReply } from '../../../contract/messages.ts'
import type { SavedReply } from '../../../contract/responses/messages.ts'
import { FormAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import { Empty } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.tsx'
import { AddIcon, DeleteIcon, EditIcon } from '../../ui/tool-icons.tsx'
import * as typography from '../../ui/typography.module.css'
import { savedRepliesQuery, useRefresh } from '../lists/admin-queries.ts'
import * as styles from './saved-replies.module.css'

type Text = { title: string; body: string; id?: string }

/** @param props.text what becomes a new reply at once; empty for the list */
export function SavedReplies({ text, onClose }: { text: string; onClose: () => void }) {
  const [editing, setEditing] = useState<Text | null>(text ? { title: '', body: text } : null)
  if (!editing) return <List onEdit={setEditing} onClose={onClose} />
  // A new one of the reply's text leads back to it.
  return <Edit text={editing} onClose={text ? onClose : () => setEditing(null)} />
}

function List({ onEdit, onClose }: { onEdit: (text: Text) => void; onClose: () => void }) {
  const { data, error, refetch } = useQuery(savedRepliesQuery())
  const refresh = useRefresh()
  // In the dialog: a toast below it could not be pressed.
  const [removed, setRemoved] = useState<SavedReply | null>(null)
  const changing = {
    onSettled: () => refresh('saved-replies'),
  } as const
  const restoring = useMutation({
    ...changing,
    mutationFn: ({ title, body }: SavedReply) => call(addSavedReply, { body: { title, body } }),
    onSuccess: () => setRemoved(null),
    onError: (failure) => toast(messageOf(failure), { kind: 'error' }),
  })
  const removing = useMutation({
    ...changing,
    mutationFn: ({ id }: SavedReply) => call(deleteSavedReply, { params: { id } }),
    onSuccess: (_, reply) => setRemoved(reply),
    onError: (failure) => toast(`Failed to delete: ${messageOf(failure)}`, { kind: 'error' }),
  })
  return (
    <Dialog
      title="Saved replies"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" size="sm" onClick={onClose}>
            Close
          </Button>
          <Button size="sm" onClick={() => onEdit({ title: '', body: '' })}>
            <AddIcon size="s" />
            Add a reply
          </Button>
        </>
      }
    >
      {error && (
        <p>
          The list could not be loaded.{' '}
          <Button size="sm" variant="secondary" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      <p role="status" className={styles.removed}>
        {removed && (
          <>
            “{removed.title}” deleted.{' '}
            <button
              type="button"
              className={typography.link}
              disabled={restoring.isPending}
              onClick={() => restoring.mutate(removed)}
            >
              Undo
            </button>
          </>
        )}
      </p>
      {data?.replies.length === 0 && <Empty text="No saved replies yet" />}
      <ul className={styles.rows}>
        {data?.replies.map((reply) => (
          <li className={layout.row} key={reply.id}>
            <span className={styles.text}>
              <b className={layout.truncate}>{reply.title}</b>
              <span className={`${layout.truncate} ${typography.meta}`}>{reply.body.slice(0, 100)}</span>
            </span>
            <IconButton label={`Edit ${reply.title}`} icon={<EditIcon />} onClick={() => onEdit(reply)} />
            <IconButton
              danger
              label={`Delete ${reply.title}`}
              icon={<DeleteIcon />}
              disabled={removing.isPending}
              onClick={() => removing.mutate(reply)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Edit({ text, onClose }: { text: Text; onClose: () => void }) {
  const refresh = useRefresh()
  const { id, title, body } = text
  const form = useForm(savedReply, {
    initial: { title, body },
    send: (changed) =>
      id === undefined
        ? call(addSavedReply, { body: changed })
        : call(changeSavedReply, { params: { id }, body: changed }),
    onSent: async (response) => {
      await refresh('saved-replies')
      toast(response.message)
      onClose()
    },
  })
  return (
    <Dialog
      title={id === undefined ? 'New saved reply' : 'Edit saved reply'}
      onClose={onClose}
      form={form.props}
      footer={
        <>
          <Button variant="quiet" size="sm" onClick={onClose} disabled={form.busy}>
            Cancel
          </Button>
          <Button size="sm" type="submit" busy={form.busy} busyLabel="Saving...">
            Save
          </Button>
        </>
      }
    >
      <div className={layout.contents}>
        <FormAlert alert={form.alert} />
        <TextField
          {...form.field('title')}
          label="Title"
          maxLength={savedTitleLength}
          autoComplete="off"
          readOnly={form.busy}
        />
        <TextArea
          {...form.field('body')}
          label="Text"
          rows={8}
          hint="{name} stands for the first name of whoever wrote, or the whole name of a company."
          maxLength={savedReplyLength}
          readOnly={form.busy}
        />
      </div>
    </Dialog>
  )
}
