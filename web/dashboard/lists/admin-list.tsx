// What the lists of the dashboard share: their layout, paging and deletion.
import type { UseQueryResult } from '@tanstack/react-query'
import {
  type ComponentProps,
  type HTMLAttributes,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { PageAlert, useAlert } from '../../alerts.tsx'
import { saveFile } from '../../call-files.ts'
import { Button } from '../../ui/button.tsx'
import { ArrowLeftIcon, ArrowRightIcon } from '../../ui/icons.tsx'
import * as table from '../../ui/list/table.module.css'
import * as notice from '../../ui/notice.module.css'
import { Announcement, Empty } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import { DeleteIcon, DownloadIcon } from '../../ui/tool-icons.tsx'
import { useAsk } from '../asking.tsx'
import * as styles from './admin-list.module.css'
import { refresh } from './admin-queries.ts'
import { useAction } from './dialogs.tsx'
import type { FilterControl } from './list-filters.tsx'
import { NotLoaded, PageHead } from './parts.tsx'
import { boxes, type Column, SelectAll, type Selection, useSelection } from './selection.tsx'
import { counted } from './times.tsx'

interface PageOfRows {
  total: number
  totalPages: number
  /** The page that the server chose in place of one that there is none of. */
  page?: number
}

interface Source {
  control: FilterControl
  query: Pick<UseQueryResult<PageOfRows>, 'data' | 'error' | 'isPlaceholderData'> & { refetch: () => unknown }
  rows: readonly { id: string }[]
}

/** A list whose filters and page are in the URL. */
export function usePagedList({ control, query, rows }: Source) {
  const { filters, turn } = control
  const { data, isPlaceholderData } = query
  const page = data ? (data.page ?? Math.min(filters.page, data.totalPages)) : filters.page
  // A deletion or a link may have led past the end.
  const follow = useEffectEvent(() => {
    if (!isPlaceholderData && page !== filters.page) turn(page, true)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page of the list and that of the URL part
  useEffect(() => follow(), [page, filters.page, isPlaceholderData])

  const ids = rows.map(({ id }) => id)
  return {
    ...{ control, query, rows, page },
    selection: useSelection(ids, filters),
    alert: useAlert(),
    /** The table; it gets the focus when what had it is gone. */
    region: useRef<HTMLDivElement>(null),
  }
}

export type PagedList = ReturnType<typeof usePagedList>

interface LayoutProps {
  list: PagedList
  title: string
  columns: readonly Column[]
  /** Lower rows. */
  dense?: boolean
  /** Of the table. */
  className?: string | undefined
  /** Next to the title. */
  note?: ReactNode
  /** Shown where no rows are. */
  empty: string
  tools: ReactNode
  /** What can be done with the selected rows: it lies over the table's head. */
  bulk?: ReactNode
  /** The specification shortens it in the list of users. */
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
  list: { control, query, rows, page, selection, alert, region },
  title,
  columns,
  dense,
  className,
  note,
  empty,
  tools,
  bulk,
  previous = 'Previous',
  hint,
  tabs,
  panel,
  body,
  children,
}: LayoutProps) {
  const { data, error, isPlaceholderData, refetch } = query
  // A page past the end is empty; the one that takes its place is on its way.
  const isSettled = data !== undefined && (rows.length > 0 || data.total === 0)
  const { length } = selection.selected
  const totalPages = data?.totalPages ?? 1
  /** A button that has the focus keeps it while its page is fetched, and on the last page: it is only said to be disabled. */
  const stepTo = (to: number) => {
    const isOff = isPlaceholderData || to < 1 || to > totalPages
    return {
      disabled: totalPages <= 1,
      'aria-disabled': isOff || undefined,
      onClick: () => isOff || control.turn(to),
    }
  }
  return (
    <>
      <PageHead title={title}>{note}</PageHead>
      <PageAlert alert={alert} />
      {tabs}
      <div {...panel}>
        <div className={`${ui.cluster} ${styles.tools}`}>{tools}</div>
        <Announcement>
          {!isSettled
            ? ''
            : length > 0
              ? `${counted(length, 'row')} selected`
              : counted(data.total, 'result')}
        </Announcement>
        <div className={styles.list} ref={region} tabIndex={-1}>
          {bulk && length > 0 && <BulkBar selection={selection}>{bulk}</BulkBar>}
          {body ?? (
            <table
              className={classes(table.table, dense && table.dense, className)}
              aria-label={title}
              aria-busy={isPlaceholderData || !isSettled || undefined}
            >
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th
                      key={column.label}
                      scope="col"
                      className={column.className}
                      style={{ width: column.width }}
                    >
                      {column.isHidden ? <span className={ui.hidden}>{column.label}</span> : column.label}
                      {column === boxes && <SelectAll selection={selection} disabled={rows.length === 0} />}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.length > 0 ? (
                  children
                ) : (
                  <tr className={table.noRows}>
                    <td colSpan={columns.length}>
                      {isSettled || error ? (
                        // After a failure with one line more, so that failure is not mistaken for emptiness.
                        <Empty text={empty}>{error && <NotLoaded what="The list" onRetry={refetch} />}</Empty>
                      ) : (
                        <Waiting />
                      )}
                    </td>
                  </tr>
                )}
              </tbody>
            </table>
          )}
        </div>
        {hint}
        <nav className={`${ui.row} ${table.pager}`} aria-label="Pages">
          <Button variant="secondary" size="sm" {...stepTo(page - 1)}>
            <ArrowLeftIcon size="s" />
            {previous}
          </Button>
          <p aria-live="polite">
            Page <b>{page}</b> of <b>{totalPages}</b>
          </p>
          <Button variant="secondary" size="sm" {...stepTo(page + 1)}>
            Next
            <ArrowRightIcon size="s" />
          </Button>
        </nav>
      </div>
    </>
  )
}

/** In place of rows that are loading. */
export function Waiting() {
  return (
    <div className={`${ui.stack} ${styles.waiting}`}>
      <span className={ui.hidden}>Loading</span>
      {Array.from({ length: 5 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are the same
        <div key={row} className={notice.skeleton} />
      ))}
    </div>
  )
}

/** Lies over the table's head, on phones at the foot of the screen. */
function BulkBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const bar = useRef<HTMLElement>(null)
  // It covers the select-all box of the head, so its own takes over the focus, and gives it back.
  useLayoutEffect(() => {
    const own = bar.current?.querySelector<HTMLInputElement>('input')
    const head = bar.current?.parentElement?.querySelector<HTMLInputElement>('thead input')
    if (document.activeElement === head) own?.focus()
    return () => {
      // A moment later: as long as the bar is there, the box below it is hidden.
      if (document.activeElement === own) queueMicrotask(() => head?.focus())
    }
  }, [])
  return (
    <section className={`${ui.row} ${styles.bar}`} aria-label="Bulk actions" ref={bar}>
      <SelectAll selection={selection} />
      <b>{selection.selected.length} selected</b>
      {children}
    </section>
  )
}

