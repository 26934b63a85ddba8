// A part of a project's edit dialog under its heading.

import { type ComponentProps, type ReactNode, useId } from 'react'
import * as layout from '../../ui/layout.module.css'
import * as typography from '../../ui/typography.module.css'
import * as styles from './project-section.module.css'

type Props = ComponentProps<'section'> & {
  title: string
  /** At the right of the heading, such as how many of a limit there are. */
  aside?: ReactNode
}

export function ProjectSection({ title, aside, children, ...rest }: Props) {
  const id = useId()
  return (
    <section {...rest} className={`${layout.stack} ${styles.section}`} aria-labelledby={id}>
      <div className={typography.partTitle}>
        <h3 id={id}>{title}</h3>
        {aside && <span className={typography.meta}>{aside}</span>}
      </div>
      {children}
    </section>
  )
}
