// Contact messages: search, filter, sort, read in place, reply, delete, export.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { site } from '../../content/site.ts'
import {
  type ContactMessage,
  deleteContact,
  deleteContacts,
  exportContacts,
} from '../../contract/contacts.ts'
import { PageAlert, useAlert } from '../alerts.tsx'
import { call, messageOf } from '../call.ts'
import { callForFile } from '../call-files.ts'
import { pageMeta } from '../page-meta.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Pager } from '../ui/pager.tsx'
import { Table, useSelection } from '../ui/table.tsx'
import { DeleteIcon, DownloadIcon } from '../ui/tool-icons.tsx'
import { contactsQuery, useLogged, useRefresh } from './admin-queries.ts'
import { useListAddress } from './list-address.ts'
import { Announce, announceRows, NoRows, SearchBox, SortOrder, StatusFilter } from './list-parts.tsx'
import { ContactRow, Message } from './message.tsx'
import { Reply } from './reply.tsx'

export function meta() {
  return pageMeta({ title: `Contact Messages | ${site.brand}`, noindex: true })
}

const columns = [
  { label: 'Name', className: 'c-name' },
  { label: 'Email', className: 'c-email' },
  { label: 'Subject' },
  { label: 'Status', className: 'c-status' },
  { label: 'Date', className: 'c-date' },
  { label: 'Actions', className: 'c-act' },
]

export default function Contacts() {
  const address = useListAddress()
  const { data, error, isPlaceholderData, refetch } = useQuery(contactsQuery(address.filters))
  useLogged(error, 'Contact messages')
  const refresh = useRefresh()
  const alert = useAlert()
  const around = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<string>()
  const [replying, setReplying] = useState<ContactMessage | null>(null)
  const [deleting, setDeleting] = useState<{ ids: string[]; one: boolean } | null>(null)

  const rows = data?.contacts ?? []
  // The list adopts the page that the server returned [S4].
  const adopt = useEffectEvent(() => {
    if (data && !isPlaceholderData && data.page !== address.filters.page) address.turn(data.page, true)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer is held against the page asked for
  useEffect(() => adopt(), [data, isPlaceholderData])

  const selection = useSelection(rows.map((message) => message.id))
  const { selected } = selection
  const clear = useEffectEvent(() => {
    selection.clear()
    setOpened(undefined)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, no selection [R92]
  useEffect(() => clear(), [address.filters])

  // A reply that has got through changes the count in the header.
  const onTheWay = rows.filter((message) => message.sending).length
  const before = useRef(onTheWay)
  useEffect(() => {
    if (onTheWay < before.current) void refresh('contacts')
    before.current = onTheWay
  }, [onTheWay, refresh])

  const removing = useMutation({
    mutationFn: ({ ids, one }: { ids: string[]; one: boolean }) =>
      one ? call(deleteContact, { params: { id: String(ids[0]) } }) : call(deleteContacts, { body: { ids } }),
    networkMode: 'always',
    onSuccess: () => alert.show('success', 'Delete successful!'),
    onError: (failure) => alert.show('error', `Failed to delete: ${messageOf(failure)}`),
    onSettled: async (_, failure) => {
      await refresh('contacts')
      flushSync(() => setDeleting(null))
      // The button that asked may have gone with its row.
      if (!failure) around.current?.focus({ preventScroll: true })
    },
  })

  const exporting = useMutation({
    mutationFn: () => callForFile(exportContacts),
    networkMode: 'always',
    onSuccess: (file) => {
      save(file, 'contacts.csv')
      alert.show('success', 'Contacts exported to CSV!')
    },
    onError: (failure) => alert.show('error', `Failed to export CSV: ${messageOf(failure)}`),
  })

  return (
    <>
      <div className="dhead">
        <h1 className="dtitle">Contact Messages</h1>
      </div>
      <PageAlert alert={alert} />
      <div className="tools">
        <SearchBox address={address} />
        <StatusFilter
          address={address}
          label="Status"
          options={[
            { value: '', label: 'All Statuses' },
            { value: 'Unreplied', label: 'Unreplied' },
            { value: 'Replied', label: 'Replied' },
          ]}
        />
        <SortOrder address={address} />
        <div className="push">
          <Button
            size="sm"
            variant="danger-outline"
            disabled={selected.length === 0}
            onClick={() => setDeleting({ ids: selected, one: false })}
          >
            <DeleteIcon size="s" />
            Delete Selected ({selected.length})
          </Button>
          <Button size="sm" variant="secondary" busy={exporting.isPending} onClick={() => exporting.mutate()}>
            <DownloadIcon size="s" />
            Export to CSV
          </Button>
        </div>
      </div>
      <Announce>{announceRows(data?.total, selected.length)}</Announce>
      <div className="tablewrap" ref={around} tabIndex={-1}>
        <Table
          label="Contact messages"
          className="dense msgs"
          columns={columns}
          selection={selection}
          busy={isPlaceholderData || !data}
          isEmpty={rows.length === 0}
          empty={
            <NoRows
              text="No contact messages found"
              waiting={!data && !error}
              failed={error !== null}
              onRetry={() => void refetch()}
            />
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
                onDelete={() => setDeleting({ ids: [message.id], one: true })}
              />
              {opened === message.id && (
                <Message
                  message={message}
                  columns={columns.length + 1}
                  onReply={() => setReplying(message)}
                />
              )}
            </Fragment>
          ))}
        </Table>
      </div>
      <Pager
        page={data?.page ?? address.filters.page}
        totalPages={data?.totalPages ?? 1}
        onPage={address.turn}
        busy={isPlaceholderData}
      />
      {replying && (
        <Reply
          key={replying.id}
          message={replying}
          onClose={() => setReplying(null)}
          onSent={(words) => {
            setReplying(null)
            alert.show('success', words)
          }}
        />
      )}
      {deleting && (
        <Confirm
          title="Confirm Deletion"
          confirmLabel="Delete"
          busyLabel="Deleting..."
          busy={removing.isPending}
          onCancel={() => setDeleting(null)}
          onConfirm={() => removing.mutate(deleting)}
        >
          Are you sure you want to delete {deleting.ids.length} contact message(s)? This action cannot be
          undone.
        </Confirm>
      )}
    </>
  )
}

function save(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Given back later: some browsers read the file only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
