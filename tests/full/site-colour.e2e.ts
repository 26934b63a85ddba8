// The accent in the site editor: picked, checked in both themes, shown in the preview, and live on every page.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'

const hex = (page: Page) => page.getByRole('textbox', { name: 'Accent colour', exact: true })
const publish = (page: Page) => page.getByRole('button', { name: 'Publish' })
const ratios = (page: Page) => page.getByRole('list', { name: 'Contrast of text on the accent' })
const frame = (page: Page) => page.frameLocator('iframe[title=Preview]')
const frameMark = (page: Page) => markOf(frame(page).locator('body'))
const markOf = (body: ReturnType<Page['locator']>) =>
  body.evaluate((element) => getComputedStyle(element).getPropertyValue('--mark'))

/** Publishes through the API. */
async function publishAccent(page: Page, accent: string): Promise<void> {
  const { content, version } = await (await page.request.get('/api/admin/site')).json()
  content.colour = { accent }
  const data = { content, basedOn: version }
  expect((await page.request.put('/api/admin/site', { data })).status()).toBe(200)
}

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
})

test('a dark accent leaves every page readable in both themes, and prints black on white', async ({
  page,
}) => {
  test.slow()
  await enter(page, '/dashboard/site')
  await publishAccent(page, '#12233F')
  for (const path of ['/', '/about', '/portfolio', '/contact', '/dashboard', '/dashboard/site'])
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      if (theme === 'light') await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect
        .poll(() => markOf(page.locator('body')), path)
        .toBe(theme === 'light' ? '#12233f' : '#3f68ab')
      await expectAccessible(page)
    }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
})
