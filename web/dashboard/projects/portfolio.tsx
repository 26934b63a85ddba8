// The portfolio list, titled Portfolios: search, filter, sort, bulk status and delete, edit.

import { useMutation, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { adminPage } from '../../../contract/limits.ts'
import { deleteItem, deleteItems, setStatus } from '../../../contract/portfolio.ts'
import type { PortfolioItem, Status } from '../../../contract/responses/projects.ts'
import { call, messageOf } from '../../call.ts'
import { staysInPlace } from '../../hydration/scroll-positions.ts'
import { type MetaArgs, pageMeta, titled } from '../../page-meta.ts'
import { Button } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { Select } from '../../ui/field.tsx'
import { moveHelp } from '../../ui/list/sorting.tsx'
import { Announcement } from '../../ui/notice.tsx'
import { DeleteIcon } from '../../ui/tool-icons.tsx'
import * as typography from '../../ui/typography.module.css'
import * as lists from '../lists/admin-list.module.css'
import { ListLayout, usePagedList } from '../lists/admin-list.tsx'
import { itemsQuery, useRefresh, useShowChanged } from '../lists/admin-queries.ts'
import { BulkBar } from '../lists/bulk-bar.tsx'
import { useListFilters } from '../lists/list-filters.ts'
import { ListTools } from '../lists/list-parts.tsx'
import { ClientLinksDialog, useCopyClientLink } from './client-links.tsx'
import { EditPortfolio } from './edit-portfolio.tsx'
import { useFeature } from './featured.tsx'
import * as items from './items.module.css'
import { useOwnOrder } from './own-order.ts'
import { PortfolioRow } from './portfolio-row.tsx'
import { withViewLive } from './preview-link.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('Portfolios', matches), noindex: true })
}

const orders = [{ value: 'own', label: 'Own order' }]

const columns = (hasChecks: boolean) => [
  { label: 'Image', className: items.image },
  { label: 'Title', className: items.title },
  { label: 'Status', className: items.status },
  ...(hasChecks ? [{ label: 'Preview', className: items.preview }] : []),
  { label: 'Categories' },
  { label: 'Created', className: lists.date },
  { label: 'Actions', className: lists.actions },
]

/** What a link to this page may open with it. */
export interface Opened {
  /** The id of a project to edit: one of the first page. */
  edit?: string
}

