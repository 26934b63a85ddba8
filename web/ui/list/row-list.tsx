// A list whose rows are moved by a handle (mouse, touch, keyboard) or by buttons, and removed.
import { type ReactNode, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { IconButton } from '../button.tsx'
import { ArrowLeftIcon, ArrowRightIcon, CloseIcon } from '../icons.tsx'
import { Announcement } from '../notice.tsx'
import * as ui from '../primitives.module.css'
import { MoveDownIcon, MoveUpIcon } from '../tool-icons.tsx'
import * as styles from './row-list.module.css'
import { Handle, moveHelp, useSorting } from './sorting.tsx'

type Props<Entry> = {
  entries: readonly Entry[]
  /** What a row is called aloud; its number where it has no name yet. */
  nameOf: (entry: Entry) => string
  /** @param moved the row that was moved, and to where; undefined where one was removed */
  onChange: (entries: Entry[], moved?: { entry: Entry; to: number }) => void
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
    const next = [...entries]
    const [entry] = next.splice(from, 1)
    if (entry === undefined) return false
    next.splice(to, 0, entry)
    flushSync(() => onChange(next, { entry, to }))
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

  /** The button goes with what it has removed. @param rest what stays of the row */
  const remove = (at: number, rest: Entry | undefined) => {
    flushSync(() => {
      onChange(entries.toSpliced(at, 1, ...(rest === undefined ? [] : [rest])))
      if (rest === undefined) sorting.announce(`${names[at]} removed`)
    })
    const next =
      rest === undefined ? control(Math.min(at, entries.length - 2), 'remove') : control(at, 'handle')
    const adding = list.current?.querySelector<HTMLElement>(':scope > :last-child input')
    ;(next ?? adding ?? list.current)?.focus()
  }

  return (
    <>
      <ul className={grid ? styles.grid : styles.list} ref={list} tabIndex={-1} data-tall={tall || undefined}>
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
              <Handle sorting={sorting} at={at} name={name} describedBy={help} disabled={fixed} />
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
                    onClick={() => remove(at, rest)}
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
