// What is pressed before hydration: the code is held by the test, the control is pressed, and then it has its effect once.
import type { Page } from '@playwright/test'
import {
  admin,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  signIn,
  readOnlyTest as test,
} from '../support/browser.ts'
import { openWithoutCode } from '../support/held-requests.ts'

type Press = (page: Page, name: string) => Promise<void>

const presses: Record<string, Press> = {
  pointer: (page, name) => page.getByRole('button', { name, exact: true }).click(),
  Enter: (page, name) => page.getByRole('button', { name, exact: true }).press('Enter'),
  Space: (page, name) => page.getByRole('button', { name, exact: true }).press('Space'),
}

for (const [key, press] of Object.entries(presses)) {
  test.describe(`pressed by ${key}`, () => {
    test('the eye shows the password once its code is there', async ({ page }) => {
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

    test('the slider pauses and shows the slide that was chosen', async ({ page }) => {
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

test('pressed twice before hydration, a toggle is where it was', async ({ page }) => {
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

test('buttons of a preview are not there before they can be heard', async ({ page }) => {
  const { portfolios } = await (await page.request.get('/getportfolio/public?limit=1')).json()
  const hydrate = await openWithoutCode(page, `/portfolio/${portfolios[0].id}`)
  await expect(page.getByRole('button')).toHaveCount(0)
  await hydrate()
  await page.getByRole('button', { name: 'Tablet' }).click()
  await expect(page.getByRole('button', { name: 'Tablet' })).toHaveAttribute('aria-pressed', 'true')
})

test.describe('the menu of the dashboard on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('opens, leads on, and closes by Escape and by a press outside', async ({ page }) => {
    await signIn(page)
    const burger = page.getByRole('button', { name: 'Menu' })
    const menu = page.locator('#dashboard-menu')
    await burger.click()
    await expectAccessible(page)
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

for (const width of [390, 961, 1440, 1920])
  test.describe(`the account menu of the dashboard at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('opens below its button, and closes by Escape, by a press and by focus outside', async ({
      page,
    }) => {
      await signIn(page)
      const button = page.getByRole('button', { name: admin.name })
      const logout = page.getByRole('button', { name: 'Logout' })
      await expect(logout).toHaveCount(0)
      await button.press('Enter')
      await expect(logout).toBeVisible()
      await expect(button).toHaveAttribute('aria-expanded', 'true')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      const above = await button.boundingBox()
      const below = await page.locator('#account-menu').boundingBox()
      if (!above || !below) throw new Error('not shown')
      expect(below.y - (above.y + above.height)).toBeLessThan(16)
      expect(below.x).toBeLessThan(above.x + above.width)
      expect(below.x + below.width).toBeGreaterThanOrEqual(above.x + above.width - 1)
      await page.keyboard.press('Tab')
      await expect(logout).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(logout).toHaveCount(0)
      await expect(button).toBeFocused()
      await expect(button).toHaveAttribute('aria-expanded', 'false')
      await button.click()
      await page.mouse.click(20, 800)
      await expect(logout).toHaveCount(0)
      await button.click()
      await page.getByRole('link', { name: /Total Portfolio/ }).focus()
      await expect(logout).toHaveCount(0)
    })
  })

test.describe('without JavaScript on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('the menu opens, closes by Escape, and its links lead on', async ({ page }) => {
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
