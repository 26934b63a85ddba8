// What the lists of the dashboard share: their layout, and for those that the server pages, selection and deletion.

import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { type HTMLAttributes, type ReactNode, type RefObject, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { PageAlert, useAlert } from '../../alerts.tsx'
import { messageOf } from '../../call.ts'
import { Confirm } from '../../ui/dialog.tsx'
import * as layout from '../../ui/layout.module.css'
import { type Column, Pager, Table, useSelection } from '../../ui/list/table.tsx'
import { Announcement } from '../../ui/notice.tsx'
import * as heading from '../header.module.css'
import * as styles from './admin-list.module.css'
import { useLogged, useRefresh } from './admin-queries.ts'
import { type FilterControl, useExistingPage } from './list-filters.ts'
import { NoRows, rowsText } from './list-parts.tsx'

interface AdminList {
  /** Rows that match, on all pages; undefined while that is not known. */
  total: number | undefined
  page: number
  totalPages: number
  /** How many rows are shown. */
  count: number
  /** The rows shown are those of other filters. */
  isStale: boolean
  error: Error | null
  refetch: () => unknown
  turn: (page: number) => void
  alert: ReturnType<typeof useAlert>
  /** The table; it gets the focus when what had it is gone. */
  region: RefObject<HTMLDivElement | null>
  selection?: ReturnType<typeof useSelection>
}

interface LayoutProps {
  list: AdminList
  title: string
  columns: readonly Column[]
  /** A column before the checkboxes. */
  first?: Column | undefined
  /** Next to the title. */
  note?: ReactNode
  /** Lower rows. */
  dense?: boolean
  className?: string
  /** Shown where no rows are. */
  empty: string
  tools: ReactNode
  /** Lies over the table's head. */
  bulk?: ReactNode
  previous?: string
  /** Below the rows. */
  hint?: ReactNode
  /** Between the title and the tools. */
  tabs?: ReactNode
  /** Of the element around tools and rows. */
  panel?: HTMLAttributes<HTMLDivElement>
  /** In place of the table. */
  body?: ReactNode
  /** Rows. */
  children?: ReactNode
}

export function ListLayout({
  list,
  title,
  columns,
  first,
  note,
  dense,
  className,
  empty,
  tools,
  bulk,
  previous,
  hint,
  tabs,
  panel,
  body,
  children,
}: LayoutProps) {
  const { total, error, selection } = list
  const isSettled = total !== undefined
  return (
    <>
      <div className={heading.head}>
        <h1 className={heading.title}>{title}</h1>
        {note}
      </div>
      <PageAlert alert={list.alert} />
      {tabs}
      <div {...panel}>
        <div className={`${layout.cluster} ${styles.tools}`}>{tools}</div>
        <Announcement>{rowsText(total, selection?.selected.length)}</Announcement>
        <div className={styles.list} ref={list.region} tabIndex={-1}>
          {bulk}
          {body ?? (
            <Table
              label={title}
              dense={dense}
              {...(className && { className })}
              columns={columns}
              first={first}
              selection={selection}
              busy={list.isStale || !isSettled}
              isEmpty={list.count === 0}
              empty={
                <NoRows
                  text={empty}
                  waiting={!isSettled && !error}
                  failed={error !== null}
                  onRetry={() => void list.refetch()}
                />
              }
            >
              {children}
            </Table>
          )}
        </div>
        {hint}
        <Pager
          page={list.page}
          totalPages={list.totalPages}
          onPage={list.turn}
          busy={list.isStale}
          previous={previous}
        />
      </div>
    </>
  )
}

interface PageOfRows {
  total: number
  totalPages: number
  /** The page that the server chose in place of one that there is none of. */
  page?: number
}

interface Source<Row> {
  noun: 'items' | 'contacts'
  /** In the log, where the list cannot be loaded. */
  name: string
  /** As the question before a deletion counts them. */
  counted: string
  /** What goes with the chosen rows, below that question. */
  deletes: (chosen: Row[]) => string
  control: FilterControl
  query: Pick<UseQueryResult<PageOfRows>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>
  rows: readonly Row[]
  deleteOne: (id: string) => Promise<unknown>
  deleteAll: (ids: string[]) => Promise<unknown>
  /** Other rows are about to be shown. */
  onFilter?: () => void
}

/** A list that the server filters and pages, whose rows are selected and deleted. */
export function usePagedList<Row extends { id: string }>(source: Source<Row>) {
  const { control, rows } = source
  const { filters, turn } = control
  const { data, error, isPlaceholderData, refetch } = source.query
  const alert = useAlert()
  const region = useRef<HTMLDivElement>(null)
  const selection = useSelection(rows.map((row) => row.id))
  useLogged(error, source.name)

  const page = data ? (data.page ?? Math.min(filters.page, data.totalPages)) : filters.page
  useExistingPage(control, isPlaceholderData ? undefined : page)

  // Other rows, no selection.
  const [shown, setShown] = useState(filters)
  if (shown !== filters) {
    setShown(filters)
    selection.clear()
    source.onFilter?.()
  }

  const deletion = useDeletion(source, alert, region)
  // A page past the end is empty; the one that takes its place is on its way.
  const isSettled = data && (rows.length > 0 || data.total === 0)
  return {
    total: isSettled ? data.total : undefined,
    page,
    totalPages: data?.totalPages ?? 1,
    count: rows.length,
    isStale: isPlaceholderData,
    error,
    refetch,
    turn,
    alert,
    region,
    selection,
    ...deletion,
    deleteSelected: () => deletion.confirm({ ids: selection.selected, isOne: false }),
  }
}

function useDeletion<Row extends { id: string }>(
  { noun, counted, deletes, rows, deleteOne, deleteAll }: Source<Row>,
  alert: ReturnType<typeof useAlert>,
  region: RefObject<HTMLDivElement | null>,
) {
  const refresh = useRefresh()
  /** `isOne`: pressed in its row, and not for a selection of one. */
  const [chosen, confirm] = useState<{ ids: string[]; isOne: boolean } | null>(null)
  const removing = useMutation({
    mutationFn: ({ ids, isOne }: { ids: string[]; isOne: boolean }) =>
      isOne ? deleteOne(String(ids[0])) : deleteAll(ids),
    onSuccess: () => alert.show('success', 'Delete successful!'),
    onError: (failure) => alert.show('error', `Failed to delete: ${messageOf(failure)}`),
    onSettled: async (_, failure) => {
      await refresh(noun)
      flushSync(() => confirm(null))
      // The button that was pressed may be gone with its row.
      if (!failure) region.current?.focus({ preventScroll: true })
    },
  })
  return {
    confirm,
    /** Always the same function. */
    deleteRow: useCallback((id: string) => confirm({ ids: [id], isOne: true }), []),
    dialog: chosen && (
      <Confirm
        title="Confirm Deletion"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={removing.isPending}
        onCancel={() => confirm(null)}
        onConfirm={() => removing.mutate(chosen)}
        details={deletes(rows.filter(({ id }) => chosen.ids.includes(id)))}
      >
        Are you sure you want to delete {chosen.ids.length} {counted}? This action cannot be undone.
      </Confirm>
    ),
  }
}
