/** Says on <html> that the page is hydrated, for tests, which must not press before. */
export function afterHydration(): void {
  document.documentElement.dataset.hydrated = ''
}
