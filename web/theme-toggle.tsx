// The switch between light and dark: on every page, in the dashboard too [R30].
import { useTheme } from './theme.tsx'
import { MoonIcon, SunIcon } from './ui/icons.tsx'

/** The press is heard by the script in theme.tsx, on every element of this class. */
export function ThemeToggle() {
  const theme = useTheme()
  return (
    <button
      type="button"
      className="theme"
      role="switch"
      aria-checked={theme === 'dark'}
      aria-label="Dark theme"
      suppressHydrationWarning
    >
      <SunIcon className="sun" />
      <MoonIcon className="moon" />
    </button>
  )
}
