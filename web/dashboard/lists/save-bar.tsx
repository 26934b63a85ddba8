// The bar at the foot of the window while something is not saved.
import type { ReactNode } from 'react'
import * as styles from './admin-list.module.css'

export function SaveBar({
  label,
  title,
  children,
  actions,
}: {
  label: string
  title: string
  children: ReactNode
  actions: ReactNode
}) {
  return (
    <section className={styles.saveBar} aria-label={label}>
      <p>
        <b>{title}</b>
        <span>{children}</span>
      </p>
      {actions}
    </section>
  )
}
