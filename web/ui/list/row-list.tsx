// A list whose rows are moved by a handle (mouse, touch, keyboard) or by buttons, and removed, which can be undone; and an order that
// is changed by handles alone: rows are dragged by mouse or finger, or lifted, moved and dropped by keys.
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../button.tsx'
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon } from '../icons.tsx'
import { Announcement, toast } from '../notice.tsx'
import * as ui from '../primitives.module.css'
import { arrows } from '../roving-focus.ts'
import { MoveDownIcon, MoveUpIcon } from '../tool-icons.tsx'
import * as styles from './row-list.module.css'

type Props<Entry> = {
  entries: readonly Entry[]
  /** What a row is called aloud; its number where it has no name yet. */
  nameOf: (entry: Entry) => string
  /** @param update makes another list of the entries of that moment */
  onChange: (update: (now: readonly Entry[]) => Entry[]) => void
  children: (entry: Entry, at: number) => ReactNode
  /** What is opened below a row, in its frame. */
  below?: (entry: Entry, at: number) => ReactNode
  /** Rows whose fields have several lines. */
  tall?: boolean
  /** Side by side, in as many rows as they need, with the buttons below. */
  grid?: boolean
  /** Behind the last one, such as what adds another. */
  end?: ReactNode
  /** For now nothing can be moved or removed. */
  fixed?: boolean
  /** What is removed, where the row itself stays: its button's label, and what the row is without it, if it has it. */
  part?: { label: (name: string) => string; without: (entry: Entry) => Entry | undefined }
}

export function RowList<Entry>(props: Props<Entry>) {
  const { entries, nameOf, onChange, children, below, tall, grid, end, fixed, part } = props
  const help = useId()
  const list = useRef<HTMLUListElement>(null)
  const names = entries.map((entry, at) => nameOf(entry).trim() || `Row ${at + 1}`)
  const control = (at: number, which: string) =>
    list.current?.children[at]?.querySelector<HTMLElement>(`[data-move="${which}"]`)

  const put = (from: number, to: number, focus: 'up' | 'down' | 'handle') => {
    const entry = entries[from]
    if (entry === undefined) return false
    flushSync(() => onChange((now) => now.toSpliced(from, 1).toSpliced(to, 0, entry)))
    // The focus goes with the row.
    control(to, focus)?.focus()
    return true
  }
  const sorting = useSorting({
    list,
    names,
    isGrid: grid ?? false,
    onMove: (from, to) => put(from, to, 'handle'),
  })

  /** At an end nothing moves, and the focus stays: the next press would move it back. */
  const step = (at: number, by: -1 | 1) => {
    const to = at + by
    if (to < 0 || to >= entries.length) return
    put(at, to, by < 0 ? 'up' : 'down')
    sorting.announce(`${names[at]}, position ${to + 1} of ${entries.length}`)
  }

  /** Closes the toast of what was removed last: it is undone only in a list that nothing else has changed. */
  const closeUndo = useRef<() => void>(undefined)
  const state = part ? entries : entries.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: another row, another image, or an upload that names its row
  useEffect(() => () => closeUndo.current?.(), [fixed, state])
  /** The button goes with what it has removed. @param rest what stays of the row */
  const remove = (at: number, entry: Entry, rest: Entry | undefined) => {
    const left = rest === undefined ? [] : [rest]
    flushSync(() => onChange((now) => now.toSpliced(at, 1, ...left)))
    const run = () => onChange((now) => now.toSpliced(at, left.length, entry))
    // A whole quote may be the name.
    const name = String(names[at]).replace(/^(.{40}\S*)\s.+$/su, '$1…')
    closeUndo.current = toast(`Removed: ${name}`, { action: { label: 'Undo', run } })
    const next =
      rest === undefined ? control(Math.min(at, entries.length - 2), 'remove') : control(at, 'handle')
    const adding = list.current?.querySelector<HTMLElement>(':scope > :last-child input')
    ;(next ?? adding ?? list.current)?.focus()
  }

  return (
    <>
      <ul
        className={`${grid ? styles.grid : styles.list} ${ui.awayIfEmpty}`}
        ref={list}
        tabIndex={-1}
        data-tall={tall || undefined}
      >
        {entries.map((entry, at) => {
          const name = String(names[at])
          const rest = part?.without(entry)
          const opened = below?.(entry, at)
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and what is typed is in the entries
              key={at}
              {...sorting.row(at)}
              data-open={opened ? '' : undefined}
            >
              <Handle sorting={sorting} at={at} describedBy={help} disabled={fixed} />
              <div className={`${ui.row} ${styles.fields}`}>{children(entry, at)}</div>
              <span className={styles.move}>
                <IconButton
                  size="sm"
                  data-move="up"
                  label={`Move ${name} ${grid ? 'left' : 'up'}`}
                  icon={grid ? <ArrowLeftIcon /> : <MoveUpIcon />}
                  disabled={fixed}
                  aria-disabled={at === 0}
                  onClick={() => step(at, -1)}
                />
                <IconButton
                  size="sm"
                  data-move="down"
                  label={`Move ${name} ${grid ? 'right' : 'down'}`}
                  icon={grid ? <ArrowRightIcon /> : <MoveDownIcon />}
                  disabled={fixed}
                  aria-disabled={at === entries.length - 1}
                  onClick={() => step(at, 1)}
                />
                {(!part || rest !== undefined) && (
                  <IconButton
                    size="sm"
                    data-move="remove"
                    label={part ? part.label(name) : `Remove ${name}`}
                    icon={<CloseIcon />}
                    disabled={fixed}
                    onClick={() => remove(at, entry, rest)}
                  />
                )}
              </span>
              {opened && <div className={styles.below}>{opened}</div>}
            </li>
          )
        })}
        {end && <li>{end}</li>}
      </ul>
      <p className={ui.hidden} id={help}>
        {moveHelp}
      </p>
      <Announcement>{sorting.announced}</Announcement>
    </>
  )
}

