// The marks next to the name of a project in the list.
import { LinkIcon, StarIcon } from '../../ui/tool-icons.tsx'
import { untilDay } from './client-links.tsx'
import * as styles from './featured.module.css'

export function Featured() {
  return (
    <span className={`${styles.mark} ${styles.featured}`}>
      <StarIcon />
      Featured
    </span>
  )
}

/** A client link works. */
export function SharedUntil({ iso }: { iso: string }) {
  return (
    <span className={styles.mark}>
      <LinkIcon />
      Client link until {untilDay(iso)}
    </span>
  )
}
