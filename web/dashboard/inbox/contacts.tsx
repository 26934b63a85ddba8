// Contact messages: folders, search, filter, sort, read next to the list, reply, delete, export.

import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  type ContactFolder,
  contactFolders,
  deleteContact,
  deleteContacts,
  exportContacts,
} from '../../../contract/messages.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { call } from '../../call.ts'
import { callForFile } from '../../call-files.ts'
import { type MetaArgs, pageMeta, titled } from '../../page-meta.ts'
import { Button } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { panelOf } from '../../ui/tabs.tsx'
import { DeleteIcon } from '../../ui/tool-icons.tsx'
import * as lists from '../lists/admin-list.module.css'
import { ListLayout, usePagedList } from '../lists/admin-list.tsx'
import { contactsQuery } from '../lists/admin-queries.ts'
import { useListFilters } from '../lists/list-filters.ts'
import { ListTools, SearchBox, SortOrder } from '../lists/list-parts.tsx'
import { DeleteSpam } from './delete-spam.tsx'
import { ExportButton } from './export-button.tsx'
import { FolderTabs, folderNames, tabsId } from './folder-tabs.tsx'
import * as styles from './inbox.module.css'
import { Message } from './message.tsx'
import { useMarkedAsRead, useMessageActions } from './message-actions.ts'
import { MessageList } from './message-list.tsx'
import { MessageRow } from './message-row.tsx'
import { openerOf, useFocusOnRow, useRefreshOnceSent } from './open-message.ts'
import { Reply } from './reply.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('Contact Messages', matches), noindex: true })
}

const columns = [
  { label: 'Name', className: styles.messagesName },
  { label: 'Email', className: styles.email },
  { label: 'Subject' },
  { label: 'Status', className: styles.status },
  { label: 'Date', className: `${lists.date} ${styles.date}` },
  { label: 'Actions', className: `${lists.actions} ${styles.actions}` },
]

