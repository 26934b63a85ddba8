// Contact messages: search, filter, sort, read in place, reply, delete, export.
import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import {
  type ContactMessage,
  deleteContact,
  deleteContacts,
  exportContacts,
} from '../../contract/contacts.ts'
import { call } from '../call.ts'
import { callForFile } from '../call-files.ts'
import { type MetaArgs, pageMeta, titled } from '../page-meta.ts'
import { Button } from '../ui/button.tsx'
import { DeleteIcon } from '../ui/tool-icons.tsx'
import * as adminList from './admin-list.module.css'
import { ListLayout, usePagedList } from './admin-list.tsx'
import { contactsQuery, useRefresh } from './admin-queries.ts'
import * as cells from './cells.module.css'
import { ExportButton } from './export-button.tsx'
import { useListFilters } from './list-filters.ts'
import { ListTools } from './list-parts.tsx'
import { ContactRow, Message } from './message.tsx'
import * as messages from './messages.module.css'
import { Reply } from './reply.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('Contact Messages', matches), noindex: true })
}

const columns = [
  { label: 'Name', className: messages.name },
  { label: 'Email', className: messages.email },
  { label: 'Subject' },
  { label: 'Status', className: messages.status },
  { label: 'Date', className: `${cells.date} ${messages.date}` },
  { label: 'Actions', className: `${cells.actions} ${messages.actions}` },
]

export default function Contacts() {
  const control = useListFilters()
  const query = useQuery(contactsQuery(control.filters))
  const rows = query.data?.contacts ?? []
  const [opened, setOpened] = useState<string>()
  const [replying, setReplying] = useState<ContactMessage | null>(null)
  const list = usePagedList({
    noun: 'contacts',
    name: 'Contact messages',
    counted: 'contact message(s)',
    control,
    query,
    rows,
    deleteOne: (id) => call(deleteContact, { params: { id } }),
    deleteAll: (ids) => call(deleteContacts, { body: { ids } }),
    onFilter: () => setOpened(undefined),
  })
  const { alert, selection } = list
  useRefreshOnceSent(rows)

  return (
    <>
      <ListLayout
        list={list}
        title="Contact Messages"
        dense
        className={messages.table}
        columns={columns}
        empty="No contact messages found"
        tools={
          <>
            <ListTools control={control} statuses={['Unreplied', 'Replied']} />
            <div className={adminList.push}>
              <Button
                size="sm"
                variant="danger-outline"
                disabled={selection.selected.length === 0}
                onClick={list.deleteSelected}
              >
                <DeleteIcon size="s" />
                Delete Selected ({selection.selected.length})
              </Button>
              <ExportButton alert={alert} noun="Contacts" fetchFile={() => callForFile(exportContacts)} />
            </div>
          </>
        }
      >
        {rows.map((message) => (
          <Fragment key={message.id}>
            <ContactRow
              message={message}
              open={opened === message.id}
              selected={selection.has(message.id)}
              onOpen={() => setOpened(opened === message.id ? undefined : message.id)}
              onSelect={() => selection.toggle(message.id)}
              onReply={() => setReplying(message)}
              onDelete={() => list.deleteRow(message.id)}
            />
            {opened === message.id && (
              <Message message={message} columns={columns.length + 1} onReply={() => setReplying(message)} />
            )}
          </Fragment>
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

/** A reply that was sending and is sent changes the count in the header. */
function useRefreshOnceSent(rows: readonly ContactMessage[]): void {
  const refresh = useRefresh()
  const sending = rows.filter((message) => message.sending).length
  const before = useRef(sending)
  useEffect(() => {
    if (sending < before.current) void refresh('contacts')
    before.current = sending
  }, [sending, refresh])
}
