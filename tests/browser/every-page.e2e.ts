// Every page and every dialog, light on a desktop and dark on a phone: accessible, no wider than the window, silent in the
// console, with its title, and reached by Tab in the order in which it is read. Tests of a feature do not repeat this.
import type { Page } from '@playwright/test'
import { admin, expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { enter, register, writeMessage } from '../support/dashboard.ts'
import {
  accountPages,
  adminPages,
  type EveryPage,
  enterAsUser,
  previewPage,
  userPage,
  userPages,
  visitorPages,
} from '../support/every-page.ts'

// The browser's own lines about pages that are not found, about the password that is asked for, and about frames in which no code of ours runs.
test.use({ expectedNoise: /status of 40[034]|the document's frame is sandboxed/ })
// Axe reads each screen as a whole.
test.describe.configure({ timeout: 300_000 })

/** Presses Tab: each control comes after the one before it in the document, and can be seen while it has the focus. */
async function expectFocusOrder(page: Page): Promise<void> {
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press('Tab')
    const problem = await page.evaluate(() => {
      const now = document.activeElement
      const before = document.querySelector('[data-tabbed=now]')
      // Back at the first one.
      if (!now || now === document.body || now.hasAttribute('data-tabbed')) return null
      before?.setAttribute('data-tabbed', '')
      now.setAttribute('data-tabbed', 'now')
      const { width, height } = now.getBoundingClientRect()
      const isBefore = before && before.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_PRECEDING
      return width * height === 0 || isBefore ? now.outerHTML.slice(0, 200) : null
    })
    expect(problem).toBeNull()
  }
}

async function expectGoodScreen(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
}

async function visit(page: Page, pages: EveryPage[]): Promise<void> {
  for (const { path, title, heading } of pages)
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      if (title) await expect(page).toHaveTitle(title)
      // The bar of a preview has its buttons once the site has loaded.
      if (path.startsWith('/portfolio/')) await expect(button(page, 'Desktop')).toBeVisible()
      await expectFocusOrder(page)
      await expectGoodScreen(page)
    })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** What opens over a page of the dashboard: its path, and the buttons to press one after the other. */
const opened: [path: string, ...buttons: string[]][] = [
  ['/dashboard', admin.name],
  ['/dashboard/view-portfolio', 'Edit Fjordlys Hotel', 'New client link'],
  ['/dashboard/view-portfolio', 'Delete Fjordlys Hotel'],
  ['/dashboard/view-contacts', 'Reply', 'Saved replies'],
  ['/dashboard/settings', 'New token'],
  ['/dashboard/settings', 'New webhook'],
]

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 900 } })

    test('pages of visitors', async ({ page }) => {
      await visit(page, [...visitorPages, await previewPage(page)])
      await page.goto('/')
      if (width < 600) await button(page, 'Menu').click()
      await expectGoodScreen(page)
    })

    test('pages of accounts', async ({ page }) => {
      await visit(page, accountPages)
      await enterAsUser(page)
      await visit(page, userPages)
    })

    test('pages of the dashboard', async ({ page }) => {
      await enter(page, '/dashboard')
      await writeMessage(page.request, { name: 'Greta Solheim' })
      await visit(page, [...adminPages, await userPage(page)])
      if (width < 600) await button(page, 'Menu').click()
      await expectGoodScreen(page)
    })

    test('menus and dialogs of the dashboard', async ({ page, app }) => {
      await enter(page, '/dashboard')
      await writeMessage(page.request, { name: 'Greta Solheim' })
      await register(page.request, 'Uma User')
      for (const [path, ...buttons] of opened)
        await test.step([path, ...buttons].join(', '), async () => {
          await page.goto(path)
          if (buttons[0] === 'Reply') await page.getByRole('link', { name: 'Greta Solheim' }).click()
          for (const name of buttons) {
            await button(page, name).first().click()
            await expectGoodScreen(page)
          }
        })
      // The password is asked for when the sign-in was long ago.
      await app.context.db
        .updateTable('sessions')
        .set({ authenticated_at: '2020-01-01T00:00:00.000Z' })
        .execute()
      await page.goto('/dashboard/users')
      await page.getByRole('link', { name: 'Edit Uma User' }).click()
      await page.getByLabel('Role').selectOption('admin')
      await button(page, 'Update').click()
      await expectGoodScreen(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click()
      await expect(page.getByRole('dialog', { name: 'Confirm it is you' })).toBeVisible()
      await expectGoodScreen(page)
    })
  })

test('no page scrolls sideways on the narrowest phone', { tag: '@full' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const look = async (pages: EveryPage[]) => {
    for (const { path } of pages) {
      await page.goto(path)
      await expectNoSidewaysScroll(page)
    }
  }
  await look([...visitorPages, await previewPage(page), ...accountPages])
  await enter(page, '/dashboard')
  await writeMessage(page.request, { name: 'Greta Solheim' })
  await look([...adminPages, await userPage(page)])
})
