// The dashboard: who gets in, toasts, its users, and the audit trail. With the password entered again: reauthenticate.e2e.ts.

import { readFile } from 'node:fs/promises'
import { admin, expect, expectAccessible, test } from '../../support/browser.ts'
import { enter, expectAlert, register, saved, signIn, userPassword } from '../../support/dashboard.ts'

test('users are searched, filtered, paged, changed and deleted, but for oneself', async ({ page }) => {
  await enter(page, '/dashboard')
  for (const name of ['Ana', 'Bob', 'Cy', 'Dee', 'Éva']) await register(page.request, name.replace('É', 'E'))
  await page.goto('/dashboard/users')
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  const own = page.getByRole('button', { name: `Delete ${admin.name}` })
  await expect(own).toBeDisabled()
  await expect(own).toHaveAttribute('title', 'You cannot delete your own account.')
  await page.getByRole('link', { name: `Edit ${admin.name}` }).click()
  await expect(page.getByLabel('Role')).toBeDisabled()
  await page.goBack()

  // The page is left past the end by the filter, and stays valid.
  await page.getByLabel('Role').selectOption('Admins')
  await expect(page.getByText('Page 1 of 1')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Role').selectOption('Non-Admins')
  await page.getByLabel('Search by name or email').fill('EVÁ')
  await expect(page.getByRole('row')).toHaveCount(2)

  // Pressed while what is typed waits, and before anything has been rendered that says so.
  await page.getByLabel('Search by name or email').fill('eva')
  await page.getByRole('link', { name: 'Edit Eva' }).evaluate((link: HTMLElement) => {
    link.click()
    const end = performance.now() + 600
    while (performance.now() < end);
  })
  // The list before it has a field of this name, too.
  await expect(page.getByRole('heading', { name: 'Update User' })).toBeVisible()
  await page.getByLabel('Role').selectOption('')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Role is required.')).toBeVisible()
  await page.getByLabel('Role').selectOption('admin')
  await page.getByLabel('Email').fill('not-an-address')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await page.getByLabel('Email').fill('eva@example.org')
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click()
  await expect(page).toHaveURL(/\/dashboard\/users$/)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('row', { name: /Eva/ })).toContainText('Admin')

  page.once('dialog', (dialog) => {
    expect(dialog.message()).toBe('Are you sure you want to delete?')
    void dialog.dismiss()
  })
  await page.getByRole('button', { name: 'Delete Dee' }).click()
  await expect(page.getByRole('row', { name: /Dee/ })).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Delete Dee' }).click()
  await expect(page.getByRole('row', { name: /Dee/ })).toHaveCount(0)
  await page.getByLabel('Search by name or email').fill('nobody at all')
  await expect(page.getByText('No users found')).toBeVisible()
})

test('what a user who leaves has made ends, or is taken over', async ({ page }) => {
  const bea = await register(page.request, 'Bea')
  await enter(page, '/dashboard/users')
  const rows: { id: string; email: string }[] = await (await page.request.get('/api/admin/users')).json()
  const id = rows.find(({ email }) => email === bea.email)?.id
  const update = { name: 'Bea', email: bea.email, isAdmin: true }
  await page.request.patch(`/api/admin/users/update/${id}`, { data: update })
  await signIn(page.request, { ...bea, password: userPassword })
  await page.request.post('/api/settings/webhooks', { data: { url: 'https://hooks.example/new' } })
  await enter(page, `/dashboard/users/${id}/edit`)
  await page.getByLabel('Role').selectOption('user')
  await page.getByRole('button', { name: 'Update' }).click()
  const dialog = page.getByRole('dialog', { name: 'What Bea has made' })
  await expect(dialog).toContainText('Bea has made 1 webhook.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Update' })).toBeEnabled()
  // A role that was chosen and not saved is no surprise later.
  await page.reload()
  await expect(page.getByText('Your changes are back in the form. They are not saved.')).toBeVisible()

  await page.goto('/dashboard/users')
  page.once('dialog', (question) => void question.accept())
  await page.getByRole('button', { name: 'Delete Bea' }).click()
  await dialog.getByRole('button', { name: 'Take over' }).click()
  await expect(page.getByRole('row', { name: /Bea/ })).toHaveCount(0)
  await page.goto('/dashboard/settings')
  await page.locator('summary').click()
  await page.getByRole('button', { name: 'Open webhooks' }).click()
  await expect(page.getByRole('dialog', { name: 'Webhooks' })).toContainText(`Made by ${admin.name}.`)
})

