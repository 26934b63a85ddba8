// The bar of the site: menu and theme, also before hydration. Without JavaScript: visitor.e2e.ts; of an account: users.e2e.ts.
import { expect, expectAccessible, openWithoutCode, test } from '../support/browser.ts'

test('the theme follows the system until it is toggled, with and without code', async ({ page }) => {
  const body = page.locator('body')
  const stored = () => page.evaluate(() => localStorage.getItem('theme'))
  await page.emulateMedia({ colorScheme: 'light' })
  const hydrate = await openWithoutCode(page, '/')
  await expect(body).toHaveClass('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(body).toHaveClass('dark')
  const toggle = page.getByRole('switch', { name: 'Dark theme' })
  await expect(toggle).toBeChecked()
  await toggle.click()
  await expect(body).toHaveClass('light')
  await toggle.press('Space')
  await expect(body).toHaveClass('dark')
  await toggle.press('Enter')
  await hydrate()
  await expect(body).toHaveClass('light')
  await expect(toggle).not.toBeChecked()
  // Phones draw the bars around the page in it.
  const colors = page.locator('meta[name=theme-color]')
  expect(await colors.evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')))).toEqual([
    '#f9f5ef',
    '#f9f5ef',
  ])
  await page.reload()
  await expect(body).toHaveClass('light')
  expect(await stored()).toBe('light')
  await toggle.click()
  // What was chosen stays where the system changes at dusk.
  await page.evaluate(() => {
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', () => document.body.setAttribute('data-heard', ''))
  })
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(body).toHaveAttribute('data-heard')
  await expect(body).toHaveClass('dark')
  // A value that is no theme counts as nothing.
  await page.addInitScript(() => localStorage.setItem('theme', 'purple'))
  await page.goto('/about')
  await expect(body).toHaveClass('light')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the menu is at the edge, opens without its code, and closes by Escape, outside and by a choice', async ({
    page,
  }) => {
    const hydrate = await openWithoutCode(page, '/contact')
    const menu = page.locator('#menu')
    const burger = page.getByRole('button', { name: 'Menu' })
    // At the edge of the page.
    const { x = 0, width = 0 } = (await burger.boundingBox()) ?? {}
    expect(x + width).toBeGreaterThan(360)
    await burger.click()
    await expect(menu).toBeVisible()
    await expect(burger).toHaveAttribute('aria-expanded', 'true')
    await hydrate()
    await expect(menu).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(burger).toBeFocused()
    await expect(burger).toHaveAttribute('aria-expanded', 'false')
    await burger.click()
    await page.mouse.click(200, 830)
    await expect(menu).toBeHidden()
    await burger.click()
    await menu.getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})
