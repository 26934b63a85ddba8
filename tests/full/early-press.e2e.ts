// What is pressed before hydration: the test delays the code, presses the control, and then it has its effect once.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, readOnlyTest as test } from '../support/browser.ts'
import { openWithoutCode } from '../support/held-requests.ts'

type Press = (page: Page, name: string) => Promise<void>

const presses: Record<string, Press> = {
  pointer: (page, name) => page.getByRole('button', { name, exact: true }).click(),
  Enter: (page, name) => page.getByRole('button', { name, exact: true }).press('Enter'),
  Space: (page, name) => page.getByRole('button', { name, exact: true }).press('Space'),
}

for (const [key, press] of Object.entries(presses)) {
  test.describe(`pressed by ${key}`, () => {
    test('Show password shows it after hydration', async ({ page }) => {
      const hydrate = await openWithoutCode(page, '/login')
      const password = page.getByLabel('Password', { exact: true })
      await password.fill('secret')
      await press(page, 'Show password')
      await hydrate()
      await expect(password).toHaveAttribute('type', 'text')
      await expect(password).toHaveValue('secret')
      await press(page, 'Hide password')
      await expect(password).toHaveAttribute('type', 'password')
    })

    test('the slider shows the chosen slide and plays after hydration', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const hydrate = await openWithoutCode(page, '/')
      await press(page, 'Show slide 4')
      await press(page, 'Play slides')
      await hydrate()
      await expect(page.getByRole('button', { name: 'Show slide 4' })).toHaveAttribute('aria-current', 'true')
      await expect(page.getByRole('button', { name: 'Pause slides' })).toBeVisible()
    })

    test.describe('on a phone', () => {
      test.use({ viewport: { width: 390, height: 844 } })

      test('the menu opens without its code, and hydration leaves it open', async ({ page }) => {
        const hydrate = await openWithoutCode(page, '/contact')
        const menu = page.locator('#menu')
        await press(page, 'Menu')
        await expect(menu).toBeVisible()
        await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'true')
        await hydrate()
        await expect(menu).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expect(menu).toBeHidden()
        await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
        await expect(page.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false')
        await press(page, 'Menu')
        await menu.getByRole('link', { name: 'About' }).click()
        await expect(page).toHaveURL('/about')
        await expect(menu).toBeHidden()
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      })
    })
  })
}

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

test('a toggle pressed twice before hydration is unchanged', async ({ page }) => {
  const hydrate = await openWithoutCode(page, '/login')
  await page.getByRole('button', { name: 'Show password' }).dblclick()
  await hydrate()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
})

test.describe('a page that has to be rendered again', () => {
  test.use({ expectedNoise: /rendered again/ })

  test('presses the button that took the place of the pressed one', async ({ page }) => {
    const hydrate = await openWithoutCode(page, '/login')
    await page.getByRole('button', { name: 'Show password' }).click()
    await page.evaluate(() => document.querySelector('h1')?.replaceChildren('Another text'))
    await hydrate()
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  })
})

test('a preview shows its buttons after hydration, not before', async ({ page }) => {
  const { portfolios } = await (await page.request.get('/getportfolio/public?limit=1')).json()
  const hydrate = await openWithoutCode(page, `/portfolio/${portfolios[0].id}`)
  await expect(page.getByRole('button')).toHaveCount(0)
  await hydrate()
  await page.getByRole('button', { name: 'Tablet' }).click()
  await expect(page.getByRole('button', { name: 'Tablet' })).toHaveAttribute('aria-pressed', 'true')
})