test('visitors are sent to the login, users to Home, and others find nothing', async ({ page, noise }) => {
  noise.push(/status of 404/)
  for (const path of ['/dashboard/users', '/dashboard/profile', '/profile/edit-profile', '/verify-email']) {
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
})

test('by keyboard alone an admin comes to the dashboard; its toast stays while it has the focus', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await page.clock.install()
  await page.goto('/login')
  await page.getByLabel('Email').focus()
  await page.keyboard.type(admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(admin.password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('input[name=password]')).toHaveAttribute('type', 'text')
  for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Login' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.waitForURL('/dashboard')
  const toast = page.getByRole('region', { name: 'Notifications' })
  await expect(toast).toContainText('Login successful!')
  expect(sent).toEqual(['/login'])
  const logout = page.getByRole('button', { name: 'Logout' })
  await page.getByRole('button', { name: admin.name }).press('Enter')
  await page.keyboard.press('Tab')
  await expect(logout).toBeFocused()
  // What is pressed is the button, not the toast over it.
  await logout.click({ trial: true })
  // By focus outside; by Escape and a press outside it closes as the menu of the site.
  await page.getByRole('link', { name: /Total Portfolio/ }).focus()
  await expect(logout).toBeHidden()
  const close = toast.getByRole('button', { name: 'Close' })
  await close.focus()
  await close.hover()
  await page.mouse.move(10, 500)
  await page.clock.runFor(20_000)
  await expect(close).toBeFocused()
  await close.blur()
  await page.clock.fastForward(20_000)
  await expect(close).toHaveCount(0)
})

test('the audit trail is filtered, searched and exported; the URL holds the filters', async ({
  page,
  noise,
}) => {
  noise.push(/status of 401/)
  for (const name of ['Pia Person', 'Quentin Quill']) await register(page.request, name)
  await page.request.post('/login', { data: { email: admin.email, password: 'Wrong-Horse-7' } })
  await enter(page, '/dashboard/settings')
  await page.locator('summary').click()
  await page.getByRole('link', { name: 'Show activity' }).press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/activity$/)
  await expect(page.getByRole('row', { name: /Sign-in failed/ })).toContainText(admin.email)
  const rows = page.getByRole('row')
  await page.getByLabel('Event').selectOption({ label: 'Registered' })
  await expect(page).toHaveURL(/status=user\.registered/)
  await expect(rows).toHaveCount(3)
  await page.getByRole('searchbox').pressSequentially('quentin')
  await expect(page).toHaveURL(/search=quentin/)
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('status')).toHaveText('1 result')
  await page.reload()
  await expect(rows).toHaveCount(2)
  const download = await saved(page, page.getByRole('button', { name: 'Export to CSV' }).press('Enter'))
  expect(download.suggestedFilename()).toBe('activity.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('"user.registered","quentin.quill@example.org"')
  await expectAlert(page, 'Activity exported to CSV!')
  await page.getByRole('searchbox').fill('nothing of this kind')
  await expect(page.getByText('No activity found')).toBeVisible()
  await page.goto('/dashboard/activity')
  // An account's email address leads to all that it did.
  await page.getByRole('link', { name: 'pia.person@example.org' }).press('Enter')
  await expect(page).toHaveURL(/search=pia\.person%40example\.org/)
  await expect(rows).toHaveCount(2)
})
