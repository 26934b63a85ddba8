// Light or dark: a class on <body>, remembered under the key `theme` (section 1; decisions 27 to 29).
import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

/*
 * Runs first in <body>, before anything is painted. `theme-auto` remembers which value we derived from the system:
 * while both are equal nobody has chosen, so the system is still followed; a stored theme that differs was chosen.
 */
export const themeScript = `(() => {
  const root = document.documentElement, body = document.body
  const read = (key) => { try { return localStorage.getItem(key) } catch { return null } }
  let theme = read('theme')
  if ((theme !== 'light' && theme !== 'dark') || theme === read('theme-auto')) {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    try { localStorage.setItem('theme', theme); localStorage.setItem('theme-auto', theme) } catch {}
  }
  body.classList.remove('light', 'dark')
  body.classList.add(theme)
  root.classList.add('js')
})()`

const listeners = new Set<() => void>()

function shown(): Theme {
  return document.body.classList.contains('dark') ? 'dark' : 'light'
}

function show(theme: Theme): void {
  document.body.classList.remove('light', 'dark')
  document.body.classList.add(theme)
  for (const listener of listeners) listener()
}

function toggle(): void {
  const theme = shown() === 'dark' ? 'light' : 'dark'
  show(theme)
  try {
    localStorage.setItem('theme', theme)
    localStorage.removeItem('theme-auto')
  } catch {
    // Storage is blocked: the choice holds for this page.
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribe, shown, () => 'light' as const)
  return { theme, toggle }
}

/** Follows the system until somebody chooses, and the other tabs when somebody does there. */
export function followTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const onSystem = () => {
    try {
      if (localStorage.getItem('theme') !== localStorage.getItem('theme-auto')) return
      const theme = system.matches ? 'dark' : 'light'
      localStorage.setItem('theme', theme)
      localStorage.setItem('theme-auto', theme)
      show(theme)
    } catch {
      show(system.matches ? 'dark' : 'light')
    }
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'theme' && (event.newValue === 'light' || event.newValue === 'dark'))
      show(event.newValue)
  }
  // It may have changed between the first paint and now.
  onSystem()
  system.addEventListener('change', onSystem)
  window.addEventListener('storage', onStorage)
  return () => {
    system.removeEventListener('change', onSystem)
    window.removeEventListener('storage', onStorage)
  }
}
