// The switch between light and dark: on every page, in the dashboard too.
import { useState } from 'react'
import { isDark } from './theme.tsx'
import * as styles from './ui/bar.module.css'
import { MoonIcon, SunIcon } from './ui/icons.tsx'
import * as ui from './ui/primitives.module.css'
import { useWords } from './ui/words.tsx'

/**
 * The script in theme.tsx hears the press, on every element with `data-theme-toggle`, and sets aria-checked itself: a
 * rendering would hold up the frame that shows the press. React gives the attribute to a switch that it makes, and then
 * leaves it.
 */
export function ThemeToggle() {
  const [checkedAtFirst] = useState(() => typeof document !== 'undefined' && isDark())
  return (
    <button
      type="button"
      className={`${ui.row} ${ui.needsScript} ${styles.toggle}`}
      data-theme-toggle=""
      role="switch"
      aria-checked={checkedAtFirst}
      aria-label={useWords()('Dark theme')}
      suppressHydrationWarning
    >
      <SunIcon size="s" className={styles.sun} />
      <MoonIcon size="s" className={styles.moon} />
    </button>
  )
}
