// Projects in the owner's order: what is lifted, where it would be dropped, and the calls that move it.
import { useMutation } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { PortfolioItem } from '../../../contract/portfolio.ts'
import { moveItem } from '../../../contract/portfolio-order.ts'
import type { useAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { useRefresh } from '../lists/admin-queries.ts'

export type Step = 'up' | 'down' | 'top'
type Sent = { id: string; to: Step | 'above' | 'below'; other?: string; text: string }

/** Rows are not moved in the document before they are dropped: an element that moves loses the focus. */
interface Lifted {
  id: string
  /** Of the row in the list shown. */
  from: number
  to: number
  /** Pixels, of all rows; tops from that of the list. */
  tops: number[]
  heights: number[]
}

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
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [said, say] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id, to, other }: Sent) =>
      call(moveItem, { params: { id }, body: other === undefined ? { to } : { to, other } }),
    onSuccess: (_, { text }) => say(text),
    onError: (failure) => alert.show('error', `Failed to move: ${messageOf(failure)}`),
    onSettled: async () => {
      const focused = document.activeElement
      await refresh('items')
      flushSync(() => setLifted(null))
      if (document.activeElement !== document.body) return
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus()
      else region.current?.focus({ preventScroll: true })
    },
  })
  const position = (at: number) => `position ${before + at + 1} of ${total}`

  const lift = (at: number) => {
    const item = rows[at]
    if (!item || isPending) return
    const listTop = region.current?.getBoundingClientRect().top ?? 0
    const boxes = [...(region.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])]
    setLifted({
      id: item.id,
      from: at,
      to: at,
      tops: boxes.map((row) => row.getBoundingClientRect().top - listTop),
      heights: boxes.map((row) => row.offsetHeight),
    })
    say(`${item.pname} lifted, ${position(at)}`)
  }
  const hover = (to: number) => {
    if (!lifted || isPending || to === lifted.to || !rows[to]) return
    setLifted({ ...lifted, to })
    say(`${rows[lifted.from]?.pname}, ${position(to)}`)
  }
  const restore = () => {
    if (!lifted || isPending) return
    setLifted(null)
    say(`${rows[lifted.from]?.pname} is back at ${position(lifted.from)}`)
  }
  const drop = () => {
    if (!lifted || isPending) return
    const { id, from, to } = lifted
    const other = rows[to]?.id
    const text = `${rows[from]?.pname} dropped, ${position(to)}`
    if (other !== undefined && from !== to)
      return mutate({ id, to: to < from ? 'above' : 'below', other, text })
    setLifted(null)
    say(text)
  }
  const stepRow = (id: string, to: Step) => {
    const at = rows.findIndex((row) => row.id === id)
    const place = to === 'top' ? 0 : before + at + (to === 'up' ? -1 : 1)
    if (at < 0 || isPending || lifted || place < 0 || place >= total) return
    mutate({ id, to, text: `${rows[at]?.pname}, position ${place + 1} of ${total}` })
  }
  // By the object model: a style attribute would be one that the Content-Security-Policy forbids.
  useLayoutEffect(() => {
    const list = region.current
    if (!lifted || !list) return
    const moved = [...list.querySelectorAll<HTMLElement>('tr[data-row]')]
    for (const [at, row] of moved.entries()) row.style.setProperty('--shift', `${shiftOf(lifted, at)}px`)
    list.style.setProperty('--drop', `${dropTop(lifted)}px`)
  }, [lifted, region])

  const latest = useRef(stepRow)
  useEffect(() => {
    latest.current = stepRow
  })
  /** Always the same function, so that no row is drawn again for it. */
  const step = useCallback((id: string, to: Step) => latest.current(id, to), [])
  return { lifted, said, lift, hover, restore, drop, step, isSaving: isPending }
}

export type OwnOrder = ReturnType<typeof useOwnOrder>

/** Where the lifted row would be dropped. */
function dropTop({ from, to, tops, heights }: Lifted): number {
  return (tops[to] ?? 0) + (to > from ? (heights[to] ?? 0) - (heights[from] ?? 0) : 0)
}

/** Pixels by which a row is drawn lower while another one is lifted, or it itself. */
function shiftOf({ from, to, heights }: Lifted, at: number): number {
  const sum = (first: number, last: number) => heights.slice(first, last + 1).reduce((a, b) => a + b, 0)
  if (at === from) return to > from ? sum(from + 1, to) : -sum(to, from - 1)
  if (at > from && at <= to) return -(heights[from] ?? 0)
  return at < from && at >= to ? (heights[from] ?? 0) : 0
}

const keys: Record<string, Step> = { ArrowUp: 'up', ArrowDown: 'down', Home: 'top' }

/** Of a row: Alt with an arrow or Home moves it, wherever in it the focus is. */
export function stepOf({ altKey, ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): Step | undefined {
  return altKey && !ctrlKey && !metaKey && !shiftKey ? keys[key] : undefined
}
