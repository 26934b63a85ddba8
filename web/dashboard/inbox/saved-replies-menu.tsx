// The saved replies at a text field: one is inserted at the cursor with the name filled in.

import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { filledIn } from '../../../contract/messages.ts'
import * as layout from '../../ui/layout.module.css'
import * as menus from '../../ui/menu.module.css'
import { AddIcon, EditIcon } from '../../ui/tool-icons.tsx'
import * as typography from '../../ui/typography.module.css'
import { savedRepliesQuery } from '../lists/admin-queries.ts'
import * as styles from './saved-replies.module.css'

type Props = {
  /** Of whoever wrote the message. */
  name: string
  field: RefObject<HTMLTextAreaElement | null>
  disabled: boolean
  onSave: () => void
  onEdit: () => void
  /** The field. */
  children: ReactNode
}

export function SavedRepliesMenu({ name, field, disabled, onSave, onEdit, children }: Props) {
  const { data } = useQuery(savedRepliesQuery())
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const insert = (body: string) => {
    setOpen(false)
    const area = field.current
    if (!area) return
    area.focus()
    area.setRangeText(filledIn(body, name), area.selectionStart, area.selectionEnd, 'end')
    // The form reads what was typed from this event.
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const then = (work: () => void) => () => {
    setOpen(false)
    work()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return
    // The dialog stays open.
    event.stopPropagation()
    event.preventDefault()
    setOpen(false)
    opener.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape is for the buttons in it
    <div className={styles.around} onKeyDown={onKeyDown}>
      <button
        ref={opener}
        type="button"
        className={`${typography.link} ${styles.opener}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        disabled={disabled}
        onClick={() => setOpen(!isOpen)}
      >
        Saved replies
      </button>
      {isOpen && (
        <div className={`${menus.popup} ${styles.popup}`} id={id}>
          <ul>
            {data?.replies.map((reply) => (
              <li key={reply.id}>
                <button type="button" className={menus.option} onClick={() => insert(reply.body)}>
                  <span className={styles.text}>
                    <b className={layout.truncate}>{reply.title}</b>
                    <span className={`${layout.truncate} ${typography.meta}`}>
                      {reply.body.slice(0, 100)}
                    </span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className={menus.option} onClick={then(onSave)}>
            <AddIcon />
            Save this text as a reply
          </button>
          <button type="button" className={menus.option} onClick={then(onEdit)}>
            <EditIcon />
            Edit saved replies
          </button>
        </div>
      )}
      {children}
    </div>
  )
}
