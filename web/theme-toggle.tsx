// The switch between light and dark: on every page, in the dashboard too (decision 30).
import { useTheme } from './theme.tsx'
import { MoonIcon, SunIcon } from './ui/icons.tsx'

export function ThemeToggle() {
  const { theme, toggle } = useTheme()
  return (
    <button
      type="button"
      className="theme"
      role="switch"
      aria-checked={theme === 'dark'}
      aria-label="Dark theme"
      onClick={toggle}
    >
      <SunIcon className="sun" />
      <MoonIcon className="moon" />
    </button>
  )
}
