// The accent in the site editor: checked in both themes, shown in the preview, and live on every page. Picked: first-hour.e2e.ts.
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser.ts'
import { enter } from '../../support/dashboard.ts'

const markOf = (body: ReturnType<Page['locator']>) =>
  expect.poll(() => body.evaluate((element) => getComputedStyle(element).getPropertyValue('--mark')))

test('a colour that passes is in the preview at once, and on all pages once it is published, also in this tab', async ({
  page,
}) => {
  await enter(page, '/dashboard/site')
  const hex = page.getByRole('textbox', { name: 'Accent colour', exact: true })
  const body = page.locator('body')
  const previewed = page.frameLocator('iframe[title=Preview]').locator('body')
  const publish = () => page.getByRole('button', { name: 'Publish' }).click()
  const ratios = page.getByRole('list', { name: 'Contrast of text on the accent' }).getByRole('listitem')
  await expect(ratios).toHaveText(['Light theme 9.7', 'Dark theme 11.1'])
  await hex.fill('5585E8')
  await expect(page.getByLabel('Pick the accent colour')).toHaveValue('#5585e8')
  await expect(ratios).toHaveText(['Light theme 4.8', 'Dark theme 5.1'])
  await markOf(previewed).toBe('#5585e8')
  await page.getByRole('button', { name: 'Dark', exact: true }).click()
  await markOf(previewed).toBe('#5585e8')
  // Nothing but the preview before it is published.
  await markOf(body).not.toBe('#5585e8')
  await publish()
  await expect(page.getByText('Published!', { exact: true })).toBeVisible()
  await markOf(body).toBe('#5585e8')
  // Back to the delivered one.
  await page.goto('/dashboard/site')
  await page.getByRole('button', { name: 'Default' }).click()
  await expect(hex).toBeFocused()
  await markOf(previewed).toBe('#fab82f')
  // On a dark one the text is light, and the dark theme lifts it: tests/source/accent.test.ts.
  await hex.fill('12233F')
  await publish()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.getByText('Frontend Developer')).toHaveCSS('color', 'rgb(254, 252, 248)')
})
