// Every page and every dialog, light on a desktop and dark on a phone: accessible, no wider than the window, silent in the
// console, with its title, and reached by Tab in the order in which it is read. Tests of a feature do not repeat this.
import type { Page } from '@playwright/test'
import {
  admin,
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  register,
  test,
  userPassword,
  writeMessage,
} from '../support/browser.ts'

// The browser's own lines about pages that are not found and about the password that is asked for.
test.beforeEach(({ noise }) => void noise.push(/status of 40[034]/))
// Axe reads each screen as a whole.
test.describe.configure({ timeout: 240_000 })

const screens = {
  light: { colorScheme: 'light', width: 1440 },
  dark: { colorScheme: 'dark', width: 390 },
} as const
type Screen = keyof typeof screens

/** A path, its title, and the screen for axe where another page is made of the same parts; otherwise both. */
type Listed = [path: string, title: string, screen?: Screen]

const visitorPages: Listed[] = [
  ['/', 'Juno Balint | Home'],
  ['/about', 'About | Juno Balint'],
  ['/portfolio', 'Portfolio | Juno Balint'],
  ['/contact', 'Contact | Juno Balint'],
  ['/no-such-page', 'Page Not Found | Juno Balint', 'dark'],
  ['/login', 'Login | Juno Balint'],
  ['/register', 'Register | Juno Balint', 'light'],
  ['/reset-password', 'Reset Password | Juno Balint', 'dark'],
  [`/reset-password/${'a'.repeat(43)}`, 'Update Password | Juno Balint', 'light'],
  ['/verify-email-token?token=unknown', 'Verify Email | Juno Balint', 'dark'],
  ['/setup', 'Set up your site | Juno Balint', 'light'],
]

const userPages: Listed[] = [
  ['/profile', 'Profile | Juno Balint'],
  ['/profile/edit-profile', 'Edit Profile | Juno Balint', 'dark'],
  ['/profile/change-password', 'Change Password | Juno Balint', 'light'],
  ['/verify-email', 'Verify Email | Juno Balint', 'dark'],
]

const adminPages: Listed[] = [
  ['/dashboard', 'Dashboard | Juno Balint'],
  ['/dashboard/add-portfolio', 'Add Portfolio | Juno Balint', 'light'],
  ['/dashboard/view-portfolio', 'Portfolios | Juno Balint'],
  ['/dashboard/view-contacts', 'Contact Messages | Juno Balint'],
  ['/dashboard/site', 'Site | Juno Balint'],
  ['/dashboard/settings', 'Settings | Juno Balint'],
  ['/dashboard/activity', 'Activity | Juno Balint', 'dark'],
  ['/dashboard/users', 'Users | Juno Balint'],
  ['/dashboard/no-such-page', 'Page Not Found | Juno Balint', 'light'],
]

/** What opens over a page: the buttons, links, folds and keys to press one after the other, and what is read then. */
const opened: Record<string, [press: string, ...read: Screen[]][]> = {
  '/dashboard': [[admin.name, 'light']],
  '/dashboard/view-portfolio': [
    ['Edit Fjordlys Hotel', 'light', 'dark'],
    ['Client links'],
    ['New client link', 'dark'],
    ['Escape'],
    ['Escape'],
    ['Delete Fjordlys Hotel', 'light'],
  ],
  '/dashboard/view-contacts': [['Greta Solheim'], ['Reply', 'dark'], ['Saved replies', 'light']],
  '/dashboard/settings': [
    ['Open tokens'],
    ['New token', 'dark'],
    ['Escape'],
    ['Escape'],
    ['Open webhooks'],
    ['New webhook', 'light'],
  ],
}

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

/** Looks at what is shown in both themes and widths, and reads it in those that are named. */
async function expectGoodScreen(page: Page, ...read: Screen[]): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  for (const [name, { colorScheme, width }] of Object.entries(screens)) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
    if (read.includes(name as Screen)) await expectAccessible(page)
  }
  // The narrowest phone.
  await page.setViewportSize({ width: 320, height: 900 })
  await expectNoSidewaysScroll(page)
}

async function visit(page: Page, pages: Listed[]): Promise<void> {
  for (const [at, [path, title, screen]] of pages.entries())
    await test.step(path, async () => {
      // As on a desktop and as on a phone in turn.
      const { colorScheme, width } = at % 2 ? screens.dark : screens.light
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page).toHaveTitle(title)
      // The bar of a preview has its buttons once the site has loaded.
      if (path === '/portfolio/fjordlys-hotel') await expect(button(page, 'Desktop')).toBeVisible()
      // An admin's header stands above the heading of a page that everybody gets, once the session is known.
      if (path === '/dashboard/no-such-page') await expect(button(page, admin.name)).toBeVisible()
      await expectFocusOrder(page)
      await (screen ? expectGoodScreen(page, screen) : expectGoodScreen(page, 'light', 'dark'))
      for (const [name, ...read] of opened[path] ?? [])
        await test.step(name, async () => {
          await page.setViewportSize({ width: 1440, height: 900 })
          if (name === 'Escape') await page.keyboard.press(name)
          else
            await button(page, name)
              .or(page.getByRole('link', { name: /^Unread/ }).filter({ hasText: name }))
              .or(page.getByRole('heading', { name, exact: true, level: 2 }))
              .first()
              .click()
          if (read.length) await expectGoodScreen(page, ...read)
        })
    })
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('pages of visitors', async ({ page }) => {
  const { portfolios } = await (await page.request.get('/getportfolio/public?limit=1')).json()
  const [{ id, pname }] = portfolios
  await visit(page, [
    ...visitorPages,
    [`/portfolio/${id}`, `${pname} | Juno Balint`],
    [`/portfolio/${id}/case-study`, `${pname} | Case study | Juno Balint`],
  ])
})

test('pages of users, and pages, menus and dialogs of the dashboard', async ({ page, app }) => {
  const { email } = await register(page.request, 'Pia Person')
  await enter(page, '/profile', { email, password: userPassword })
  await visit(page, userPages)
  await enter(page, '/dashboard')
  await writeMessage(page.request, { name: 'Greta Solheim' })
  await page.request.post('/api/settings/webhooks', { data: { url: 'https://hooks.example/new' } })
  const token = { name: 'Nightly export', scopes: ['contacts:read'], days: 30 }
  await page.request.post('/api/settings/tokens', { data: token })
  await page.evaluate(() => localStorage.setItem('settings-developers', 'open'))
  const users: { id: string; email: string }[] = await (await page.request.get('/api/admin/users')).json()
  const { id } = users.find((user) => user.email === email) ?? {}
  await visit(page, [...adminPages, [`/dashboard/users/${id}/edit`, 'Update User | Juno Balint', 'light']])
  await button(page, 'Menu').click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  // The password is asked for when the sign-in was long ago.
  app.pass(16 * 60_000)
  await page.getByLabel('Role').selectOption('admin')
  await button(page, 'Update').click()
  await expectGoodScreen(page, 'light')
  await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click()
  await expect(page.getByRole('dialog', { name: 'Confirm it is you' })).toBeVisible()
  await expectGoodScreen(page, 'dark')
})
