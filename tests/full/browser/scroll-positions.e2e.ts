// Where a page is scrolled to: at its top when a link leads to it, and where it was left when Back, Forward or Reload do.
import type { Page } from '@playwright/test'
import { expect, readOnlyTest as test } from '../../support/browser.ts'
import { holdRequests } from '../../support/peers/held-requests.ts'

const scrolled = (page: Page) => expect.poll(() => page.evaluate(() => Math.round(scrollY)))
const scrollPage = (page: Page, top: number) => page.evaluate((to) => scrollTo(0, to), top)
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
const hydrated = (page: Page) => page.locator('html[data-hydrated]').waitFor()

test('Back from another document shows the place, also of a page two steps before', async ({ page }) => {
  await page.goto('/')
  await scrollPage(page, 900)
  await follow(page, 'About')
  await expect(page).toHaveURL('/about')
  await scrolled(page).toBe(0)
  await scrollPage(page, 300)
  await page.goto('/contact')
  await page.goBack()
  await hydrated(page)
  await scrolled(page).toBe(300)
  await page.goForward()
  await hydrated(page)
  // The document's own script shows it; the browser leaves that to the page here.
  const code = await holdRequests(page, '**/assets/*.js')
  await page.evaluate(() => void setTimeout(() => history.go(-2)))
  await expect(page).toHaveURL('/')
  await scrolled(page).toBe(900)
  code.release()
  await hydrated(page)
  await scrolled(page).toBe(900)
})
