// Projects in the owner's order: rows are moved within the page that is shown, or by steps over all pages.
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { moveItem } from '../../../contract/portfolio.ts'
import type { PortfolioItem } from '../../../contract/responses/projects.ts'
import type { useAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { useSorting } from '../../ui/list/sorting.tsx'
import { useRefresh } from '../lists/admin-queries.ts'

export type Step = 'up' | 'down' | 'top'

interface Source {
  rows: readonly PortfolioItem[]
  /** Rows on the pages before. */
  before: number
  total: number
  alert: ReturnType<typeof useAlert>
  /** Around the rows. It takes the focus when the row that had it is on another page. */
  region: RefObject<HTMLDivElement | null>
}

export function useOwnOrder({ rows, before, total, alert, region }: Source) {
  const refresh = useRefresh()
  const [isSaving, setSaving] = useState(false)

  /** @returns whether it was moved; either way the list is as the server has it by then */
  const send = async (id: string, body: { to: Step | 'above' | 'below'; other?: string }) => {
    setSaving(true)
    const isMoved = await call(moveItem, { params: { id }, body }).then(
      () => true,
      (failure) => {
        alert.show('error', `Failed to move: ${messageOf(failure)}`)
        return false
      },
    )
    const focused = document.activeElement
    await refresh('items')
    flushSync(() => setSaving(false))
    // A row that has moved in the document has lost the focus.
    if (document.activeElement === document.body) {
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
      else region.current?.focus({ preventScroll: true })
    }
    return isMoved
  }

  const sorting = useSorting({
    list: region,
    names: rows.map(({ pname }) => pname),
    before,
    total,
    isBusy: isSaving,
    onMove: (from, to) => {
      const [row, other] = [rows[from], rows[to]]
      return row && other ? send(row.id, { to: to < from ? 'above' : 'below', other: other.id }) : false
    },
  })

  const stepRow = async (id: string, to: Step) => {
    const at = rows.findIndex((row) => row.id === id)
    const position = to === 'top' ? 0 : before + at + (to === 'up' ? -1 : 1)
    if (at < 0 || isSaving || sorting.lifted || position < 0 || position >= total) return
    if (await send(id, { to })) sorting.announce(`${rows[at]?.pname}, position ${position + 1} of ${total}`)
  }
  const latest = useRef(stepRow)
  useEffect(() => {
    latest.current = stepRow
  })
  /** Always the same function, so that no row is drawn again for it. */
  const step = useCallback((id: string, to: Step) => void latest.current(id, to), [])
  return { sorting, step }
}

const keys: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'top' }

/** Of a row: Alt with an arrow or Home moves it, wherever in it the focus is. */
export function stepOf({ altKey, ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): Step | undefined {
  return altKey && !ctrlKey && !metaKey && !shiftKey ? keys[key] : undefined
}
