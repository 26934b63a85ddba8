// The parts of a table whose rows can be selected: its columns, which are selected, and the boxes for that.
import { useState } from 'react'
import { Checkbox } from '../field.tsx'

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

type Selection = ReturnType<typeof useSelection>

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
  const toggle = () => selection.toggle(id)
  return <Checkbox label={`Select ${what}`} hideLabel checked={selection.has(id)} onChange={toggle} />
}
