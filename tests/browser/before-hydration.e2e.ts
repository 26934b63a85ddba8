// Before hydration the menu and the theme work, and a control that cannot react yet is disabled.
import { expect, expectAccessible, readOnlyTest as test } from '../support/browser.ts'
import { openWithoutCode } from '../support/held-requests.ts'

test('buttons that only scripts handle are disabled until hydration, and what is typed stays', async ({
  page,
}) => {
  const hydrate = await openWithoutCode(page, '/login')
  const password = page.getByLabel('Password', { exact: true })
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Show password' })).toBeDisabled()
  await password.fill('secret')
  await expectAccessible(page)
  await hydrate()
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('secret')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the menu opens without its code, and hydration leaves it open', async ({ page }) => {
    const hydrate = await openWithoutCode(page, '/contact')
    const menu = page.locator('#menu')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu).toBeVisible()
    await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'true')
    await hydrate()
    await expect(menu).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false')
    await page.getByRole('button', { name: 'Menu' }).click()
    await menu.getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
})

test('the theme changes without its code, once, and React shows the same', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  const hydrate = await openWithoutCode(page, '/')
  const toggle = page.getByRole('switch', { name: 'Dark theme' })
  await expect(toggle).not.toBeChecked()
  await toggle.click()
  await expect(page.locator('body')).toHaveClass('dark')
  await expect(toggle).toBeChecked()
  await toggle.press('Space')
  await expect(page.locator('body')).toHaveClass('light')
  await toggle.press('Enter')
  await hydrate()
  await expect(page.locator('body')).toHaveClass('dark')
  await expect(toggle).toBeChecked()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await toggle.click()
  await expect(page.locator('body')).toHaveClass('light')
  await expect(toggle).not.toBeChecked()
})

test('a preview shows its buttons after hydration, not before', { tag: '@full' }, async ({ page }) => {
  const { portfolios } = await (await page.request.get('/getportfolio/public?limit=1')).json()
  const hydrate = await openWithoutCode(page, `/portfolio/${portfolios[0].id}`)
  await expect(page.getByRole('button')).toHaveCount(0)
  await hydrate()
  await page.getByRole('button', { name: 'Tablet' }).click()
  await expect(page.getByRole('button', { name: 'Tablet' })).toHaveAttribute('aria-pressed', 'true')
})
