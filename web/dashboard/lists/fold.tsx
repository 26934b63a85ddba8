// A row that opens, for what is optional or rarely needed: its title, and at the right its state.
import { type ReactNode, useId } from 'react'
import * as ui from '../../ui/primitives.module.css'
import { ChevronIcon } from '../../ui/tool-icons.tsx'
import * as styles from './fold.module.css'

interface Props {
  title: string
  state: ReactNode
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

export function Fold({ title, state, isOpen, onToggle, children }: Props) {
  const id = useId()
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary className={ui.cluster}>
        <ChevronIcon />
        <h2 id={id} className={ui.heading}>
          {title}
        </h2>
        <span className={ui.meta}>{state}</span>
      </summary>
      <section aria-labelledby={id}>{children}</section>
    </details>
  )
}
