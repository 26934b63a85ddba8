// The list of sections next to the site editor: it marks the section that somebody is at [R304].
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'

const nav = (page: Page) => page.getByRole('navigation', { name: 'Sections' })
const current = (page: Page) => nav(page).locator('[aria-current]')

test('follows the focus, a link and scrolling, down to the last section and back', async ({ page }) => {
  await enter(page, '/dashboard/site')
  await expect(current(page)).toHaveText('Name and brand')
  await page.getByLabel('Line', { exact: true }).focus()
  await expect(current(page)).toHaveText('Hero')
  await page.getByRole('textbox', { name: 'Lead' }).focus()
  await expect(current(page)).toHaveText('Contact')
  // The last ones never come up to the top of the window.
  await page.getByLabel('Accent colour', { exact: true }).focus()
  await expect(current(page)).toHaveText('Colour')
  await nav(page).getByRole('link', { name: 'Search and sharing' }).click()
  await expect(current(page)).toHaveText('Search and sharing')
  await nav(page).getByRole('link', { name: 'Skills' }).click()
  await expect(current(page)).toHaveText('Skills')
  await page.mouse.move(600, 400)
  await page.mouse.wheel(0, -20_000)
  await expect(current(page)).toHaveText('Name and brand')
  const seen = ['Name and brand']
  for (let step = 0; step < 60; step++) {
    const before = await page.evaluate(() => scrollY)
    await page.mouse.wheel(0, 150)
    const moved = await page
      .waitForFunction((before) => scrollY > before, before, { timeout: 1_000 })
      .catch(() => null)
    // The mark follows in the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const [name = ''] = await current(page).allTextContents()
    if (seen.at(-1) !== name) seen.push(name)
    if (!moved) break
  }
  expect(seen).toEqual(await nav(page).getByRole('link').allTextContents())
})
