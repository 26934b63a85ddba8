// The theme: derived from the system, toggled, stored.
import { expect, readOnlyTest as test } from '../support/browser.ts'

test.describe('theme', () => {
  test.use({ colorScheme: 'dark' })

  test('it follows the system until it is toggled; what is stored wins, and a value that is no theme counts as nothing', async ({
    page,
  }) => {
    const body = page.locator('body')
    const stored = () => page.evaluate(() => localStorage.getItem('theme'))
    await page.goto('/')
    await expect(body).toHaveClass(/dark/)
    expect(await stored()).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(body).toHaveClass(/light/)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(body).toHaveClass(/dark/)
    await page.getByRole('switch', { name: 'Dark theme' }).first().click()
    await expect(body).toHaveClass(/light/)
    // Phones draw the bars around the page in it.
    const colors = page.locator('meta[name=theme-color]')
    expect(await colors.evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')))).toEqual([
      '#f9f5ef',
      '#f9f5ef',
    ])
    await page.reload()
    await expect(body).toHaveClass(/light/)
    expect(await stored()).toBe('light')
    await page.addInitScript(() => localStorage.setItem('theme', 'purple'))
    await page.goto('/about')
    await expect(body).toHaveClass(/dark/)
  })

  test('with blocked storage the theme follows the system, and the toggle works', { tag: '@full' }, async ({
    page,
  }) => {
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
