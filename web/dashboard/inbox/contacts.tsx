// Contact messages: folders, search, filter, sort, read next to the list, reply, delete, export.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  deleteContact,
  deleteContacts,
  deleteSpam,
  exportContacts,
  type Mailbox,
  mailboxes,
} from '../../../contract/messages.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { call } from '../../call.ts'
import { callForFile } from '../../call-files.ts'
import { privateMeta } from '../../page-meta.ts'
import { Button } from '../../ui/button.tsx'
import * as ui from '../../ui/primitives.module.css'
import * as marks from '../../ui/tabs.module.css'
import { panelOf, TabList } from '../../ui/tabs.tsx'
import { DeleteIcon } from '../../ui/tool-icons.tsx'
import { useAsk } from '../asking.tsx'
import * as lists from '../lists/admin-list.module.css'
import { ExportButton, ListLayout, useDeletion, usePagedList } from '../lists/admin-list.tsx'
import { contactsQuery, refresh } from '../lists/admin-queries.ts'
import { useAction } from '../lists/dialogs.tsx'
import { filterBy, ListTools, useListFilters } from '../lists/list-filters.tsx'
import { boxes, SelectAll } from '../lists/selection.tsx'
import { counted } from '../lists/times.tsx'
import * as styles from './inbox.module.css'
import { Message, openerOf, useFocusOnRow, useMessageActions, useRefreshOnceSent } from './message.tsx'
import { MessageItem, MessageRow, type RowProps } from './message-rows.tsx'
import { Reply } from './reply.tsx'
import { useMarkedAsRead } from './thread.tsx'

export const meta = privateMeta('Contact Messages')

const columns = [
  boxes,
  { label: 'Name', width: '17%' },
  { label: 'Email', width: '23%' },
  { label: 'Subject' },
  { label: 'Status', width: 130 },
  { label: 'Date', className: `${lists.date} ${styles.date}` },
  { label: 'Actions', className: `${lists.actions} ${styles.actions}` },
]
const byStatus = filterBy('Status', 'All Statuses', ['Unreplied', 'Replied'])
const folders = { inbox: 'Inbox', spam: 'Spam', archived: 'Archived' } satisfies Record<Mailbox, string>
const tabsId = 'folders'

