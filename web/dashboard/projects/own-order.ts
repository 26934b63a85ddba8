// Projects in the owner's order: rows are moved within the page that is shown, or by steps over all pages.
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { adminPage } from '../../../contract/limits.ts'
import { moveProject } from '../../../contract/portfolio.ts'
import type { Project } from '../../../contract/responses/projects.ts'
import { call, messageOf } from '../../call.ts'
import { useSorting } from '../../ui/list/sorting.tsx'
import { toast } from '../../ui/toast.tsx'
import type { PagedList } from '../lists/admin-list.tsx'
import { refresh } from '../lists/admin-queries.ts'

export type Step = 'up' | 'down' | 'top'

export function useOwnOrder({ alert, region, page, query }: PagedList, rows: readonly Project[]) {
  const [isBusy, setBusy] = useState(false)
  /** Rows on the pages before. */
  const before = (page - 1) * adminPage
  const total = query.data?.total ?? 0

  /** @returns whether it was moved; either way the list is as the server has it by then */
  const send = async (id: string, body: { to: Step | 'above' | 'below'; other?: string }) => {
    setBusy(true)
    const failure: unknown = await call(moveProject, { params: { id }, body }).then(
      () => null,
      (error) => error,
    )
    if (failure) alert.show('error', `Failed to move: ${messageOf(failure)}`)
    const focused = document.activeElement
    await refresh('projects')
    flushSync(() => setBusy(false))
    // A row that has moved in the document has lost the focus.
    if (document.activeElement === document.body) {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
      else region.current?.focus({ preventScroll: true })
    }
    return failure === null
  }

  const sorting = useSorting({
    list: region,
    names: rows.map(({ pname }) => pname),
    before,
    total,
    isBusy,
    onMove: (from, to) => {
      const [row, other] = [rows[from], rows[to]]
      return row && other ? send(row.id, { to: to < from ? 'above' : 'below', other: other.id }) : false
    },
  })

  const step = async ({ id, pname }: Project, to: Step) => {
    const position = before + rows.findIndex((row) => row.id === id) + (to === 'up' ? -1 : 1)
    if (isBusy || sorting.lifted) return
    if (!(await send(id, { to }))) return
    // It has left the page, perhaps.
    if (to === 'top') toast(`${pname} is at the top now.`)
    else sorting.announce(`${pname}, position ${position + 1} of ${total}`)
  }
  /** The place in all of the list. @param at in the page */
  const numberOf = (at: number) => before + at + 1
  return { sorting, step, numberOf, total }
}
