// The messages of one sender and the replies to them, oldest first; what is older than the last three is folded.

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { changeContacts } from '../../../contract/messages.ts'
import type { ContactMessage, ContactThread, SentReply } from '../../../contract/responses/messages.ts'
import { call } from '../../call.ts'
import { useSession } from '../../session.tsx'
import { markdownElement } from '../../site/markdown.ts'
import { Badge } from '../../ui/badge.tsx'
import { FieldError } from '../../ui/field.tsx'
import * as icons from '../../ui/icons.module.css'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import { refresh } from '../lists/admin-queries.ts'
import { dayText, minuteText } from '../lists/times.tsx'
import * as styles from './inbox.module.css'
import { Delivery, Unread } from './message-rows.tsx'

/** Items at the end that are not folded. */
const unfolded = 3

type Item = { at: string; message: ContactMessage; reply?: SentReply }

function itemsOf(thread: readonly ContactMessage[]): Item[] {
  return thread
    .flatMap((message): Item[] => [
      { at: message.createdAt, message },
      ...message.replies.map((reply) => ({ at: reply.sentAt ?? reply.createdAt, message, reply })),
    ])
    .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

/** Whatever is shown of a thread, or of spam, has been read. */
export function useMarkedAsRead(messages: readonly ContactMessage[]) {
  const ids = messages.filter(({ unread }) => unread).map(({ id }) => id)
  const key = ids.join(' ')
  useEffect(() => {
    if (!key) return
    // Tried again when the message is opened again: nobody is told.
    call(changeContacts, { body: { ids: key.split(' '), read: true } }).then(
      () => refresh('contacts'),
      () => {},
    )
  }, [key])
}

export function Thread({ contact, thread }: Pick<ContactThread, 'contact' | 'thread'>) {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const items = itemsOf(thread).map((item, index, { length }) => {
    const id = item.reply?.id ?? item.message.id
    return { ...item, id, isFolded: index < length - unfolded && id !== contact.id && !shown.has(id) }
  })
  useMarkedAsRead(items.flatMap(({ message, reply, isFolded }) => (reply || isFolded ? [] : message)))
  return (
    <ol className={`${ui.lined} ${styles.thread}`} aria-label="Messages and replies">
      {items.map(({ id, at, message, reply, isFolded }) => (
        <li key={id} data-folded={isFolded || undefined} tabIndex={-1}>
          {isFolded ? (
            <button
              type="button"
              className={classes(ui.row, styles.folded, !reply && message.unread && icons.dot)}
              aria-expanded={false}
              onClick={({ currentTarget }) => {
                const row = currentTarget.parentElement
                flushSync(() => setShown(new Set([...shown, id])))
                // The button is gone.
                row?.focus()
              }}
            >
              {!reply && <Unread message={message} />}
              <b className={ui.truncate}>{reply ? reply.author : message.name}</b>
              <span className={`${ui.truncate} ${ui.hint} ${styles.start}`}>
                {(reply?.body ?? message.message).slice(0, 200)}
              </span>
              <span className={ui.meta}>
                <time dateTime={at}>{dayText(at)}</time>
              </span>
            </button>
          ) : reply ? (
            <Reply reply={reply} />
          ) : (
            <Message message={message} isOpen={id === contact.id} isAlone={thread.length === 1} />
          )}
        </li>
      ))}
    </ol>
  )
}

type MessageProps = { message: ContactMessage; isOpen: boolean; isAlone: boolean }

function Message({ message, isOpen, isAlone }: MessageProps) {
  return (
    <>
      <p className={`${ui.cluster} ${styles.by}`}>
        <b>{message.name}</b>
        <span className={ui.meta}>
          <time dateTime={message.createdAt}>{minuteText(message.createdAt)}</time>
        </span>
        {(isOpen || !message.replied) && (
          <span className={styles.state}>
            <Delivery message={message} />
          </span>
        )}
      </p>
      {!isAlone && !isOpen && message.subject && (
        <p className={styles.threadSubject} dir="auto">
          {message.subject}
        </p>
      )}
      <p className={styles.text} dir="auto">
        {message.message}
      </p>
      <Extra message={message} />
    </>
  )
}

/** What the owner's own fields of the form asked for. */
export function Extra({ message: { extra } }: { message: ContactMessage }) {
  return extra?.map(({ label, value }) => (
    <p key={label} className={styles.text}>
      <b>{label}:</b> {value}
    </p>
  ))
}

const states = {
  sent: { look: 'ok', label: 'Sent' },
  sending: { look: 'draft', label: 'Sending' },
  rejected: { look: 'bad', label: 'Rejected' },
} as const
const stored = { look: 'due', label: 'Not sent' } as const

function Reply({ reply }: { reply: SentReply }) {
  const { user } = useSession()
  const at = reply.sentAt ?? reply.createdAt
  const { look, label } = reply.state === 'sent' && reply.error ? stored : states[reply.state]
  return (
    <div className={styles.mine}>
      <p className={`${ui.cluster} ${styles.by}`}>
        <b>{reply.authorId === user?.id ? 'You' : reply.author} replied</b>
        <span className={ui.meta}>
          <time dateTime={at}>{minuteText(at)}</time>
        </span>
        <span className={styles.state}>
          <Badge look={look}>{label}</Badge>
        </span>
      </p>
      <p className={styles.threadSubject}>{reply.subject}</p>
      <div className={`${ui.stack} ${styles.text} ${styles.formatted}`}>
        {reply.formatted.map(markdownElement)}
      </div>
      <FieldError>{reply.error}</FieldError>
    </div>
  )
}
