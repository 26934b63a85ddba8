// The parts of a table whose rows can be selected: its columns, a row, and which are selected.

import { type ReactNode, useState } from 'react'
import { Checkbox } from '../field.tsx'
import type { Sorting } from './row-list.tsx'
import * as styles from './table.module.css'

/** `width`: pixels, or a share of the table's. */
export type Column = { label: string; className?: string; width?: number | string }

/** Which rows of the page shown are selected. Ids that left the page are forgotten at once. */
export function useSelection(idsOnPage: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = idsOnPage.filter((id) => chosen.has(id))
  if (chosen.size > selected.length) setChosen(new Set(selected))
  const all = selected.length > 0 && selected.length === idsOnPage.length
  const toggle = (id: string) =>
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  return {
    selected,
    all,
    some: selected.length > 0 && !all,
    has: (id: string) => chosen.has(id),
    toggle,
    toggleAll: () => setChosen(new Set(all ? [] : idsOnPage)),
    clear: () => setChosen(new Set()),
  }
}

type Selection = Pick<ReturnType<typeof useSelection>, 'all' | 'some' | 'toggleAll'>

/** The select-all box, for the table head and for the bulk bar that lies over it. */
export function SelectAll({ selection, disabled }: { selection: Selection; disabled?: boolean }) {
  return (
    <Checkbox
      label="Select all"
      hideLabel
      checked={selection.all}
      indeterminate={selection.some}
      disabled={disabled}
      onChange={selection.toggleAll}
    />
  )
}

type RowProps = {
  /** Attributes of a row that can be moved. */
  sorting?: ReturnType<Sorting['row']>
  /** A cell before the checkbox. */
  handle?: ReactNode
  selected?: boolean
  /** What the row's checkbox is called, e.g. "Select Fjordlys Hotel". */
  selectLabel?: string
  onSelect?: () => void
  children: ReactNode
}

export function Row({ selected = false, selectLabel = '', onSelect, sorting, handle, children }: RowProps) {
  return (
    <tr {...sorting} data-selected={selected || undefined}>
      {handle}
      {onSelect && (
        <td className={styles.check}>
          <Checkbox label={selectLabel} hideLabel checked={selected} onChange={onSelect} />
        </td>
      )}
      {children}
    </tr>
  )
}