export default function Contacts() {
  const control = useListFilters()
  const { filters, params, put } = control
  const folder = contactFolders.find((name) => name === filters.folder) ?? 'inbox'
  const query = useQuery(contactsQuery({ ...filters, folder }))
  const rows = query.data?.contacts ?? []
  const [deleted, setDeleted] = useState<string>()
  const named = params.get('message') ?? undefined
  const opened = named === deleted ? undefined : named
  const [replying, setReplying] = useState<ContactMessage | null>(null)
  const close = () => put({ message: '' }, false)
  const closeIf = (id: string) => {
    if (new URLSearchParams(window.location.search).get('message') === id) close()
  }
  /** At once: it would be fetched again before the URL has changed. */
  const forget = (ids: string[]) => {
    if (!opened || !ids.includes(opened)) return
    flushSync(() => setDeleted(opened))
    close()
  }
  const actions = useMessageActions(closeIf)
  // By the row: while a folder loads, those of the one before it are still shown.
  const spam = rows.filter((row) => row.folder === 'spam')
  useMarkedAsRead(spam, actions.markRead)
  const list = usePagedList({
    noun: 'contacts',
    name: 'Contact messages',
    counted: 'contact message(s)',
    deletes: ([first, ...others]) =>
      first && others.length === 0
        ? `The message from ${first.name} is deleted with your replies to it.`
        : 'Your replies to them are deleted, too.',
    control,
    query,
    rows,
    deleteOne: async (id) => {
      await call(deleteContact, { params: { id } })
      forget([id])
    },
    deleteAll: async (ids) => {
      await call(deleteContacts, { body: { ids } })
      forget(ids)
    },
  })
  const { alert, selection } = list
  useRefreshOnceSent(rows)
  useFocusOnRow(opened, list.region)

  const hrefOf = (id: string) => {
    const to = new URLSearchParams(params)
    to.set('message', id)
    return `?${to}`
  }
  const at = rows.findIndex(({ id }) => id === opened)
  const stepTo = (row: ContactMessage | undefined) =>
    at >= 0 && row ? () => put({ message: row.id }, true) : null
  const above = { label: 'Newer message', step: stepTo(rows[at - 1]) }
  const below = { label: 'Older message', step: stepTo(rows[at + 1]) }
  if (filters.sort === 'oldest') [above.label, below.label] = [below.label, above.label]

  /** The arrow keys step through the list next to the message. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLAnchorElement)) return
    const { message } = event.target.dataset
    const from = rows.findIndex(({ id }) => id === message)
    const row =
      event.key === 'ArrowUp' ? rows[from - 1] : event.key === 'ArrowDown' ? rows[from + 1] : undefined
    if (!row || from < 0) return
    event.preventDefault()
    put({ message: row.id }, true)
    openerOf(row.id)?.focus()
  }

  const mails = (
    <MessageList
      messages={rows}
      opened={opened}
      hrefOf={hrefOf}
      isSelected={selection.has}
      onSelect={selection.toggle}
      onNotSpam={folder === 'spam' ? (message) => void actions.move(message, 'inbox') : undefined}
    />
  )
  return (
    <>
      <ListLayout
        list={list}
        title="Contact Messages"
        dense
        className={styles.table}
        columns={columns}
        empty={empty[folder]}
        tabs={
          <FolderTabs
            chosen={folder}
            counts={query.data?.folders}
            onChoose={(name) =>
              control.narrow({ folder: name === 'inbox' ? '' : name, status: '', message: '' })
            }
          />
        }
        panel={{ ...panelOf(tabsId, folder), ...(opened && { className: styles.reading }) }}
        tools={
          <>
            {folder === 'spam' ? (
              <>
                <SearchBox control={control} />
                <SortOrder control={control} />
              </>
            ) : (
              <ListTools control={control} statuses={['Unreplied', 'Replied']} />
            )}
            <div className={lists.push}>
              <Button
                size="sm"
                variant="danger-outline"
                disabled={selection.selected.length === 0}
                onClick={list.deleteSelected}
              >
                <DeleteIcon size="s" />
                Delete Selected ({selection.selected.length})
              </Button>
              {folder === 'spam' ? (
                <DeleteSpam alert={alert} isEmpty={rows.length === 0} />
              ) : (
                <ExportButton alert={alert} noun="Contacts" fetchFile={() => callForFile(exportContacts)} />
              )}
            </div>
          </>
        }
        body={
          opened ? (
            // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are pressed, arrow keys only move
            <div className={styles.inbox} onKeyDown={onKeyDown}>
              {mails}
              <Message
                id={opened}
                from={folderNames[folder]}
                actions={actions}
                up={above}
                down={below}
                onClose={close}
                onReply={setReplying}
                onDelete={() => list.deleteRow(opened)}
              />
            </div>
          ) : folder === 'spam' && rows.length > 0 ? (
            <>
              {mails}
              <p className={field.hint}>
                Messages are held back here for how they were sent, and not emailed. “Not spam” moves one to
                the inbox and emails it to you. “Move to spam” also holds back what its sender writes later,
                and the same text from others.
              </p>
            </>
          ) : undefined
        }
      >
        {rows.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            to={hrefOf(message.id)}
            selected={selection.has(message.id)}
            onSelect={() => selection.toggle(message.id)}
            onReply={() => setReplying(message)}
            onDelete={() => list.deleteRow(message.id)}
          />
        ))}
      </ListLayout>
      {replying && (
        <Reply
          key={replying.id}
          message={replying}
          onClose={() => setReplying(null)}
          onSent={(text) => {
            setReplying(null)
            alert.show('success', text)
          }}
        />
      )}
      {list.dialog}
    </>
  )
}

const empty: Record<ContactFolder, string> = {
  inbox: 'No contact messages found',
  archived: 'No contact messages found',
  spam: 'No spam found',
}