/** Pixels from the edge of the window in which a drag scrolls the page, and by how many in each frame. */
const edge = 72
const scrollStep = 10

interface Point {
  clientX: number
  clientY: number
}

interface Options {
  /** Around the rows, which carry what `row` returns. */
  list: RefObject<HTMLElement | null>
  names: readonly string[]
  /** Rows on the pages before, and on all pages. */
  before?: number
  total?: number
  /** Side by side, in as many rows as they need. */
  isGrid?: boolean
  /** Rows cannot be lifted for now. */
  isBusy?: boolean
  /**
   * Called when a row is dropped somewhere else. While a promise is pending, the row stays lifted.
   * @returns whether it was moved
   */
  onMove: (from: number, to: number) => boolean | Promise<boolean>
}

/** Nothing moves in the document before it is dropped: an element that moves loses the focus. */
interface Lifted {
  from: number
  to: number
  isDropped?: boolean
}

export function useSorting({
  list,
  names,
  before = 0,
  total = names.length,
  isGrid,
  isBusy,
  onMove,
}: Options) {
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [announced, announce] = useState('')
  const position = (at: number) => `position ${before + at + 1} of ${total}`
  const isHeld = lifted !== null && !lifted.isDropped

  const lift = (at: number) => {
    setLifted({ from: at, to: at })
    announce(`${names[at]} lifted, ${position(at)}`)
  }
  const hover = (to: number) => {
    if (!isHeld || to === lifted.to || to < 0 || to >= names.length) return
    setLifted({ ...lifted, to })
    announce(`${names[lifted.from]}, ${position(to)}`)
  }
  const restore = () => {
    if (!isHeld) return
    setLifted(null)
    announce(`${names[lifted.from]} is back at ${position(lifted.from)}`)
  }
  const drop = async (to: number) => {
    if (!isHeld) return
    const { from } = lifted
    const text = `${names[from]} dropped, ${position(to)}`
    setLifted(from === to ? null : { from, to, isDropped: true })
    if (from === to || (await onMove(from, to))) announce(text)
    setLifted(null)
  }

  /** Where a row that was lifted at `from` would be dropped. */
  const positionAt = ({ clientX, clientY }: Point, from: number) => {
    const all = [...(list.current?.querySelectorAll('[data-row]') ?? [])]
    // Without those of a list inside of a row.
    const rows = all.filter((row) => row.parentElement === all[0]?.parentElement)
    const boxes = rows.map((row) => row.getBoundingClientRect())
    if (!isGrid)
      return boxes.filter(({ top, height }, at) => at !== from && top + height / 2 < clientY).length
    const far = boxes.map(({ left, top, width, height }) =>
      Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY),
    )
    return far.indexOf(Math.min(...far))
  }

  /** Where the pointer is, and where it was pressed. */
  const drag = useRef<{ point: Point; start: number } | null>(null)
  /** In each frame of a drag: scrolls at the edges of the window, and shows where the row would be dropped. */
  const follow = useEffectEvent(() => {
    if (!drag.current || !lifted) return
    const { start, point } = drag.current
    const isUp = point.clientY < Math.min(edge, start)
    const isDown = point.clientY > Math.max(window.innerHeight - edge, start)
    const scrolled = list.current?.closest('dialog') ?? window
    if (isUp || isDown) scrolled.scrollBy({ top: isUp ? -scrollStep : scrollStep, behavior: 'instant' })
    hover(positionAt(point, lifted.from))
  })
  useEffect(() => {
    if (!isHeld) return
    let frame = requestAnimationFrame(function next() {
      follow()
      frame = requestAnimationFrame(next)
    })
    return () => cancelAnimationFrame(frame)
  }, [isHeld])

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const { key } = event
    const arrow = arrows[key]
    if (event.altKey) return
    if (key === ' ' || key === 'Enter') {
      if (lifted) void drop(lifted.to)
      else if (!isBusy) lift(at)
    } else if (!lifted) return
    else if (arrow) hover(lifted.to + arrow[0] + arrow[1])
    else if (key === 'Escape') {
      drag.current = null
      restore()
    } else return
    event.preventDefault()
  }
  return {
    lifted,
    announced,
    announce,
    /** The attributes of a row. */
    row: (at: number) => ({
      'data-row': '',
      'data-lifted': lifted?.from === at || undefined,
      'data-drop':
        lifted && lifted.to === at && lifted.from !== at
          ? lifted.to > lifted.from
            ? 'after'
            : 'before'
          : undefined,
    }),
    /** Those of its handle. */
    handle: (at: number) => ({
      'aria-label': `Move ${names[at]}`,
      'aria-pressed': lifted?.from === at,
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, at),
      onBlur: () => {
        if (!drag.current) restore()
      },
      onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
        if (event.button !== 0 || lifted || isBusy) return
        event.currentTarget.setPointerCapture(event.pointerId)
        drag.current = { point: event, start: event.clientY }
        lift(at)
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (drag.current) drag.current.point = { clientX, clientY }
      },
      onPointerUp: (event: PointerEvent) => {
        if (!drag.current) return
        drag.current = null
        // Read again: React may not have rendered the last step of a quick drag.
        void drop(positionAt(event, at))
      },
      onPointerCancel: () => {
        drag.current = null
        restore()
      },
    }),
  }
}

export type Sorting = ReturnType<typeof useSorting>

interface HandleProps {
  sorting: Sorting
  at: number
  /** The id of the text that says how rows are moved. */
  describedBy: string
  disabled?: boolean | undefined
}

export function Handle({ sorting, at, describedBy, disabled }: HandleProps) {
  return (
    <button
      type="button"
      className={styles.handle}
      // Pressed, a button has the focus in Safari only with it; Escape puts the row back.
      tabIndex={0}
      data-move="handle"
      aria-describedby={describedBy}
      disabled={disabled}
      {...sorting.handle(at)}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="M4 2h2v2H4zM10 2h2v2h-2zM4 7h2v2H4zM10 7h2v2h-2zM4 12h2v2H4zM10 12h2v2h-2z" />
      </svg>
    </button>
  )
}

export const moveHelp =
  'Drag a row by its handle. With the keyboard: Space lifts a row, the arrow keys move it, Escape puts it back.'
