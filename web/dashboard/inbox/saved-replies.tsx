// Saved replies: the menu that inserts one, and the dialog in which they are added, changed and deleted.
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, type RefObject, useId, useState } from 'react'
import {
  addSavedReply,
  changeSavedReply,
  deleteSavedReply,
  filledIn,
  savedReply,
} from '../../../contract/messages.ts'
import type { SavedReply } from '../../../contract/responses/messages.ts'
import { call } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import * as menus from '../../ui/menu.module.css'
import { Empty, toast } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { AddIcon, DeleteIcon, EditIcon } from '../../ui/tool-icons.tsx'
import { useAsk } from '../asking.tsx'
import * as lists from '../lists/admin-list.module.css'
import { refresh, savedRepliesQuery } from '../lists/admin-queries.ts'
import { CreateDialog, toasts, useAction } from '../lists/dialogs.tsx'
import { NotLoaded } from '../lists/parts.tsx'
import * as styles from './inbox.module.css'

type Text = { title: string; body: string; id?: string }

/** @param props.text what becomes a new reply at once; empty for the list */
export function SavedReplies({ text, onClose }: { text: string; onClose: () => void }) {
  const [editing, setEditing] = useState<Text | null>(text ? { title: '', body: text } : null)
  if (!editing) return <List onEdit={setEditing} onClose={onClose} />
  // A new one of the reply's text leads back to it.
  return <Edit text={editing} onClose={text ? onClose : () => setEditing(null)} />
}

function List({ onEdit, onClose }: { onEdit: (text: Text) => void; onClose: () => void }) {
  const { data, error, refetch } = useQuery(savedRepliesQuery)
  const { ask } = useAsk()
  const removing = useAction(
    toasts,
    async ({ id, title }: SavedReply) => {
      const children = `“${title}” is deleted.`
      await ask({ title: 'Delete saved reply?', confirmLabel: 'Delete', children })
      await call(deleteSavedReply, { params: { id } }).finally(() => refresh('saved-replies'))
    },
    'Failed to delete: ',
  )
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
      {error && <NotLoaded what="The list" onRetry={refetch} />}
      {data?.replies.length === 0 && <Empty text="No saved replies yet" />}
      <ul className={`${lists.rows} ${styles.replies}`}>
        {data?.replies.map((reply) => (
          <li key={reply.id}>
            <Excerpt {...reply} />
            <IconButton label={`Edit ${reply.title}`} icon={<EditIcon />} onClick={() => onEdit(reply)} />
            <IconButton
              danger
              label={`Delete ${reply.title}`}
              icon={<DeleteIcon />}
              onClick={() => removing.run(reply)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Excerpt({ title, body }: Text) {
  return (
    <span className={styles.savedText}>
      <b className={ui.truncate}>{title}</b>
      <span className={`${ui.truncate} ${ui.meta}`}>{body.slice(0, 100)}</span>
    </span>
  )
}

function Edit({ text, onClose }: { text: Text; onClose: () => void }) {
  const { id, ...initial } = text
  const form = useForm(savedReply, {
    initial,
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
    <CreateDialog
      title={id === undefined ? 'New saved reply' : 'Edit saved reply'}
      form={form}
      submit={{ label: 'Save', busyLabel: 'Saving...' }}
      onClose={onClose}
    >
      <TextField {...form.field('title')} label="Title" />
      <TextArea
        {...form.field('body')}
        label="Text"
        rows={8}
        hint="{name} stands for the first name of whoever wrote, or the whole name of a company."
      />
    </CreateDialog>
  )
}

type MenuProps = {
  /** Of whoever wrote the message. */
  name: string
  field: RefObject<HTMLTextAreaElement | null>
  disabled: boolean
  onSave: () => void
  onEdit: () => void
  /** The field. */
  children: ReactNode
}

/** At a text field: one is inserted at the cursor with the name filled in. */
export function SavedRepliesMenu({ name, field, disabled, onSave, onEdit, children }: MenuProps) {
  const { data } = useQuery(savedRepliesQuery)
  const id = useId()
  const insert = (body: string) => {
    const area = field.current
    if (!area) return
    area.focus()
    area.setRangeText(filledIn(body, name), area.selectionStart, area.selectionEnd, 'end')
    // The form reads what was typed from this event.
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const option: ComponentProps<'button'> = {
    type: 'button',
    className: `${ui.row} ${menus.option}`,
    popoverTarget: id,
    popoverTargetAction: 'hide',
  }
  return (
    <div className={styles.around}>
      <button
        type="button"
        className={`${ui.link} ${styles.savedOpener}`}
        popoverTarget={id}
        disabled={disabled}
      >
        Saved replies
      </button>
      <div className={`${menus.popup} ${menus.menu} ${styles.popup}`} id={id} popover="auto">
        {data && data.replies.length > 0 && (
          <ul>
            {data.replies.map((reply) => (
              <li key={reply.id}>
                <button {...option} onClick={() => insert(reply.body)}>
                  <Excerpt {...reply} />
                </button>
              </li>
            ))}
          </ul>
        )}
        <div>
          <button {...option} onClick={onSave}>
            <AddIcon />
            Save this text as a reply
          </button>
          <button {...option} onClick={onEdit}>
            <EditIcon />
            Edit saved replies
          </button>
        </div>
      </div>
      {children}
    </div>
  )
}
