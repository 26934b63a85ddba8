// Requests that a browser test delays, to check a page without their responses.
import type { Page } from '@playwright/test'
import { expect, hydrated } from '../browser.ts'

/** @returns how many have been made, and what sends these and all later ones */
export async function holdRequests(page: Page, pattern: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let count = 0
  await page.route(pattern, async (route) => {
    count++
    await promise
    await route.continue()
  })
  return { count: () => count, release: resolve }
}

/** Opens a page without its scripts. The returned function loads them, and resolves when the page is hydrated. */
export async function openWithoutCode(page: Page, path: string): Promise<() => Promise<void>> {
  const code = await holdRequests(page, '**/assets/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('footer, main').first().waitFor()
  return async () => {
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
    code.release()
    await hydrated(page)
  }
}