export default function Contacts() {
  const control = useListFilters()
  const { filters, params, put } = control
  const folder = mailboxes.find((name) => name === filters.folder) ?? 'inbox'
  // Spam has no status to choose.
  const query = useQuery(contactsQuery({ ...filters, folder, ...(folder === 'spam' && { status: '' }) }))
  const { contacts: rows = [], folders: counts } = query.data ?? {}
  // By the rows: while a folder loads, those of the one before it are still shown.
  const spam = rows.filter((row) => row.folder === 'spam')
  const [deleted, setDeleted] = useState<string>()
  const named = params.get('message') ?? undefined
  const opened = named === deleted ? undefined : named
  const [replying, setReplying] = useState<ContactMessage | null>(null)
  const close = () => put({ message: '' }, false)
  const actions = useMessageActions((id) => {
    if (new URLSearchParams(window.location.search).get('message') !== id) return
    // Its row is about to go.
    list.region.current?.focus({ preventScroll: true })
    close()
  })
  /** At once: it would be fetched again before the URL has changed. */
  const forget = (ids: string[]) => {
    if (!opened || !ids.includes(opened)) return
    flushSync(() => setDeleted(opened))
    close()
  }
  const list = usePagedList({ control, query, rows })
  const { alert, selection } = list
  const deletion = useDeletion(list, {
    noun: 'contacts',
    counted: 'contact message(s)',
    details: ([id, ...others]) => {
      const only = others.length === 0 && rows.find((row) => row.id === id)
      return only
        ? `The message from ${only.name} is deleted with your replies to it.`
        : 'Your replies to them are deleted, too.'
    },
    deleteOne: (id) => call(deleteContact, { params: { id } }).then(() => forget([id])),
    deleteAll: (ids) => call(deleteContacts, { body: { ids } }).then(() => forget(ids)),
  })
  const { ask } = useAsk()
  /** Of all of it, whatever is searched for. */
  const clearing = useAction(
    alert,
    async (count: number) => {
      await ask({
        title: 'Confirm Deletion',
        confirmLabel: 'Delete',
        children: `Are you sure you want to delete all ${counted(count, 'message')} in spam? This action cannot be undone.`,
      })
      const { message } = await call(deleteSpam).finally(() => refresh('contacts'))
      list.region.current?.focus({ preventScroll: true })
      return message
    },
    'Failed to delete: ',
  )
  useMarkedAsRead(spam)
  useRefreshOnceSent(rows)
  useFocusOnRow(opened, list.region)

  const at = rows.findIndex(({ id }) => id === opened)
  const [seen, setSeen] = useState({ id: opened, at, filters })
  const isSeen = seen.id === opened && seen.at === at && seen.filters === filters
  if (at >= 0 && !isSeen && !query.isPlaceholderData) setSeen({ id: opened, at, filters })
  // What the same list no longer has, such as a message replied to, stands where it was: the next row has taken that place.
  const place = at >= 0 ? at : seen.id === opened && seen.filters === filters ? seen.at : -1
  const stepTo = (label: string, row: ContactMessage | undefined) => ({
    label: `${label} message`,
    disabled: !row,
    onClick: () => row && put({ message: row.id }, true),
  })
  const [first, second] = filters.sort === 'oldest' ? ['Older', 'Newer'] : (['Newer', 'Older'] as const)

  /** The arrow keys step through the list next to the message. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLAnchorElement)) return
    const { message } = event.target.dataset
    const from = rows.findIndex(({ id }) => id === message)
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const row = by && rows[from + by]
    if (!row || from < 0) return
    event.preventDefault()
    put({ message: row.id }, true)
    openerOf(row.id)?.focus()
  }

  const moving = useMutation({
    mutationFn: ({ ids, to }: { ids: string[]; to: 'inbox' | 'archived' }) => {
      // The button goes with its row, or is disabled.
      list.region.current?.focus({ preventScroll: true })
      if (to === 'archived') return actions.move(ids, 'inbox', to)
      // What comes from spam has been seen there among others and not been opened: the inbox counts it as new.
      return actions.move(ids, 'spam', to, { read: false })
    },
  })
  const mover = (label: string, to: 'inbox' | 'archived') => (
    <Button
      size="sm"
      variant="secondary"
      busy={moving.isPending}
      // While a folder loads, the rows are still those of the one before it.
      disabled={query.isPlaceholderData || selection.selected.length === 0}
      onClick={() => moving.mutate({ ids: [...selection.selected], to })}
    >
      {label} ({selection.selected.length})
    </Button>
  )

  const propsOf = (message: ContactMessage): RowProps => {
    const { id } = message
    const url = new URLSearchParams(params)
    url.set('message', id)
    return {
      message,
      to: `?${url}`,
      selection,
      onReply: () => setReplying(message),
      onDelete: () => deletion.deleteRow(id),
      onNotSpam: () => {
        if (id !== opened) return moving.mutate({ ids: [id], to: 'inbox' })
        list.region.current?.focus({ preventScroll: true })
        void actions.move([id], 'spam', 'inbox')
      },
    }
  }
  const items = (
    <ul className={`${ui.lined} ${styles.list}`}>
      {rows.map((message) => (
        <MessageItem key={message.id} {...propsOf(message)} isOpen={message.id === opened} />
      ))}
    </ul>
  )
  return (
    <>
      <ListLayout
        list={list}
        title="Contact Messages"
        dense
        className={styles.table}
        columns={columns}
        empty={folder === 'spam' ? 'No spam found' : 'No contact messages found'}
        tabs={
          <TabList
            isOfPage
            id={tabsId}
            label="Folders"
            tabs={Object.entries(folders).map(([value, label]) => ({
              value,
              label,
              note:
                counts &&
                (value === 'inbox' ? (
                  counts.unread > 0 && (
                    <span className={marks.wanting}>
                      {counts.unread > 999 ? '999+' : counts.unread} unread
                    </span>
                  )
                ) : (
                  <span className={marks.amount}>{counts[value as 'spam' | 'archived']}</span>
                )),
            }))}
            chosen={folder}
            onChoose={(name) => control.narrow({ folder: name === 'inbox' ? '' : name, message: '' })}
          />
        }
        panel={{ ...panelOf(tabsId, folder), ...(opened && { className: styles.reading }) }}
        tools={
          <>
            <ListTools control={control} filter={folder === 'spam' ? undefined : byStatus} />
            <div className={`${ui.row} ${lists.push}`}>
              {/* The table has one in its head, which a phone does not show. */}
              <span className={opened || spam.length > 0 ? undefined : ui.compactOnly}>
                <SelectAll selection={selection} disabled={rows.length === 0} />
              </span>
              {folder === 'spam' && mover('Not spam', 'inbox')}
              {folder === 'inbox' && mover('Archive', 'archived')}
              {deletion.button('Delete Selected', { variant: 'danger-outline' })}
              {folder === 'spam' ? (
                <Button
                  size="sm"
                  variant="danger-outline"
                  disabled={!counts?.spam}
                  onClick={() => clearing.run(counts?.spam ?? 0)}
                >
                  <DeleteIcon size="s" />
                  Delete all spam
                </Button>
              ) : (
                <ExportButton alert={alert} noun="Contacts" fetchFile={() => callForFile(exportContacts)} />
              )}
            </div>
          </>
        }
        hint={
          folder === 'inbox' &&
          filters.search &&
          query.data?.total === 0 && (
            <p className={`${ui.hint} ${styles.note}`}>
              Archived messages are found in{' '}
              <button
                type="button"
                className={ui.link}
                onClick={() => {
                  list.region.current?.focus({ preventScroll: true })
                  control.narrow({ folder: 'archived' })
                }}
              >
                Archived
              </button>
              .
            </p>
          )
        }
        body={
          opened ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are pressed, arrow keys only move
            <div className={styles.inbox} onKeyDown={onKeyDown}>
              {items}
              <Message
                id={opened}
                from={folders[folder]}
                actions={actions}
                up={stepTo(first, rows[place - 1])}
                down={stepTo(second, rows[at < 0 ? place : place + 1])}
                onClose={close}
                onReply={setReplying}
                onDelete={() => deletion.deleteRow(opened)}
              />
            </div>
          ) : spam.length > 0 ? (
            <>
              {items}
              <p className={`${ui.hint} ${styles.note}`}>
                Messages are held back here for how they were sent, and not emailed; so is what follows after
                “Move to spam” from its sender, unless another message of theirs has a reply, and the same
                text from others. “Not spam” moves messages to the inbox and emails them to you.
              </p>
            </>
          ) : undefined
        }
      >
        {rows.map((message) => (
          <MessageRow key={message.id} {...propsOf(message)} />
        ))}
      </ListLayout>
      {replying && (
        <Reply
          key={replying.id}
          message={replying}
          onClose={() => setReplying(null)}
          onSent={(text) => {
            flushSync(() => setReplying(null))
            // The row goes with its button.
            if (filters.status && !opened) list.region.current?.focus({ preventScroll: true })
            alert.show('success', text)
          }}
        />
      )}
    </>
  )
}
