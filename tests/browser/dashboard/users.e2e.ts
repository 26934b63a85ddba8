// The dashboard: who gets in, toasts, its users, the password that is requested again, and the audit trail.

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  admin,
  confirmPassword,
  enter,
  expect,
  expectAlert,
  hydrated,
  register,
  signIn,
  test,
  userPassword,
} from '../../support/browser.ts'

// The browser reports each rejected call: before the password is entered again, and for a page that is not there.
test.beforeEach(({ noise }) => void noise.push(/status of 40[034]/))

/** From the list, which has a field of each name of the form, too. */
async function editUser(page: Page, name: string) {
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(page.getByRole('heading', { name: 'Update User' })).toBeVisible()
}

test('users are searched, changed with the password entered again, deleted, and all of it is in the audit trail', async ({
  page,
  app,
}) => {
  await page.request.post('/login', { data: { email: admin.email, password: 'Wrong-Horse-7' } })
  await enter(page, '/dashboard')
  for (const name of ['Ana', 'Bob', 'Cy', 'Dee', 'Eva']) await register(page.request, name)
  await page.goto('/dashboard/users')
  const search = page.getByLabel('Search by name or email')
  const rows = page.getByRole('row')
  const update = page.getByRole('button', { name: 'Update' })
  const role = page.getByLabel('Role')

  await test.step('the list, and what an admin cannot do to the own account', async () => {
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await page.getByRole('button', { name: 'Next' }).click()
    const own = page.getByRole('button', { name: `Delete ${admin.name}` })
    await expect(own).toBeDisabled()
    await expect(own).toHaveAttribute('title', 'You cannot delete your own account.')
    await page.getByRole('link', { name: `Edit ${admin.name}` }).click()
    await expect(role).toBeDisabled()
    await page.goBack()
    // The page is left past the end by the filter, and stays valid.
    await role.selectOption('Admins')
    await expect(page.getByText('Page 1 of 1')).toBeVisible()
    await expect(rows).toHaveCount(2)
    await role.selectOption('Non-Admins')
    await search.fill('EVÁ')
    await expect(rows).toHaveCount(2)
    // Pressed while what is typed waits, and before anything has been rendered that says so.
    await search.fill('eva')
    await page.getByRole('link', { name: 'Edit Eva' }).evaluate((link: HTMLElement) => {
      link.click()
      const end = performance.now() + 600
      while (performance.now() < end);
    })
    // The list before it has a field of this name, too.
    await expect(page.getByRole('heading', { name: 'Update User' })).toBeVisible()
    await role.selectOption('')
    await page.getByLabel('Email').fill('not-an-address')
    await update.click()
    await expect(page.getByText('Role is required.')).toBeVisible()
    await expect(page.getByText('Invalid email format')).toBeVisible()
    await role.selectOption('user')
  })

  const sent: string[] = []
  page.on('request', (request) => {
    if (['PATCH', 'DELETE'].includes(request.method())) sent.push(request.method())
  })
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })

  await test.step('the right password goes on with a change, exactly once', async () => {
    app.pass(16 * 60_000)
    await page.getByLabel('Email').fill('eva.lopez@example.org')
    await update.press('Enter')
    const password = dialog.getByRole('textbox', { name: 'Password' })
    await expect(dialog).toContainText(
      "Changing an account's email or role needs your password again. You stay signed in.",
    )
    await expect(password).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(update).toBeFocused()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByLabel('Email')).toHaveValue('eva.lopez@example.org')
    expect(sent).toHaveLength(1)
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('Password is required.')).toBeVisible()
    await password.fill('Wrong-Horse-7')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('This password is not right.')).toBeVisible()
    await expect(password).toBeFocused()
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(password).toHaveValue('Wrong-Horse-7')
    await confirmPassword(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
    await expect(page.getByRole('row', { name: /Eva/ })).toContainText('eva.lopez@example.org')
    // Twice rejected, once done.
    expect(sent).toHaveLength(3)
    // For the next fifteen minutes no password is needed.
    await page.getByRole('link', { name: 'Users' }).click()
    await editUser(page, 'Eva')
    await role.selectOption('admin')
    await update.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click()
    await expect(page.getByRole('row', { name: /Eva/ })).toContainText('Admin')
    expect(sent).toHaveLength(4)
  })

  await test.step('what a user who leaves has made ends, or is taken over', async () => {
    await signIn(page.request, { email: 'eva.lopez@example.org', password: userPassword })
    await page.request.post('/api/settings/webhooks', { data: { url: 'https://hooks.example/new' } })
    await signIn(page.request)
    await page.reload()
    await editUser(page, 'Eva')
    await role.selectOption('user')
    await update.click()
    const made = page.getByRole('dialog', { name: 'What Eva has made' })
    await expect(made).toContainText('Eva has made 1 webhook.')
    await made.getByRole('button', { name: 'Cancel' }).click()
    await expect(update).toBeEnabled()
    // A role that was chosen and not saved is no surprise later.
    await page.reload()
    await expect(page.getByText('Your changes are back in the form. They are not saved.')).toBeVisible()

    await page.goto('/dashboard/users')
    page.once('dialog', (question) => {
      expect(question.message()).toBe('Are you sure you want to delete?')
      void question.dismiss()
    })
    await page.getByRole('button', { name: 'Delete Eva' }).click()
    await expect(page.getByRole('row', { name: /Eva/ })).toBeVisible()
    app.pass(16 * 60_000)
    page.once('dialog', (question) => void question.accept())
    await page.getByRole('button', { name: 'Delete Eva' }).click()
    await made.getByRole('button', { name: 'Take over' }).click()
    await expect(dialog).toContainText('Deleting a user needs your password again.')
    await confirmPassword(page)
    await expectAlert(page, 'User deleted successfully!')
    await expect(page.getByRole('row', { name: /Eva/ })).toHaveCount(0)
    await search.fill('nobody at all')
    await expect(page.getByText('No users found')).toBeVisible()
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.locator('summary').click()
    await page.getByRole('button', { name: 'Open webhooks' }).click()
    await expect(page.getByRole('dialog', { name: 'Webhooks' })).toContainText(`Made by ${admin.name}.`)
    await page.keyboard.press('Escape')
  })

  await test.step('the audit trail is filtered, searched and exported; the URL holds the filters', async () => {
    await page.getByRole('link', { name: 'Show activity' }).press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/activity$/)
    await page.getByLabel('Event').selectOption({ label: 'Sign-in failed' })
    await expect(page.getByRole('row', { name: /Sign-in failed/ })).toContainText(admin.email)
    await page.getByLabel('Event').selectOption({ label: 'Registered' })
    await expect(page).toHaveURL(/status=user\.registered/)
    await expect(rows).toHaveCount(6)
    await page.getByRole('searchbox').fill('dee@')
    await expect(page).toHaveURL(/search=dee/)
    await expect(rows).toHaveCount(2)
    await expect(page.getByRole('status')).toHaveText('1 result')
    await page.reload()
    await expect(rows).toHaveCount(2)
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export to CSV' }).press('Enter')
    const download = await downloading
    expect(download.suggestedFilename()).toBe('activity.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('"user.registered","dee@example.org"')
    await expectAlert(page, 'Activity exported to CSV!')
    await page.getByRole('searchbox').fill('')
    await expect(rows).toHaveCount(6)
    // An account's email address leads to all that it did.
    await page.getByRole('link', { name: 'ana@example.org' }).press('Enter')
    await expect(page).toHaveURL(/search=ana%40example\.org/)
    await expect(rows).toHaveCount(2)
  })
})

