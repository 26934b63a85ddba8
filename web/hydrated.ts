// The moment from which a page hears what is pressed.

/**
 * Tells early-presses.ts that presses are heard from here on, and says so on <html> for whoever drives the page from
 * outside. More calls do nothing.
 */
export function afterHydration(): void {
  if ('hydrated' in document.documentElement.dataset) return
  document.documentElement.dataset.hydrated = ''
  document.dispatchEvent(new Event('hydrated'))
}
