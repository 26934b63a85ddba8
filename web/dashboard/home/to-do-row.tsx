// A group of the list of things to do, and its rows: a title, a line below it, and what to do at the right.
import type { ReactNode } from 'react'
import { classes } from '../../ui/styles.ts'
import * as typography from '../../ui/typography.module.css'
import * as styles from './home.module.css'

/** Of the button of a row: lower than elsewhere. */
export const action = styles.action

export function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <ul>{children}</ul>
      </dd>
    </div>
  )
}

type RowProps = {
  title: ReactNode
  /** The line below the title. */
  children: ReactNode
  action?: ReactNode
  /** Nothing is to be done. */
  quiet?: boolean
}

export function Row({ title, children, action, quiet }: RowProps) {
  return (
    <li className={classes(styles.row, quiet && styles.quiet)}>
      <div>
        <p className={styles.title}>{title}</p>
        <p className={typography.meta}>{children}</p>
      </div>
      {action}
    </li>
  )
}

/** The last row of a group that has more than it shows. */
export function More({ children }: { children: ReactNode }) {
  return <li className={classes(styles.row, styles.more)}>{children}</li>
}
