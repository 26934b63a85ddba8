// The mark of a featured project.
import { StarIcon } from '../../ui/tool-icons.tsx'
import * as styles from './featured.module.css'

export function Featured() {
  return (
    <span className={styles.featured}>
      <StarIcon />
      Featured
    </span>
  )
}
