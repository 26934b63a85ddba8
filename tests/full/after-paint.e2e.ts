// When the code of a page is requested: once the page is painted (docs/decisions/0011).
import { expect, readOnlyTest as test } from '../support/browser.ts'

test('no code is requested before the first paint, and all of it at once after that', async ({ page }) => {
  // Reports the paint when the test says so.
  await page.addInitScript(() => {
    window.PerformanceObserver = class {
      constructor(seen: (list: object) => void) {
        Object.assign(window, { paint: () => seen({ getEntriesByName: () => [{}] }) })
      }
      observe() {}
    } as never
  })
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) requested.push(request.url())
  })
  await page.goto('/about', { waitUntil: 'commit' })
  await page.waitForLoadState('domcontentloaded')
  expect(requested).toEqual([])

  // None waits for another one that imports it.
  await page.route('**/assets/*.js', () => {})
  await page.evaluate(() => (window as unknown as { paint: () => void }).paint())
  const modules = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(({ href }) => href),
  )
  expect(modules.length).toBeGreaterThan(3)
  await expect.poll(() => [...new Set(requested)].sort()).toEqual(modules.sort())
})
