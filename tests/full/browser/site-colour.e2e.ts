// The accent in the site editor: picked, checked in both themes, shown in the preview, and live on every page.
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser.ts'
import { enter } from '../../support/dashboard.ts'

const hex = (page: Page) => page.getByRole('textbox', { name: 'Accent colour', exact: true })
const publish = (page: Page) => page.getByRole('button', { name: 'Publish' })
const ratios = (page: Page) => page.getByRole('list', { name: 'Contrast of text on the accent' })
const frame = (page: Page) => page.frameLocator('iframe[title=Preview]')
const frameMark = (page: Page) => markOf(frame(page).locator('body'))
const markOf = (body: ReturnType<Page['locator']>) =>
  body.evaluate((element) => getComputedStyle(element).getPropertyValue('--mark'))

test('a colour that passes is in the preview at once, and on all pages once it is published, also in this tab', async ({
  page,
}) => {
  await enter(page, '/dashboard/site')
  await expect(ratios(page).getByRole('listitem')).toHaveText(['Light theme 9.7', 'Dark theme 11.1'])
  await hex(page).fill('5585E8')
  await expect(page.getByLabel('Pick the accent colour')).toHaveValue('#5585e8')
  await expect(ratios(page).getByRole('listitem')).toHaveText(['Light theme 4.8', 'Dark theme 5.1'])
  await expect.poll(() => frameMark(page)).toBe('#5585e8')
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await expect.poll(() => frameMark(page)).toBe('#5585e8')
  // Nothing but the preview before it is published.
  expect(await markOf(page.locator('body'))).not.toBe('#5585e8')
  await publish(page).click()
  await expect(page.getByText('Published!', { exact: true })).toBeVisible()
  await expect.poll(() => markOf(page.locator('body'))).toBe('#5585e8')
  await page.getByRole('link', { name: 'View site' }).click()
  await expect(page.getByText('Hello, I’m')).toBeVisible()
  expect(await markOf(page.locator('body'))).toBe('#5585e8')
  await page.goto('/about')
  expect(await markOf(page.locator('body'))).toBe('#5585e8')
  // Back to the delivered one, in both themes.
  await page.goto('/dashboard/site')
  await page.getByRole('button', { name: 'Default' }).click()
  await expect(hex(page)).toBeFocused()
  await expect.poll(() => frameMark(page)).toBe('#fab82f')
  await publish(page).click()
  await expect.poll(() => markOf(page.locator('body'))).toBe('#fab82f')
  await page.goto('/')
  expect(await markOf(page.locator('body'))).toContain('oklch')
  // On a dark one the text is light, and the dark theme lifts it.
  await page.goto('/dashboard/site')
  await hex(page).fill('12233F')
  await publish(page).click()
  await expect.poll(() => markOf(page.locator('body'))).toBe('#12233f')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  expect(await markOf(page.locator('body'))).toBe('#3f68ab')
  for (const marked of [
    page.locator('nav [aria-current] span').first(),
    page.getByText('Frontend Developer'),
  ])
    await expect(marked).toHaveCSS('color', 'rgb(254, 252, 248)')
})
