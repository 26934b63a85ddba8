// The dashboard: who gets in, toasts, dialogs, and adding a project.
import { admin, expect, test } from '../../support/browser.ts'
import { covers, enter, expectAlert, register, userPassword } from '../../support/dashboard.ts'

test.describe('without permission', () => {
  test.use({ expectedNoise: /status of 404/ })

  test('visitors are sent to the login, users to Home with a toast; an unknown path is the not-found page', async ({
    page,
  }) => {
    for (const path of ['/dashboard/users', '/dashboard/profile']) {
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
  // What is pressed is the button, not the toast over it.
  await page.getByRole('button', { name: 'Logout' }).click({ trial: true })
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

test.describe('adding a project', () => {
  test.use({ expectedNoise: /status of 409/ })

  test('tags by Enter and comma, errors at their fields, nothing typed is lost; then an empty form and a link', async ({
    page,
  }) => {
    await enter(page, '/dashboard/add-portfolio')
    const add = page.getByRole('button', { name: 'Add Portfolio' })
    const name = page.getByLabel('Project name')
    const categories = page.getByLabel('Categories', { exact: true })
    await add.click()
    await expectAlert(page, 'All fields are required.')
    await expect(name).toBeFocused()
    await name.fill('fjordlys hotel')
    await page.getByLabel('URL').fill('harbour.example')
    await categories.fill('Radio')
    await categories.press('Enter')
    await categories.pressSequentially('Sound, sound,')
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(2)
    const long = 'w'.repeat(41)
    await categories.fill(long)
    await expect(page.getByText('A category has at most 40 characters.').first()).toBeVisible()
    await categories.press('Enter')
    await expect(categories).toHaveValue(long)
    await expect(categories).toHaveAttribute('aria-invalid', 'true')
    await categories.fill('Pend')
    await expect(categories).not.toHaveAttribute('aria-invalid')
    await page.getByLabel('Image', { exact: true }).setInputFiles(`${covers}/kestrel.webp`)
    await expect(page.getByRole('img', { name: 'Preview' })).toBeVisible()
    await add.click()
    const inUse = page.getByText('Project name already exists. Please use a unique name.')
    await expect(inUse).toBeVisible()
    await expect(name).toBeFocused()
    // What was typed outlives a look at another page.
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page).toHaveTitle('Settings | Juno Balint')
    await page.getByRole('link', { name: 'Add Portfolio' }).click()
    await expect(page.getByLabel('URL')).toHaveValue('harbour.example')
    const restored = page.getByText('Your changes are back in the form. They are not saved.')
    await expect(restored).toBeVisible()
    await name.fill('Harbour Radio')
    await expect(restored).toHaveCount(0)
    await expect(inUse).toHaveCount(0)
    await add.click()
    await expectAlert(page, 'Portfolio added successfully! Edit Harbour Radio Preview View portfolios')
    await expect(name).toHaveValue('')
    const preview = await page.context().newPage()
    const link = page.getByRole('link', { name: 'Preview', exact: true })
    await preview.goto((await link.getAttribute('href')) ?? '')
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Harbour Radio')
    await page.getByRole('link', { name: 'Edit Harbour Radio' }).click()
    await expect(page.getByLabel('Portfolio Name')).toHaveValue('Harbour Radio')
    await page.keyboard.press('Escape')
    const row = page.getByRole('row', { name: /Harbour Radio/ })
    await expect(row).toContainText('Radio, Sound, Pend')
    await expect(row).toContainText('Draft')
  })
})
