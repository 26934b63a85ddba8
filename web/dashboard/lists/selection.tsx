// The rows of a table that are selected, their boxes, and the column of these.
import { useState } from 'react'
import { Checkbox } from '../../ui/field.tsx'
import * as table from '../../ui/list/table.module.css'
import type { ListFilters } from './admin-queries.ts'

/** Which rows of the page shown are selected: none once it is another list, and ids that left the page are forgotten at once. */
export function useSelection(idsOnPage: readonly string[], filters: ListFilters) {
  const [chosen, setChosen] = useState({ of: filters, ids: [] as readonly string[] })
  const selected = chosen.of === filters ? idsOnPage.filter((id) => chosen.ids.includes(id)) : []
  const select = (ids: readonly string[]) => setChosen({ of: filters, ids })
  if (chosen.of !== filters || chosen.ids.length > selected.length) select(selected)
  const all = selected.length > 0 && selected.length === idsOnPage.length
  return {
    selected,
    all,
    some: selected.length > 0 && !all,
    toggle: (id: string) =>
      select(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]),
    toggleAll: () => select(all ? [] : idsOnPage),
    clear: () => select([]),
  }
}

export type Selection = ReturnType<typeof useSelection>

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

/** @param props.what the row is called aloud, after "Select" */
export function SelectRow({ selection, id, what }: { selection: Selection; id: string; what: string }) {
  const { selected, toggle } = selection
  return (
    <Checkbox
      label={`Select ${what}`}
      hideLabel
      checked={selected.includes(id)}
      onChange={() => toggle(id)}
    />
  )
}

/** `width`: pixels, or a share of the table's; `isHidden`: the label is only read. */
export type Column = { label: string; className?: string; width?: number | string; isHidden?: boolean }

/** That of the boxes, where rows are chosen for what is done with several. */
export const boxes: Column = { label: 'Selected', className: table.check, isHidden: true }