export default function Portfolios() {
  const control = useListFilters(['own'])
  const query = useQuery(itemsQuery(control.filters))
  const rows = query.data?.portfolios ?? []
  const list = usePagedList({
    noun: 'items',
    name: 'Portfolios',
    counted: 'portfolio(s)',
    deletes: ([first, ...others]) =>
      first && others.length === 0
        ? `“${first.pname}” is deleted with its images and client links.`
        : 'Their images and client links are deleted with them.',
    control,
    query,
    rows,
    deleteOne: (id) => call(deleteItem, { params: { id } }),
    deleteAll: (ids) => call(deleteItems, { body: { ids } }),
  })
  const { alert, selection } = list
  const checks = query.data?.checks ?? {}
  const [opened, setOpened] = useState<string | null>(null)
  const toggle = useCallback((id: string) => setOpened((now) => (now === id ? null : id)), [])
  const [editing, setEditing] = useState<PortfolioItem | null>(null)
  const { state } = useLocation()
  const navigate = useNavigate()
  const opening = rows.find(({ id }) => id === (state as Opened | null)?.edit)
  useEffect(() => {
    if (!opening) return
    setEditing(opening)
    void navigate('.', { replace: true, state: staysInPlace })
  }, [opening, navigate])
  const [shared, setShared] = useState<PortfolioItem | null>(null)
  const { filters } = control
  const isOwn = filters.sort === 'own'
  const isOrder = isOwn && filters.search === '' && filters.status === ''
  const before = (list.page - 1) * adminPage
  const total = query.data?.total ?? 0
  const order = useOwnOrder({ rows, before, total, alert, region: list.region })
  const help = useId()
  const feature = useFeature(alert)
  const share = useCopyClientLink(alert)

  return (
    <>
      <ListLayout
        list={list}
        title="Portfolios"
        columns={columns(Object.keys(checks).length > 0)}
        first={isOrder ? { label: 'Order', className: items.order } : undefined}
        className={isOrder ? items.table : ''}
        note={isOwn && <OrderNote isOrder={isOrder} />}
        empty="No portfolios found"
        tools={<ListTools control={control} statuses={['Published', 'Draft']} orders={orders} />}
        hint={
          isOrder && (
            <p className={field.hint} id={help}>
              {moveHelp}
            </p>
          )
        }
        bulk={selection.selected.length > 0 && <BulkStatus list={list} />}
      >
        {rows.map((item, at) => (
          <PortfolioRow
            key={item.id}
            item={item}
            check={checks[item.id]}
            sharedUntil={query.data?.clientLinks[item.id]}
            isOpen={opened === item.id && !order.sorting.lifted}
            place={
              isOrder
                ? { ...order, help, at, number: before + at + 1, isLast: before + at + 1 === total }
                : null
            }
            onToggle={toggle}
            selected={selection.has(item.id)}
            onSelect={selection.toggle}
            onEdit={setEditing}
            onDelete={list.deleteRow}
            onFeature={feature}
            onShare={share}
            onLinks={setShared}
            onStep={order.step}
          />
        ))}
      </ListLayout>
      <Announcement>{order.sorting.announced}</Announcement>
      {editing && (
        <EditPortfolio
          key={editing.id}
          item={editing}
          check={checks[editing.id]}
          onClose={() => setEditing(null)}
          onSaved={(message, published) => {
            setEditing(null)
            alert.show('success', withViewLive(message, published, editing.id))
          }}
        />
      )}
      {shared && <ClientLinksDialog item={shared} onClose={() => setShared(null)} />}
      {list.dialog}
    </>
  )
}

/** @param isOrder whether rows can be moved: in this order, without search and filter */
function OrderNote({ isOrder }: { isOrder: boolean }) {
  return (
    <p className={typography.meta}>
      {isOrder ? 'The public gallery follows this order.' : 'Clear search and status to move projects.'}
    </p>
  )
}

type List = Pick<
  ReturnType<typeof usePagedList<PortfolioItem>>,
  'alert' | 'region' | 'selection' | 'deleteSelected'
>

/** Draft or published for all selected rows; or their deletion. */
function BulkStatus({ list: { alert, region, selection, deleteSelected } }: { list: List }) {
  const { selected } = selection
  const showChanged = useShowChanged()
  const refresh = useRefresh()
  const [status, setChosen] = useState<Status | ''>('')
  const updating = useMutation({
    mutationFn: (sent: { ids: string[]; status: Status }) => call(setStatus, { body: sent }),
    onSuccess: async ({ message, updated }, { ids, status }) => {
      const isPublic = status === 'published' && updated > 0
      alert.show('success', withViewLive(message, isPublic, ids.length === 1 ? ids[0] : undefined))
      // The bar, which has the focus, goes with the selection.
      flushSync(selection.clear)
      showChanged(ids, { status })
      region.current?.focus({ preventScroll: true })
      await refresh('items')
    },
    onError: (failure) => alert.show('error', `Failed to update status: ${messageOf(failure)}`),
  })
  const apply = () => {
    if (!status) return alert.show('error', 'Please select portfolios and a status to update.')
    updating.mutate({ ids: selected, status })
  }
  return (
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
        onChange={(event) => setChosen(event.target.value as Status | '')}
      />
      <Button size="sm" busy={updating.isPending} onClick={apply}>
        Apply
      </Button>
      <Button size="sm" variant="danger" className={lists.remove} onClick={deleteSelected}>
        <DeleteIcon size="s" />
        Delete ({selected.length})
      </Button>
    </BulkBar>
  )
}
