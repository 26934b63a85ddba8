// The theme: derived from the system, toggled, stored.
import { expect, readOnlyTest as test } from '../support/browser.ts'

test.describe('theme [S1, R27, R28, R29]', () => {
  test.use({ colorScheme: 'dark' })

  test('nothing stored: it follows the system, and what is derived is stored', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('body')).toHaveClass(/dark/)
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(page.locator('body')).toHaveClass(/light/)
  })

  test('a toggle is stored, survives a reload and no longer follows the system', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('switch', { name: 'Dark theme' }).first().click()
    await expect(page.locator('body')).toHaveClass(/light/)
    // Phones draw the bars around the page in it.
    const themeColors = page.locator('meta[name=theme-color]')
    expect(
      await themeColors.evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content'))),
    ).toEqual(['#f9f5ef', '#f9f5ef'])
    await page.reload()
    await expect(page.locator('body')).toHaveClass(/light/)
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light')
  })

  test('a stored theme wins over the system; a stored value that is no theme counts as nothing', async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'light'))
    await page.goto('/')
    await expect(page.locator('body')).toHaveClass(/light/)
    await page.evaluate(() => localStorage.clear())
    await page.addInitScript(() => localStorage.setItem('theme', 'purple'))
    await page.goto('/about')
    await expect(page.locator('body')).toHaveClass(/dark/)
  })

  test('with blocked storage the theme follows the system, and the toggle works', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    await page.goto('/')
    await expect(page.locator('body')).toHaveClass(/dark/)
    await page.getByRole('switch', { name: 'Dark theme' }).first().click()
    await expect(page.locator('body')).toHaveClass(/light/)
  })
})
