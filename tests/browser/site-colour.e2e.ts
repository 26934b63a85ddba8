// The accent in the site editor: picked, checked in both themes, shown in the preview, and live on every page.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'

const hex = (page: Page) => page.getByRole('textbox', { name: 'Accent colour', exact: true })
const publish = (page: Page) => page.getByRole('button', { name: 'Publish' })
const ratios = (page: Page) => page.getByRole('list', { name: 'Contrast of text on the accent' })
const warning = (page: Page) => page.getByText(/^Text on this colour is hard to read/)
const frame = (page: Page) => page.frameLocator('iframe[title=Preview]')
const frameMark = (page: Page) => markOf(frame(page).locator('body'))
const markOf = (body: ReturnType<Page['locator']>) =>
  body.evaluate((element) => getComputedStyle(element).getPropertyValue('--mark'))

/** Publishes through the API. */
async function publishAccent(page: Page, accent: string): Promise<void> {
  const { content, version } = await (await page.request.get('/api/admin/site')).json()
  content.colour = { accent, isKept: false }
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
  await expect(warning(page)).toHaveCount(0)
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

test('by keyboard: the nearest colour that passes is one press, and one that fails is published once it is kept [R301, R302]', async ({
  page,
}) => {
  await enter(page, '/dashboard/site')
  await expect.poll(() => frameMark(page)).toContain('#fab82f')
  await hex(page).fill('#2f5fd0')
  await expect(warning(page)).toHaveText(
    'Text on this colour is hard to read: 3.0 to 1, at least 4.5 is needed.',
  )
  await expect(ratios(page).getByRole('listitem')).toHaveText(['Light theme 3.0', 'Dark theme 3.2'])
  // Not yet in the preview, which follows the other fields.
  await page.getByLabel('Line', { exact: true }).fill('Blue.')
  await expect(frame(page).getByText('Blue.')).toBeVisible()
  expect(await frameMark(page)).toBe('#fab82f')
  await publish(page).click()
  await expect(hex(page)).toBeFocused()
  await expect(page.getByText(/^Take a colour with a contrast of at least 4\.5 to 1/)).toBeVisible()
  await expectAccessible(page)
  const use = page.getByRole('button', { name: 'Use #4A7EF2' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(use).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(hex(page)).toBeFocused()
  await expect(hex(page)).toHaveValue('#4a7ef2')
  await expect(warning(page)).toHaveCount(0)
  await expect(page.getByText(/^Take a colour/)).toHaveCount(0)
  await expect.poll(() => frameMark(page)).toBe('#4a7ef2')
  await hex(page).fill('#2f5fd0')
  for (let times = 0; times < 3; times++) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Keep mine' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(hex(page)).toBeFocused()
  await expect(warning(page)).toBeVisible()
  await expect.poll(() => frameMark(page)).toBe('#2f5fd0')
  await publish(page).click()
  await expect(page.getByText('Published!', { exact: true })).toBeVisible()
  await page.reload()
  await expect(warning(page)).toBeVisible()
  expect(await markOf(page.locator('body'))).toBe('#2f5fd0')
})

test('what can be no colour is said at the field: at once, or when the field is left', async ({ page }) => {
  await enter(page, '/dashboard/site')
  const said = page.getByText('Enter a colour such as #2f5fd0.')
  await hex(page).fill('#55')
  await expect(said).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(said).toBeVisible()
  await expect(hex(page)).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await hex(page).fill('#5585')
  await expect(said).toHaveCount(0)
  await hex(page).fill('#5585e8')
  await page.keyboard.press('Tab')
  await expect(said).toHaveCount(0)
  for (const never of ['blue', '#5585e8f', '5#5']) {
    await hex(page).fill(never)
    await expect(said).toBeVisible()
  }
})

test('an accent that is nearly the page of a theme is said to be hardly seen there [R298]', async ({
  page,
}) => {
  await enter(page, '/dashboard/site')
  const said = page.getByText(/this colour is nearly that of the page/)
  await expect(hex(page)).toBeVisible()
  await expect(said).toHaveCount(0)
  await hex(page).fill('#fffbea')
  await expect(said).toHaveText(
    'In the light theme this colour is nearly that of the page: what it marks is hardly seen there.',
  )
  await expectAccessible(page)
  await hex(page).fill('#1a1d24')
  await expect(said).toContainText('In the dark theme')
  await hex(page).fill('#ffe066')
  await expect(said).toHaveCount(0)
})

test('a warning keeps its colour, whatever the accent [R300]', async ({ page }) => {
  await enter(page, '/dashboard/site')
  const colourOf = async () => {
    await page.goto('/dashboard/site')
    await hex(page).fill('#2f5fd0')
    return page
      .getByRole('status')
      .filter({ has: warning(page) })
      .evaluate((element) => {
        const { borderLeftColor, backgroundColor } = getComputedStyle(element)
        return [borderLeftColor, backgroundColor]
      })
  }
  const delivered = await colourOf()
  await page.getByRole('button', { name: 'Default' }).click()
  await publishAccent(page, '#9a9a9a')
  expect(await colourOf()).toEqual(delivered)
  expect(await markOf(page.locator('body'))).toBe('#9a9a9a')
})

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 900 } })

    test('pages in the darkest blue that passes are accessible, and print black on white', async ({
      page,
    }) => {
      await enter(page, '/dashboard/site')
      await publishAccent(page, '#4a7ef2')
      for (const path of ['/dashboard/site', '/', '/about', '/portfolio', '/contact']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await markOf(page.locator('body'))).toBe('#4a7ef2')
        await expectAccessible(page)
      }
      await page.emulateMedia({ media: 'print' })
      expect(await markOf(page.locator('body'))).toBe('#fff')
      await page.emulateMedia({ media: 'screen' })
      await page.goto('/dashboard/site')
      await hex(page).fill('#800080')
      await expect(warning(page)).toBeVisible()
      // Where the bar lies over nothing: what is half under it looks too small.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expectAccessible(page)
      for (const at of [320, width, 1180]) {
        await page.setViewportSize({ width: at, height: 900 })
        await expectNoSidewaysScroll(page)
      }
    })
  })