interface Deletion {
  noun: 'projects' | 'contacts'
  /** As the question before a deletion counts them. */
  counted: string
  /** What goes with the chosen rows, below that question. */
  details: (ids: readonly string[]) => string
  deleteOne: (id: string) => Promise<unknown>
  deleteAll: (ids: string[]) => Promise<unknown>
}

/** Rows are deleted alone, or all that are selected. */
export function useDeletion(list: PagedList, { noun, counted, details, deleteOne, deleteAll }: Deletion) {
  const { alert, region, selection } = list
  const { ask } = useAsk()
  const { run } = useAction(
    alert,
    async (chosen: string | string[]) => {
      const ids = [chosen].flat()
      await ask({
        title: 'Confirm Deletion',
        confirmLabel: 'Delete',
        children: `Are you sure you want to delete ${ids.length} ${counted}? This action cannot be undone.`,
        details: details(ids),
      })
      const deletion = typeof chosen === 'string' ? deleteOne(chosen) : deleteAll(chosen)
      await deletion.finally(() => refresh(noun))
      // The button that was pressed may be gone with its row.
      region.current?.focus({ preventScroll: true })
      return 'Delete successful!'
    },
    'Failed to delete: ',
  )
  const { selected } = selection
  return {
    deleteRow: (id: string) => run(id),
    /** @param look of the button that deletes what is selected */
    button: (label: string, look: Pick<ComponentProps<typeof Button>, 'variant' | 'className'>) => (
      <Button size="sm" {...look} disabled={selected.length === 0} onClick={() => run([...selected])}>
        <DeleteIcon size="s" />
        {label} ({selected.length})
      </Button>
    ),
  }
}

interface ExportProps {
  alert: PagedList['alert']
  /** What is exported, as the message names it and, in lower case, the file. */
  noun: string
  fetchFile: () => Promise<Blob>
}

/** Downloads a list as CSV and says whether that worked. */
export function ExportButton({ alert, noun, fetchFile }: ExportProps) {
  const { run, busy } = useAction(
    alert,
    async () => {
      saveFile(await fetchFile(), `${noun.toLowerCase()}.csv`)
      return `${noun} exported to CSV!`
    },
    'Failed to export CSV: ',
  )
  return (
    <Button size="sm" variant="secondary" busy={busy} onClick={() => run()}>
      <DownloadIcon size="s" />
      Export to CSV
    </Button>
  )
}
