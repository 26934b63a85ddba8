// Past the navigation to what the page is about.
import * as styles from './layout.module.css'

export function SkipLink() {
  return (
    <a className={styles.link} href="#main">
      Skip to content
    </a>
  )
}
