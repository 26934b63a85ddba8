// What the owner offers: a title, a sentence and a line drawing each.
import { useRef } from 'react'
import type { ServiceView } from '../../../contract/responses/site.ts'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import { useEntered } from './entrance.ts'
import * as styles from './service-list.module.css'

export function ServiceRow({ service: { title, description, drawing } }: { service: ServiceView }) {
  const row = useRef<HTMLLIElement>(null)
  const entered = useEntered(row)
  return (
    <li ref={row} className={classes(ui.ruled, styles.row, styles.service, entered && ui.entered)}>
      <div>
        <h3>{title}</h3>
        <p>{description}</p>
      </div>
      <Drawing {...drawing} />
    </li>
  )
}

export function Drawing({ marked, lines, dots, paper }: ServiceView['drawing']) {
  return (
    <svg className={styles.drawing} viewBox="0 0 88 88" aria-hidden="true">
      <path className={styles.marked} d={marked} />
      <path d={lines} />
      {dots && <path className={styles.dots} d={dots} />}
      {paper && <path className={styles.paper} d={paper} />}
    </svg>
  )
}
