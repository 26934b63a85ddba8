// Light or dark: a class on <body>, remembered under the key `theme`.
type Theme = 'light' | 'dark'

/** The background of the pages (`--bg` in tokens.css), in which phones draw the bars around them. */
export const themeColors: Record<Theme, string> = { light: '#f9f5ef', dark: '#10141e' }

/*
 * Part of the first script in <body>, which runs before anything is painted and does all there is to do, so that the
 * toggle works before hydration and does not wait for React after it. `theme-auto` remembers which value we derived from
 * the system: while both are equal nobody has chosen, so the system is still followed; a stored theme that differs was
 * chosen.
 */
export const themeScript = `(() => {
  const { body } = document
  const colors = { light: '${themeColors.light}', dark: '${themeColors.dark}' }
  const system = matchMedia('(prefers-color-scheme: dark)')
  const isTheme = (value) => value === 'light' || value === 'dark'
  const stored = (use) => { try { return use(localStorage) } catch {} }
  const read = (key) => stored((storage) => storage.getItem(key))
  const write = (key, value) => stored((storage) => storage.setItem(key, value))
  const shown = () => body.classList.contains('dark') ? 'dark' : 'light'
  const tellToggles = () => {
    for (const toggle of document.querySelectorAll('[data-theme-toggle]'))
      toggle.setAttribute('aria-checked', shown() === 'dark')
  }
  const root = document.documentElement
  let fadesReturn
  const show = (theme) => {
    // Without the fades of each element's colors (tokens.css): they would hold up the frame that shows the press. Taking
    // the attribute away computes every style again, so it waits until that frame has certainly been shown.
    root.toggleAttribute('data-theme-changing', true)
    clearTimeout(fadesReturn)
    fadesReturn = setTimeout(() => root.removeAttribute('data-theme-changing'), 500)
    body.classList.remove('light', 'dark')
    body.classList.add(theme)
    tellToggles()
    // Whatever the system prefers.
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = colors[theme]
  }
  const follow = () => {
    const chosen = read('theme')
    if (isTheme(chosen) && chosen !== read('theme-auto')) return show(chosen)
    const theme = system.matches ? 'dark' : 'light'
    write('theme', theme)
    write('theme-auto', theme)
    show(theme)
  }
  follow()
  root.classList.add('js')
  document.addEventListener('DOMContentLoaded', tellToggles)
  document.addEventListener('click', (event) => {
    if (!event.target.closest('[data-theme-toggle]')) return
    const theme = shown() === 'dark' ? 'light' : 'dark'
    write('theme', theme)
    stored((storage) => storage.removeItem('theme-auto'))
    show(theme)
  })
  system.addEventListener('change', follow)
  // What is stored now: the page before this one may have changed it, and this one has changed it again.
  addEventListener('storage', ({ key }) => {
    const theme = key === 'theme' && read('theme')
    if (isTheme(theme)) show(theme)
  })
})()`

/** In the browser only. */
export function isDark(): boolean {
  return document.body.classList.contains('dark')
}
