// An open message: what can be done with it, each with a toast that takes it back; the thread that it belongs to, and where
// the focus goes.

import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react'
import { changeContacts, type Mailbox, spamReasons } from '../../../contract/messages.ts'
import { Problem } from '../../../contract/problem.ts'
import type { ContactMessage, ContactThread } from '../../../contract/responses/messages.ts'
import { call, messageOf } from '../../call.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ArrowLeftIcon, CloseIcon } from '../../ui/icons.tsx'
import * as notice from '../../ui/notice.module.css'
import { toast } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import {
  ArchiveIcon,
  CheckIcon,
  DeleteIcon,
  InboxIcon,
  MoveDownIcon,
  MoveUpIcon,
  ReplyIcon,
  SpamIcon,
} from '../../ui/tool-icons.tsx'
import { refresh, threadQuery } from '../lists/admin-queries.ts'
import { NotLoaded } from '../lists/parts.tsx'
import { counted, dayText } from '../lists/times.tsx'
import * as styles from './inbox.module.css'
import { Thread } from './thread.tsx'

type Props = {
  id: string
  /** The list that it was opened from. */
  from: string
  actions: MessageActions
  /** The buttons that open the message above or below it in the list. */
  up: Step
  down: Step
  onClose: () => void
  onReply: (message: ContactMessage) => void
  onDelete: () => void
}

type Step = Pick<ComponentProps<typeof IconButton>, 'label' | 'disabled' | 'onClick'>

export function Message(props: Props) {
  const { id, from, up, down, onClose } = props
  const { data, error, refetch } = useQuery(threadQuery(id))
  useEscape(onClose)
  return (
    <article className={styles.message} aria-label={data ? `Message from ${data.contact.name}` : 'Message'}>
      <button
        type="button"
        className={`${ui.link} ${ui.row} ${ui.compactOnly} ${styles.back}`}
        onClick={onClose}
      >
        <ArrowLeftIcon size="s" />
        {from}
      </button>
      <div className={`${ui.cluster} ${styles.bar}`}>
        {data && <Tools {...props} contact={data.contact} />}
        <span className={styles.steps}>
          <IconButton {...up} icon={<MoveUpIcon />} />
          <IconButton {...down} icon={<MoveDownIcon />} />
          <IconButton className={styles.close} label="Close message" icon={<CloseIcon />} onClick={onClose} />
        </span>
      </div>
      {data ? <Opened key={id} {...data} /> : <Missing error={error} onRetry={refetch} />}
    </article>
  )
}

type ToolsProps = Pick<Props, 'actions' | 'onReply' | 'onDelete'> & { contact: ContactMessage }

function Tools({ contact, actions, onReply, onDelete }: ToolsProps) {
  const { id, folder, replied, replies } = contact
  const move = (to: Mailbox) => actions.move([id], folder, to)
  const isAnswered = replies.some(({ state }) => state === 'sent')
  return (
    <>
      <Button size="sm" onClick={() => onReply(contact)}>
        <ReplyIcon size="s" />
        Reply
      </Button>
      {!isAnswered && (
        <IconButton
          label={replied ? 'Mark as unreplied' : 'Mark as replied'}
          icon={<CheckIcon />}
          aria-pressed={replied}
          onClick={() => actions.markReplied(contact)}
        />
      )}
      {folder !== 'inbox' && (
        <IconButton
          label={folder === 'spam' ? 'Not spam' : 'Move to inbox'}
          icon={<InboxIcon />}
          onClick={() => move('inbox')}
        />
      )}
      {folder === 'inbox' && (
        <IconButton label="Archive" icon={<ArchiveIcon />} onClick={() => move('archived')} />
      )}
      {folder !== 'spam' && (
        <IconButton label="Move to spam" icon={<SpamIcon />} onClick={() => move('spam')} />
      )}
      <IconButton label="Delete" danger icon={<DeleteIcon />} onClick={onDelete} />
    </>
  )
}

function Opened({ contact, thread, hasEarlier }: ContactThread) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // What was pressed is gone or hidden, unless the list is next to the message.
    const { activeElement } = document
    if (!activeElement || activeElement === document.body || !activeElement.checkVisibility())
      heading.current?.focus()
  }, [])
  const replies = thread.reduce((sum, one) => sum + one.replies.length, 0)
  const [first = contact] = thread
  return (
    <>
      <h2 className={styles.subject} ref={heading} tabIndex={-1}>
        {contact.subject || 'No subject'}
      </h2>
      <p className={`${ui.cluster} ${ui.meta} ${styles.sender}`}>
        <a className={ui.link} href={`mailto:${encodeURIComponent(contact.email)}`}>
          {contact.email}
        </a>
        <span>
          {hasEarlier && 'The newest '}
          {counted(thread.length, 'message')}
          {replies > 0 && ` and ${counted(replies, 'reply', 'replies')}`} since{' '}
          <time dateTime={first.createdAt}>{dayText(first.createdAt)}</time>
        </span>
      </p>
      {contact.folder === 'spam' && contact.spamReason && (
        <p className={ui.hint}>Why it was held back: {spamReasons[contact.spamReason]}</p>
      )}
      <Thread contact={contact} thread={thread} />
    </>
  )
}

function Missing({ error, onRetry }: { error: Error | null; onRetry: () => unknown }) {
  if (!error) return <div className={`${notice.skeleton} ${styles.loading}`} />
  if (error instanceof Problem && error.code === 'unknown') return <p>{error.message}</p>
  return <NotLoaded what="The message" onRetry={onRetry} />
}

function useEscape(onClose: () => void) {
  const close = useEffectEvent((event: KeyboardEvent) => {
    // A dialog, a menu and a search box have an Escape of their own.
    const inside = event.target instanceof Element && event.target.closest('dialog, input, select, [popover]')
    if (event.key === 'Escape' && !event.defaultPrevented && !inside) onClose()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => close(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

export type MessageActions = ReturnType<typeof useMessageActions>

type Change = { ids: string[]; folder?: Mailbox; read?: boolean; replied?: boolean }

const moved = {
  inbox: 'moved to the inbox.',
  archived: 'archived.',
  spam: 'moved to spam.',
}

/** @param onMoved called once a message has left its folder */
export function useMessageActions(onMoved: (id: string) => void) {
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
    move: async (ids: string[], from: Mailbox, to: Mailbox, more: Pick<Change, 'read'> = {}) => {
      const done = (changed: number) => `${changed === 1 ? 'Message' : `${changed} messages`} ${moved[to]}`
      if (await change({ ids, folder: to, ...more }, done, { ids, folder: from })) ids.forEach(onMoved)
    },
    markReplied: ({ id, replied }: ContactMessage) => {
      const done = () => (replied ? 'Marked as unreplied.' : 'Marked as replied.')
      void change({ ids: [id], replied: !replied }, done, { ids: [id], replied })
    },
  }
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
  const sending = rows.filter((message) => message.sending).length
  const before = useRef(sending)
  useEffect(() => {
    if (sending < before.current) void refresh('contacts')
    before.current = sending
  }, [sending])
}
