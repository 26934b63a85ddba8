// The dashboard's users: the list, and changing and deleting one. With the password entered again: reauthenticate.e2e.ts.
import { admin, expect, expectAccessible, test } from '../../support/browser.ts'
import { enter, register, userPassword } from '../../support/dashboard.ts'

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
  await page.request.post('/login', { data: { email: bea.email, password: userPassword } })
  await page.request.post('/api/settings/webhooks', { data: { url: 'https://hooks.example/new' } })
  await enter(page, `/dashboard/users/${id}/edit`)
  await page.getByLabel('Role').selectOption('user')
  await page.getByRole('button', { name: 'Update' }).click()
  const dialog = page.getByRole('dialog', { name: 'What Bea has made' })
  await expect(dialog).toContainText('Bea has made 1 webhook.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Update' })).toBeEnabled()

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
