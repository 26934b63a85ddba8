// A list whose rows are moved by a handle (mouse, touch, keyboard) or by buttons, and removed.
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from './button.tsx'
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon } from './icons.tsx'
import * as styles from './row-list.module.css'
import { MoveDownIcon, MoveUpIcon } from './tool-icons.tsx'
import * as visually from './visually-hidden.module.css'

type Props<Entry> = {
  entries: readonly Entry[]
  /** What a row is called aloud; its number where it has no name yet. */
  nameOf: (entry: Entry) => string
  onChange: (entries: Entry[]) => void
  children: (entry: Entry, at: number, change: (entry: Entry) => void) => ReactNode
  /** Rows whose fields have several lines. */
  tall?: boolean
  /** Side by side, in as many rows as they need, with the buttons below. */
  grid?: boolean
  /** Behind the last one, such as what adds another. */
  end?: ReactNode
  /** For now nothing can be moved or removed. */
  fixed?: boolean
  /** What the button at the end does instead of removing the row. */
  reset?: Reset<Entry>
}

interface Reset<Entry> {
  label: (name: string) => string
  /** Undefined where there is nothing to reset. */
  to: (entry: Entry) => Entry | undefined
}

const steps: Record<string, -1 | 1> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** The box whose middle is the nearest to a point. */
function nearest(boxes: readonly DOMRect[], { clientX, clientY }: PointerEvent): number {
  const far = boxes.map(({ left, top, width, height }) =>
    Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY),
  )
  return far.indexOf(Math.min(...far))
}

type Lifted = { from: number; to: number; by: 'key' | 'pointer' }

export const moveHelp =
  'Drag a row, or use the arrows. With the keyboard: Space lifts a row, the arrow keys move it, Escape puts it back.'

