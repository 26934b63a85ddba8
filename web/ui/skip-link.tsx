// Past the navigation to what the page is about.
import * as styles from './skip-link.module.css'

export function SkipLink() {
  return (
    <a className={styles.link} href="#main">
      Skip to content
    </a>
  )
}
