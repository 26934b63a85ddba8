// Two users on one computer: what one typed or loaded is never shown to the other, in whichever tab they sign in or out; and a
// session that ends while a form is filled.
import type { Page } from '@playwright/test'
import {
  admin,
  enter,
  expect,
  hydrated,
  register,
  test,
  userPassword,
  writeMessage,
} from '../../support/browser.ts'

const ana = { email: 'ana@example.org', password: userPassword }
const field = (page: Page, label: string) => page.getByRole('main').getByLabel(label, { exact: true })

/** By the form, which tells other tabs, and greets. */
async function logIn(page: Page, account: { email: string; password: string } = admin) {
  // The page before may have an email field, too.
  await expect(page.getByRole('heading', { name: 'Login Form' })).toBeVisible()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

async function beginMessage(page: Page): Promise<void> {
  await field(page, 'Subject').fill('Private subject')
  await field(page, 'Message').fill('Private words')
}

async function expectValues(page: Page, labels: string[], value = ''): Promise<void> {
  for (const label of labels) await expect(field(page, label)).toHaveValue(value)
}

test.beforeEach(async ({ page }) => {
  await register(page.request, 'Ana')
})

test('a message that was begun is gone in each tab and page when its user logs out', async ({
  page,
  context,
}) => {
  await enter(page, '/contact')
  await expect(field(page, 'Email')).toHaveValue(admin.email)
  await beginMessage(page)
  const other = await context.newPage()
  await other.goto('/profile')
  await other.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/login')
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload()
    await expectValues(page, ['Name', 'Email', 'Subject', 'Message'])
  }
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Private')
  await page.goto('/profile')
  await expect(page).toHaveURL('/login')
  // Whose login was not answered is signed in all the same.
  await enter(page, '/profile')
  await page.reload()
  await expect(page.getByRole('main')).toContainText(admin.email)

  // A page that Back restores whole has nothing of whoever has logged out since.
  await page.goto('/contact')
  await expect(field(page, 'Email')).toHaveValue(admin.email)
  await beginMessage(page)
  // As the later page left it: such a page is frozen, and hears nothing of it.
  await page.request.post('/logout')
  await page.evaluate(() => {
    localStorage.setItem('session-changed', `out ${Date.now()}`)
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expectValues(page, ['Name', 'Email', 'Subject', 'Message'])
})

test('a logout without a network is made up for by the next page', async ({ page, noise }) => {
  noise.push(/Logout failed|ERR_FAILED/)
  await enter(page, '/profile')
  await page.route('**/logout', (route) => route.abort(), { times: 1 })
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await page.goto('/profile')
  await expect(page).toHaveURL('/login')
  // Once: who logs in after that stays.
  await logIn(page, ana)
  await page.goto('/profile')
  await expect(page.getByRole('main')).toContainText(ana.email)
})

test('a tab shows who has signed in in another one, not the user before', async ({ page, context }) => {
  await enter(page, '/contact')
  await beginMessage(page)
  const [profile, form, other] = [await context.newPage(), await context.newPage(), await context.newPage()]
  await profile.goto('/profile')
  await expect(profile.getByRole('main')).toContainText(admin.email)
  await form.goto('/profile/edit-profile')
  await hydrated(form)
  await field(form, 'Name').fill('Juno the First')
  await other.request.post('/logout')
  await other.goto('/login')
  await logIn(other, ana)
  await expect(field(page, 'Email')).toHaveValue(ana.email)
  await expectValues(page, ['Name'], 'Ana')
  await expectValues(page, ['Subject', 'Message'])
  await expect(profile.getByRole('heading', { name: 'Ana' })).toBeVisible()
  await expect(profile.getByRole('main')).not.toContainText(admin.email)
  await expectValues(form, ['Name'], 'Ana')
})

test('nothing that one admin has loaded is shown to the next one in the same tab', async ({ page, app }) => {
  await app.context.db.updateTable('users').set({ role: 'admin' }).execute()
  await enter(page, '/dashboard/users')
  const token = { name: 'Nightly export of Juno', scopes: ['contacts:read'], days: 30 }
  await page.request.post('/api/settings/tokens', { data: token })
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByText('For developers').click()
  await page.getByRole('button', { name: 'Open tokens' }).click()
  await expect(page.getByText(token.name)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: admin.name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')

  // Whatever is shown before the response comes is from the cache.
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/settings/tokens', async (route) => {
    await gate.promise
    await route.continue()
  })
  await logIn(page, ana)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Open tokens' }).click()
  const card = page.getByRole('dialog', { name: 'Access tokens' })
  await expect(card.getByRole('button', { name: 'New token' })).toBeVisible()
  await expect(card).not.toContainText(token.name)
  gate.resolve()
  await expect(card.getByText('There is none yet.')).toBeVisible()
})

test('a reply sent after the end of the session leads to the login; its text is not lost, and no password stored', async ({
  page,
  context,
  noise,
}) => {
  // The browser reports the 401 that ends the session, and the product that a list could not be loaded.
  noise.push(/status of 401|could not be loaded/)
  const notice = page.getByRole('main').getByRole('alert')
  await enter(page, '/dashboard')
  await writeMessage(page.request, { name: 'Greta Solheim' })
  const openReply = async () => {
    await page.getByRole('link', { name: /^Contact/ }).click()
    await page.getByRole('button', { name: 'Reply to Greta Solheim' }).click()
  }
  const dialog = page.getByRole('dialog')
  await openReply()
  await dialog.getByLabel('Message').fill('Spring is free.')
  await context.clearCookies()
  await dialog.getByRole('button', { name: 'Send Reply' }).click()
  await expect(page).toHaveURL('/login')
  await expect(notice).toHaveText(
    'Your session has ended. Please log in again. What you typed is still in its form.',
  )
  await page.reload()
  await logIn(page)
  await page.waitForURL('/dashboard')
  await openReply()
  await expect(dialog.getByLabel('Message')).toHaveValue('Spring is free.')

  // Passwords are never stored, and a logout, which removes what was typed, says nothing of this.
  const stored = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  await page.goto('/profile/change-password')
  await page.getByLabel('Old Password', { exact: true }).fill('Secret-Horse-1')
  await page.getByLabel('New Password', { exact: true }).fill('Secret-Horse-2')
  await page.goto('/profile/edit-profile')
  await page.getByLabel('Name').fill('Juno B.')
  await expect.poll(stored).toContain('Juno B.')
  expect(await stored()).not.toContain('Secret-Horse')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: admin.name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(notice).toHaveCount(0)
})