export function RowList<Entry>(props: Props<Entry>) {
  const { entries, nameOf, onChange, children, tall, grid, end, fixed, reset } = props
  const help = useId()
  const list = useRef<HTMLUListElement>(null)
  const [lifted, setLifted] = useState<Lifted | null>(null)
  const [news, setNews] = useState('')
  const before = useRef<readonly Entry[]>(entries)
  const name = (at: number, of = entries) => nameOf(of[at] as Entry).trim() || `Row ${at + 1}`
  const control = (at: number, which: string) =>
    list.current?.children[at]?.querySelector<HTMLElement>(`[data-move="${which}"]`)

  /** The focus goes with the row. At an end nothing moves, and the focus stays: the next press would move it back. */
  const move = (from: number, to: number, focus: 'up' | 'down' | 'handle') => {
    if (to < 0 || to >= entries.length || from === to) return
    const next = [...entries]
    next.splice(to, 0, ...next.splice(from, 1))
    flushSync(() => {
      onChange(next)
      setNews(`${name(to, next)}, position ${to + 1} of ${next.length}`)
      if (lifted) setLifted({ ...lifted, to })
    })
    control(to, focus)?.focus()
  }

  const remove = (at: number) => {
    const gone = name(at)
    flushSync(() => {
      onChange(entries.filter((_, other) => other !== at))
      setNews(`${gone} removed`)
    })
    const next = control(Math.min(at, entries.length - 2), 'remove')
    const adding = list.current?.querySelector<HTMLElement>(':scope > :last-child input')
    ;(next ?? adding ?? list.current)?.focus()
  }

  /** The button goes with what it has reset. */
  const putBack = (at: number, to: Entry | undefined) => {
    if (to === undefined) return
    flushSync(() => onChange(entries.map((other, index) => (index === at ? to : other))))
    control(at, 'handle')?.focus()
  }

  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const { key } = event
    const isLifted = lifted?.by === 'key'
    if (key === ' ') {
      event.preventDefault()
      before.current = entries
      setLifted(isLifted ? null : { from: at, to: at, by: 'key' })
      setNews(
        isLifted
          ? `${name(at)} dropped, position ${at + 1} of ${entries.length}`
          : `${name(at)} lifted, position ${at + 1} of ${entries.length}`,
      )
    } else if (isLifted && steps[key]) {
      event.preventDefault()
      move(at, at + steps[key], 'handle')
    } else if (isLifted && key === 'Escape') {
      event.preventDefault()
      const { from } = lifted
      flushSync(() => {
        if (lifted.to !== from) onChange([...before.current])
        setLifted(null)
        setNews(`${name(at)} is back at position ${from + 1}`)
      })
      control(from, 'handle')?.focus()
    }
  }

  const onPointerDown = (event: PointerEvent<HTMLButtonElement>, at: number) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setLifted({ from: at, to: at, by: 'pointer' })
  }
  /** Where a row that was lifted at `from` would go. */
  const placeAt = (event: PointerEvent, from: number) => {
    const rows = [...(list.current?.children ?? [])].slice(0, entries.length)
    const boxes = rows.map((row) => row.getBoundingClientRect())
    if (grid) return nearest(boxes, event)
    const middles = boxes.map(({ top, height }) => top + height / 2)
    return middles.filter((middle, at) => at !== from && middle < event.clientY).length
  }
  const onPointerMove = (event: PointerEvent) => {
    if (lifted?.by !== 'pointer') return
    const to = placeAt(event, lifted.from)
    if (to !== lifted.to) setLifted({ ...lifted, to })
  }
  const onPointerUp = (event: PointerEvent) => {
    if (lifted?.by !== 'pointer') return
    const { from } = lifted
    setLifted(null)
    // Read again: React may not have rendered the last step of a quick drag.
    move(from, placeAt(event, from), 'handle')
  }
  const drop = lifted?.by === 'pointer' && lifted.to !== lifted.from ? lifted : null

  return (
    <>
      <ul className={grid ? styles.grid : styles.list} ref={list} tabIndex={-1} data-tall={tall || undefined}>
        {entries.map((entry, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and what is typed is in the entries
            key={at}
            data-lifted={(lifted && (lifted.by === 'key' ? lifted.to : lifted.from) === at) || undefined}
            data-drop={drop?.to === at ? (drop.to > drop.from ? 'after' : 'before') : undefined}
          >
            <button
              type="button"
              className={styles.handle}
              data-move="handle"
              aria-label={`Move ${name(at)}`}
              aria-describedby={help}
              disabled={fixed}
              aria-pressed={lifted?.by === 'key' && lifted.to === at}
              onKeyDown={(event) => onKeyDown(event, at)}
              onBlur={({ relatedTarget }) => {
                // After a move the focus goes from handle to handle.
                const stays = relatedTarget instanceof HTMLElement && relatedTarget.dataset.move === 'handle'
                if (lifted?.by === 'key' && !stays) setLifted(null)
              }}
              onPointerDown={(event) => onPointerDown(event, at)}
              onPointerMove={onPointerMove}
              onPointerUp={onPointerUp}
              onPointerCancel={() => setLifted(null)}
            >
              <svg viewBox="0 0 16 16" aria-hidden="true">
                <path d="M4 2h2v2H4zM10 2h2v2h-2zM4 7h2v2H4zM10 7h2v2h-2zM4 12h2v2H4zM10 12h2v2h-2z" />
              </svg>
            </button>
            <div className={styles.fields}>
              {children(entry, at, (changed) =>
                onChange(entries.map((other, index) => (index === at ? changed : other))),
              )}
            </div>
            <span className={styles.move}>
              <IconButton
                size="sm"
                data-move="up"
                label={`Move ${name(at)} ${grid ? 'left' : 'up'}`}
                icon={grid ? <ArrowLeftIcon /> : <MoveUpIcon />}
                disabled={fixed}
                aria-disabled={at === 0}
                onClick={() => move(at, at - 1, 'up')}
              />
              <IconButton
                size="sm"
                data-move="down"
                label={`Move ${name(at)} ${grid ? 'right' : 'down'}`}
                icon={grid ? <ArrowRightIcon /> : <MoveDownIcon />}
                disabled={fixed}
                aria-disabled={at === entries.length - 1}
                onClick={() => move(at, at + 1, 'down')}
              />
              {!reset && (
                <IconButton
                  size="sm"
                  data-move="remove"
                  label={`Remove ${name(at)}`}
                  icon={<CloseIcon />}
                  onClick={() => remove(at)}
                />
              )}
              {reset?.to(entry) !== undefined && (
                <IconButton
                  size="sm"
                  data-reset=""
                  label={reset.label(name(at))}
                  icon={<CloseIcon />}
                  disabled={fixed}
                  onClick={() => putBack(at, reset.to(entry))}
                />
              )}
            </span>
          </li>
        ))}
        {end && <li>{end}</li>}
      </ul>
      <p className={visually.hidden} id={help}>
        {moveHelp}
      </p>
      <p className={visually.hidden} role="status">
        {news}
      </p>
    </>
  )
}
