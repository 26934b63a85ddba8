// The portfolio list, titled Portfolios: search, filter, sort, bulk status and delete, edit.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { site } from '../../content/site.ts'
import { deleteItem, deleteItems, type PortfolioItem, setStatus } from '../../contract/portfolio.ts'
import { PageAlert, useAlert } from '../alerts.tsx'
import { call, messageOf } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Select } from '../ui/field.tsx'
import { Pager } from '../ui/pager.tsx'
import { Table, useSelection } from '../ui/table.tsx'
import { DeleteIcon } from '../ui/tool-icons.tsx'
import { itemsQuery, useLogged, useRefresh } from './admin-queries.ts'
import { BulkBar } from './bulk-bar.tsx'
import { EditPortfolio } from './edit-portfolio.tsx'
import { useListAddress } from './list-address.ts'
import { Announce, announceRows, NoRows, SearchBox, SortOrder, StatusFilter } from './list-parts.tsx'
import { PortfolioRow } from './portfolio-row.tsx'
import { withViewLive } from './view-live.tsx'

export function meta() {
  return pageMeta({ title: `Portfolios | ${site.brand}`, noindex: true })
}

const columns = [
  { label: 'Image', className: 'c-img' },
  { label: 'Title', className: 'c-title' },
  { label: 'Status', className: 'c-status' },
  { label: 'Categories' },
  { label: 'Created', className: 'c-date' },
  { label: 'Actions', className: 'c-act' },
]

export default function Portfolios() {
  const address = useListAddress()
  const { data, error, isPlaceholderData, refetch } = useQuery(itemsQuery(address.filters))
  useLogged(error, 'Portfolios')
  const refresh = useRefresh()
  const alert = useAlert()
  const around = useRef<HTMLDivElement>(null)
  const [editing, setEditing] = useState<PortfolioItem | null>(null)
  /** Ids to delete; `one` came from a row, the others from the bulk bar. */
  const [deleting, setDeleting] = useState<{ ids: string[]; one: boolean } | null>(null)
  const deleteOne = useCallback(({ id }: PortfolioItem) => setDeleting({ ids: [id], one: true }), [])
  const [status, chooseStatus] = useState('')

  const rows = data?.portfolios ?? []
  // A page past the end is empty; the last page is on its way [S4].
  const settled = data !== undefined && (rows.length > 0 || data.total === 0)
  const toLastPage = useEffectEvent(() => {
    if (data && !isPlaceholderData && address.filters.page > data.totalPages)
      address.turn(data.totalPages, true)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer is held against the page asked for
  useEffect(() => toLastPage(), [data, isPlaceholderData])

  const selection = useSelection(rows.map((item) => item.id))
  const clear = useEffectEvent(() => selection.clear())
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, no selection [R92]
  useEffect(() => clear(), [address.filters])

  /** What held the focus is about to leave the page. */
  const leave = (change: () => void) => {
    flushSync(change)
    around.current?.focus({ preventScroll: true })
  }

  const updating = useMutation({
    mutationFn: (sent: { ids: string[]; status: string }) => call(setStatus, { body: sent }),
    networkMode: 'always',
    onSuccess: async ({ message, updated }, { ids, status }) => {
      const isPublic = status === 'published' && updated > 0
      alert.show('success', withViewLive(message, isPublic, ids.length === 1 ? ids[0] : undefined))
      leave(() => {
        chooseStatus('')
        selection.clear()
      })
      await refresh('items')
    },
    onError: (failure) => alert.show('error', `Failed to update status: ${messageOf(failure)}`),
  })
  const apply = () => {
    if (selection.selected.length === 0 || !status)
      return alert.show('error', 'Please select portfolios and a status to update.')
    updating.mutate({ ids: selection.selected, status })
  }

  const removing = useMutation({
    mutationFn: ({ ids, one }: { ids: string[]; one: boolean }) =>
      one ? call(deleteItem, { params: { id: String(ids[0]) } }) : call(deleteItems, { body: { ids } }),
    networkMode: 'always',
    onSuccess: () => alert.show('success', 'Delete successful!'),
    onError: (failure) => alert.show('error', `Failed to delete: ${messageOf(failure)}`),
    onSettled: async (_, failure) => {
      await refresh('items')
      if (failure) setDeleting(null)
      else leave(() => setDeleting(null))
    },
  })

  const { selected } = selection
  return (
    <>
      <div className="dhead">
        <h1 className="dtitle">Portfolios</h1>
      </div>
      <PageAlert alert={alert} />
      <div className="tools">
        <SearchBox address={address} />
        <StatusFilter
          address={address}
          label="Status"
          options={[
            { value: '', label: 'All Statuses' },
            { value: 'Published', label: 'Published' },
            { value: 'Draft', label: 'Draft' },
          ]}
        />
        <SortOrder address={address} />
      </div>
      <Announce>{settled ? announceRows(data.total, selected.length) : ''}</Announce>
      <div className="tablewrap" ref={around} tabIndex={-1}>
        {selected.length > 0 && (
          <BulkBar selection={selection}>
            <Select
              label="Update Status"
              hideLabel
              dense
              value={status}
              options={[
                { value: '', label: 'Update Status...' },
                { value: 'draft', label: 'Set to Draft' },
                { value: 'published', label: 'Set to Published' },
              ]}
              onChange={(event) => chooseStatus(event.target.value)}
            />
            <Button size="sm" busy={updating.isPending} onClick={apply}>
              Apply
            </Button>
            <Button size="sm" variant="danger" onClick={() => setDeleting({ ids: selected, one: false })}>
              <DeleteIcon size="s" />
              Delete ({selected.length})
            </Button>
          </BulkBar>
        )}
        <Table
          label="Portfolios"
          className="items"
          columns={columns}
          selection={selection}
          busy={isPlaceholderData || !settled}
          isEmpty={rows.length === 0}
          empty={
            <NoRows
              text="No portfolios found"
              waiting={!settled && !error}
              failed={error !== null}
              onRetry={() => void refetch()}
            />
          }
        >
          {rows.map((item) => (
            <PortfolioRow
              key={item.id}
              item={item}
              selected={selection.has(item.id)}
              onSelect={selection.toggle}
              onEdit={setEditing}
              onDelete={deleteOne}
            />
          ))}
        </Table>
      </div>
      <Pager
        page={Math.min(address.filters.page, data?.totalPages ?? address.filters.page)}
        totalPages={data?.totalPages ?? 1}
        onPage={address.turn}
        busy={isPlaceholderData}
      />
      {editing && (
        <EditPortfolio
          key={editing.id}
          item={editing}
          onClose={() => setEditing(null)}
          onSaved={(message, published) => {
            setEditing(null)
            alert.show('success', withViewLive(message, published, editing.id))
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
          Are you sure you want to delete {deleting.ids.length} portfolio(s)? This action cannot be undone.
        </Confirm>
      )}
    </>
  )
}
