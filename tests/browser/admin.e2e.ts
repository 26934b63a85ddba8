// The dashboard: dialogs, permissions, adding a project, and errors.
import { admin, expect, test } from '../support/browser.ts'
import { covers, enter, expectAlert, register, userPassword } from '../support/dashboard.ts'

test('dialogs give the focus back to what has opened them', async ({ page }) => {
  await enter(page, '/dashboard/view-portfolio')
  for (const name of ['Edit Fjordlys Hotel', 'Delete Fjordlys Hotel']) {
    const opener = page.getByRole('button', { name })
    await opener.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  }
})

test('visitors are sent from the dashboard to the login, users to Home with a toast', async ({ page }) => {
  await page.goto('/dashboard/users')
  await expect(page).toHaveURL(/\/login$/)
  const { email } = await register(page.request, 'Uma User')
  await page.request.post('/login', { data: { email, password: userPassword } })
  await page.goto('/dashboard/users')
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect(page.getByText('Admins only')).toBeVisible()
})

test.describe('an unknown path below /dashboard', () => {
  test.use({ expectedNoise: /status of 404/ })

  test('is the not-found page for a visitor, without the bar of the site, and 404', async ({ page }) => {
    const checked = page.waitForResponse('**/check-auth')
    const response = await page.goto('/dashboard/zzz')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await checked
    await expect(page).toHaveURL('/dashboard/zzz')
    await page.getByRole('link', { name: 'Go to Homepage' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('a toast leaves the account menu free, and stays while it has the focus, wherever the pointer is', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/login')
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Login' }).click()
  const toast = page.getByRole('region', { name: 'Notifications' })
  await expect(toast).toContainText('Login successful!')
  await page.getByRole('button', { name: 'Juno Balint' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await page.keyboard.press('Escape')
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

test('/dashboard/profile leads everybody to the profile, and a visitor on to the login', async ({ page }) => {
  const response = await page.request.get('/dashboard/profile', { maxRedirects: 0 })
  expect([response.status(), response.headers().location]).toEqual([302, '/profile'])
  await page.goto('/dashboard/profile')
  await expect(page).toHaveURL(/\/login$/)
  const { email } = await register(page.request, 'Uma User')
  await enter(page, '/dashboard/profile', { email, password: userPassword })
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page.getByRole('heading', { name: 'Uma User' })).toBeVisible()
})

test('a project is added: tags by Enter and comma, preview, then an empty form and a link', async ({
  page,
}) => {
  await enter(page, '/dashboard/add-portfolio')
  await page.getByRole('button', { name: 'Add Portfolio' }).click()
  await expectAlert(page, 'All fields are required.')
  await expect(page.getByLabel('Project name')).toBeFocused()
  await page.getByLabel('Project name').fill('Harbour Radio')
  await page.getByLabel('URL').fill('harbour.example')
  const categories = page.getByLabel('Categories', { exact: true })
  await categories.fill('Radio')
  await categories.press('Enter')
  await categories.pressSequentially('Sound, sound,Pend')
  await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(2)
  await page.getByLabel('Image').setInputFiles(`${covers}/kestrel.webp`)
  await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
  // What was typed outlives a look at another page.
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Add Portfolio' }).click()
  await expect(page.getByLabel('Project name')).toHaveValue('Harbour Radio')
  await page.getByRole('button', { name: 'Add Portfolio' }).click()
  await expectAlert(page, 'Portfolio added successfully! Edit Harbour Radio Preview View portfolios')
  await expect(page.getByLabel('Project name')).toHaveValue('')
  await page.getByRole('link', { name: 'View portfolios' }).click()
  const row = page.getByRole('row', { name: /Harbour Radio/ })
  await expect(row).toContainText('Radio, Sound, Pend')
  await expect(row).toContainText('Draft')
})

test.describe('rejections', () => {
  test.use({ expectedNoise: /status of (404|409|500)|could not be (loaded|saved)/ })

  test('a category that is too long stays in the box, with an error, until it is shorter', async ({
    page,
  }) => {
    await enter(page, '/dashboard/add-portfolio')
    const box = page.getByLabel('Categories')
    const long = 'w'.repeat(41)
    const error = page.getByText('A category has at most 40 characters.').first()
    await box.fill(long)
    await expect(error).toBeVisible()
    await box.press('Enter')
    await expect(box).toHaveValue(long)
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    await box.fill(`Shop,${long},Blog`)
    await expect(page.getByRole('button', { name: 'Remove Shop' })).toBeVisible()
    await expect(box).toHaveValue(`${long}, Blog`)
    await box.fill('w'.repeat(40))
    await expect(box).not.toHaveAttribute('aria-invalid')
    await box.press('Enter')
    await expect(page.getByRole('button', { name: `Remove ${'w'.repeat(40)}` })).toBeVisible()
    await expect(box).toHaveValue('')
  })

  test('a name in use is an error at its field; nothing that was typed is lost', async ({ page }) => {
    await enter(page, '/dashboard/add-portfolio')
    await page.getByLabel('Project name').fill('fjordlys hotel')
    await page.getByLabel('URL').fill('https://fjordlys.example')
    await page.getByLabel('Categories', { exact: true }).fill('Branding')
    await page.getByLabel('Image').setInputFiles(`${covers}/fjordlys.webp`)
    await page.getByRole('button', { name: 'Add Portfolio' }).click()
    await expect(page.getByText('Project name already exists. Please use a unique name.')).toBeVisible()
    await expect(page.getByLabel('Project name')).toBeFocused()
    await expect(page.getByLabel('URL')).toHaveValue('https://fjordlys.example')
    await page.getByLabel('Project name').fill('Fjordlys Hotel 2')
    await expect(page.getByText('Project name already exists.')).toHaveCount(0)
  })

  test('a list that fails shows its empty state and one Retry line', { tag: '@full' }, async ({ page }) => {
    await enter(page, '/dashboard')
    await page.route('**/get-portfolios?**', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/dashboard/view-portfolio')
    await expect(page.getByText('No portfolios found')).toBeVisible()
    await page.unroute('**/get-portfolios?**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Fjordlys Hotel')).toBeVisible()
  })

  test('failed actions show the error of the server, or its status', { tag: '@full' }, async ({ page }) => {
    await enter(page, '/dashboard/view-portfolio')
    await page.route('**/bulk-update-status', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByLabel('Select Fjordlys Hotel').check()
    await page.getByLabel('Update Status').selectOption('draft')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expectAlert(page, 'Failed to update status: HTTP error! status: 500')
    await page.request.delete(`/delete/${await idOf(page, 'Vélo Atlas')}`)
    await page.getByRole('button', { name: 'Delete Vélo Atlas' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectAlert(page, /^Failed to delete: ./)
    await page.route('**/api/settings/registration', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
    )
    await page.goto('/dashboard/settings')
    await page.getByLabel('Allow User Registration').uncheck()
    const form = page.getByRole('form', { name: 'User Registration Setting' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expectAlert(page, 'Failed to save setting!')
    await expect(page.getByLabel('Allow User Registration')).not.toBeChecked()
  })

  test('an unknown user has a page with a way back', { tag: '@full' }, async ({ page }) => {
    await enter(page, '/dashboard/users/nobody/edit')
    await expect(page.getByText('User not found')).toBeVisible()
    await page.getByRole('link', { name: 'Back to users' }).click()
    await expect(page).toHaveURL(/\/dashboard\/users$/)
  })
})

async function idOf(page: import('@playwright/test').Page, name: string): Promise<string> {
  const response = await page.request.get('/get-portfolios?limit=100')
  const { portfolios }: { portfolios: { id: string; pname: string }[] } = await response.json()
  return portfolios.find((item) => item.pname === name)?.id ?? ''
}