test('visitors are sent to the login and users to Home; by keyboard alone an admin comes to the dashboard', async ({
  page,
}) => {
  for (const path of ['/dashboard/users', '/profile/edit-profile', '/verify-email']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
  const response = await page.goto('/dashboard/zzz')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await expect(page.getByRole('navigation')).toHaveCount(0)

  const { email } = await register(page.request, 'Uma User')
  await enter(page, '/dashboard/profile', { email, password: userPassword })
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { name: 'Uma User' })).toBeVisible()
  await page.goto('/dashboard/users')
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect(page.getByText('Admins only')).toBeVisible()
  await page.request.post('/logout')

  // Another tab: this one would load again for another account.
  const tab = await page.context().newPage()
  const sent: string[] = []
  tab.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await tab.clock.install()
  await tab.goto('/login')
  await hydrated(tab)
  await tab.getByLabel('Email').focus()
  await tab.keyboard.type(admin.email)
  await tab.keyboard.press('Tab')
  await tab.keyboard.type(admin.password)
  await tab.keyboard.press('Tab')
  await tab.keyboard.press('Enter')
  await expect(tab.locator('input[name=password]')).toHaveAttribute('type', 'text')
  for (let stop = 0; stop < 3; stop++) await tab.keyboard.press('Tab')
  await expect(tab.getByRole('button', { name: 'Login' })).toBeFocused()
  await tab.keyboard.press('Enter')
  await tab.keyboard.press('Enter')
  await tab.waitForURL('/dashboard')
  const toast = tab.getByRole('region', { name: 'Notifications' })
  await expect(toast).toContainText('Login successful!')
  expect(sent).toEqual(['/login'])
  const logout = tab.getByRole('button', { name: 'Logout' })
  await tab.getByRole('button', { name: admin.name }).press('Enter')
  await tab.keyboard.press('Tab')
  await expect(logout).toBeFocused()
  // What is pressed is the button, not the toast over it.
  await logout.click({ trial: true })
  // By focus outside; by Escape and a press outside it closes as the menu of the site.
  await tab.getByRole('link', { name: /Total Portfolio/ }).focus()
  await expect(logout).toBeHidden()
  const close = toast.getByRole('button', { name: 'Close' })
  await close.focus()
  await close.hover()
  await tab.mouse.move(10, 500)
  await tab.clock.runFor(20_000)
  await expect(close).toBeFocused()
  await close.blur()
  await tab.clock.fastForward(20_000)
  await expect(close).toHaveCount(0)
})
