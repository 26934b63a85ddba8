// The menus of the dashboard, and that of the site without JavaScript. That of the site with it: visitor.e2e.ts, and before
// hydration: before-hydration.e2e.ts.
import { admin, expect, signIn, readOnlyTest as test } from '../support/browser.ts'

test.describe('the menu of the dashboard on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('opens, closes by Escape and by a press outside, and its links lead to their pages', async ({
    page,
  }) => {
    await signIn(page)
    const burger = page.getByRole('button', { name: 'Menu' })
    const menu = page.locator('#dashboard-menu')
    await burger.click()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(burger).toBeFocused()
    await burger.click()
    await page.mouse.click(200, 830)
    await expect(menu).toBeHidden()
    await burger.click()
    await menu.getByRole('link', { name: 'Users' }).click()
    await expect(page).toHaveURL('/dashboard/users')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test('the account menu closes by Escape, by a press outside and by focus outside', async ({ page }) => {
  await signIn(page)
  const button = page.getByRole('button', { name: admin.name })
  const logout = page.getByRole('button', { name: 'Logout' })
  await expect(logout).toHaveCount(0)
  await button.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  await expect(logout).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(logout).toHaveCount(0)
  await expect(button).toBeFocused()
  await button.click()
  await page.mouse.click(20, 800)
  await expect(logout).toHaveCount(0)
  await button.click()
  await page.getByRole('link', { name: /Total Portfolio/ }).focus()
  await expect(logout).toHaveCount(0)
})

test.describe('without JavaScript on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('the menu opens, closes by Escape, and its links lead to their pages', async ({ page }) => {
    await page.goto('/')
    const menu = page.locator('#menu')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).press('Enter')
    await menu.getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await expect(menu).toBeHidden()
  })
})
