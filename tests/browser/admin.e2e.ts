// Every screen and dialog of the dashboard: looks in both themes and widths, portfolio, settings and users.
import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { covers, enter, expectAlert, register, userPassword, writeMessage } from '../support/dashboard.ts'

const pages = [
  ['/dashboard', 'Dashboard', 'Welcome Back, Juno Balint!'],
  ['/dashboard/add-portfolio', 'Add Portfolio', 'Add Portfolio'],
  ['/dashboard/view-portfolio', 'Portfolios', 'Portfolios'],
  ['/dashboard/view-contacts', 'Contact Messages', 'Contact Messages'],
  ['/dashboard/settings', 'Settings', 'Settings'],
  ['/dashboard/users', 'Users', 'Users'],
  ['/dashboard/nowhere', 'Page Not Found', 'Page Not Found'],
] as const

// Axe reads every screen and dialog whole, twice over.
test.describe.configure({ timeout: 150_000 })

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 900 }, expectedNoise: /status of 404/ })

    test('every screen is accessible, fits, and says its title', async ({ page }) => {
      await enter(page, '/dashboard')
      await writeMessage(page.request, { name: 'Greta Solheim' })
      for (const [path, title, heading] of pages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
        await expect(page).toHaveTitle(`${title} | Juno Balint`)
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      }
    })

    test('every dialog is accessible, fits, and gives the focus back', async ({ page }) => {
      await enter(page, '/dashboard/view-portfolio')
      await writeMessage(page.request, { name: 'Greta Solheim' })
      const edit = page.getByRole('button', { name: 'Edit Fjordlys Hotel' })
      await edit.click()
      await expect(page.getByRole('dialog', { name: 'Edit Portfolio' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(edit).toBeFocused()
      await page.getByRole('button', { name: 'Delete Fjordlys Hotel' }).click()
      const confirm = page.getByRole('dialog', { name: 'Confirm Deletion' })
      await expect(confirm.getByRole('button', { name: 'Cancel' })).toBeFocused()
      await expectAccessible(page)
      await page.goto('/dashboard/view-contacts')
      await page.getByRole('button', { name: 'Greta Solheim', exact: true }).click()
      await expectAccessible(page)
      const reply = page.getByRole('row').getByRole('button', { name: 'Reply to Greta Solheim' })
      await reply.click()
      await expect(page.getByRole('dialog', { name: 'Reply to Greta Solheim' })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.keyboard.press('Escape')
      await expect(reply).toBeFocused()
    })
  })

test('who is not an admin is sent away: strangers to the login, others home', async ({ page }) => {
  await page.goto('/dashboard/users')
  await expect(page).toHaveURL(/\/login$/)
  const { email } = await register(page.request, 'Uma User')
  await page.request.post('/login', { data: { email, password: userPassword } })
  await page.goto('/dashboard/users')
  await expect(page).toHaveURL((url) => url.pathname === '/')
  await expect(page.getByText('Admins only')).toBeVisible()
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
  await expectAlert(page, 'Portfolio added successfully! View portfolios')
  await expect(page.getByLabel('Project name')).toHaveValue('')
  await page.getByRole('link', { name: 'View portfolios' }).click()
  const row = page.getByRole('row', { name: /Harbour Radio/ })
  await expect(row).toContainText('Radio, Sound, Pend')
  await expect(row).toContainText('Draft')
})

test.describe('rejections', () => {
  test.use({ expectedNoise: /status of (404|409|500)|could not be (loaded|saved)/ })

  test('a name in use is told next to its field; nothing that was typed is lost', async ({ page }) => {
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

  test('a list that fails shows its empty state and one Retry line', async ({ page }) => {
    await enter(page, '/dashboard')
    await page.route('**/get-portfolios?**', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/dashboard/view-portfolio')
    await expect(page.getByText('No portfolios found')).toBeVisible()
    await page.unroute('**/get-portfolios?**')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('Fjordlys Hotel')).toBeVisible()
  })

  test('failed actions say what the server said, or its status', async ({ page }) => {
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
    await page.getByRole('button', { name: 'Save' }).click()
    await expectAlert(page, 'Failed to save setting!')
    await expect(page.getByLabel('Allow User Registration')).not.toBeChecked()
  })

  test('an unknown user has a page with a way back', async ({ page }) => {
    await enter(page, '/dashboard/users/nobody/edit')
    await expect(page.getByText('User not found')).toBeVisible()
    await page.getByRole('link', { name: 'Back to users' }).click()
    await expect(page).toHaveURL(/\/dashboard\/users$/)
  })
})

async function idOf(page: import('@playwright/test').Page, name: string): Promise<string> {
  const answer = await page.request.get('/get-portfolios?limit=100')
  const { portfolios }: { portfolios: { id: string; pname: string }[] } = await answer.json()
  return portfolios.find((item) => item.pname === name)?.id ?? ''
}

test('rows are selected, published in bulk and deleted, all by keyboard', async ({ page }) => {
  await enter(page, '/dashboard/view-portfolio')
  const all = page.getByRole('checkbox', { name: 'Select all' }).first()
  await page.getByLabel('Select Fjordlys Hotel').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await page.getByRole('button', { name: 'Apply' }).press('Enter')
  await expectAlert(page, 'Please select portfolios and a status to update.')
  await page.getByLabel('Update Status').selectOption({ label: 'Set to Draft' })
  await page.getByRole('button', { name: 'Apply' }).press('Enter')
  await expectAlert(page, '1 portfolio set to draft.')
  await expect(page.getByRole('row', { name: /Fjordlys Hotel/ })).toContainText('Draft')
  await page.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await expect(page.getByText('10 selected')).toBeVisible()
  // The bar took the focus with its own box, and gives it back when it goes.
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Delete (10)' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText(
    'Are you sure you want to delete 10 portfolio(s)? This action cannot be undone.',
  )
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectAlert(page, 'Delete successful!')
  await expect(page.getByText('No portfolios found')).toBeVisible()
  await expect(page.getByText('Page 1 of 1')).toBeVisible()
})

test('search, status and sort live in the address and clear the selection', async ({ page }) => {
  await enter(page, '/dashboard/view-portfolio')
  await page.getByLabel('Select Fjordlys Hotel').check()
  await page.getByLabel('Search').fill('velo atlas')
  await expect(page).toHaveURL(/search=velo\+atlas/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Search').fill('')
  await expect(page.getByRole('row')).toHaveCount(11)
  await expect(page.getByLabel('Select Fjordlys Hotel')).not.toBeChecked()
  await page.getByLabel('Sort').selectOption('oldest')
  await expect(page.getByRole('row').nth(1)).toContainText('Sable & Stone')
  await page.getByLabel('Status').selectOption('Draft')
  await expect(page.getByText('No portfolios found')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.reload()
  await expect(page.getByLabel('Sort')).toHaveValue('oldest')
})

test('deleting the last row of the last page moves to the new last page', async ({ page }) => {
  await enter(page, '/dashboard')
  const buffer = await readFile(`${covers}/kestrel.webp`)
  await page.request.post('/portfolio/add-portfolio', {
    multipart: {
      pname: 'Eleventh',
      purl: 'https://eleven.example',
      categories: 'Sound',
      pimage: { name: 'cover.webp', mimeType: 'image/webp', buffer },
    },
  })
  await page.goto('/dashboard/view-portfolio?sort=oldest&page=2')
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Eleventh' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Page 1 of 1')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(11)
})

test('the edit dialog says what is wrong, field by field, and asks before it discards', async ({ page }) => {
  await enter(page, '/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Edit Kestrel Audio' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Portfolio' })
  await expect(dialog.getByRole('link', { name: 'Current image' })).toHaveAttribute('href', /^\/uploads\//)
  for (const [label, value, fault] of [
    ['Portfolio Name', '  ', 'Portfolio name is required.'],
    ['Portfolio URL', '', 'Portfolio URL is required.'],
    ['Portfolio URL', 'kestrel-audio', 'Invalid URL format.'],
    ['Categories', ' , ', 'At least one category is required.'],
  ] as const) {
    const field = dialog.getByLabel(label)
    const before = await field.inputValue()
    await field.fill(value)
    await dialog.getByRole('button', { name: 'Update Portfolio' }).click()
    await expect(dialog.getByText(fault)).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill(before || 'https://kestrel.example')
    await expect(dialog.getByText(fault)).toHaveCount(0)
  }
  await dialog.getByLabel('Portfolio Name').fill('Kestrel')
  await page.keyboard.press('Escape')
  const discard = page.getByRole('dialog', { name: 'Discard changes?' })
  await discard.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByLabel('Portfolio Name')).toHaveValue('Kestrel')
  await dialog.getByLabel('Image').setInputFiles(`${covers}/ostara.webp`)
  await expect(dialog.getByText('ostara.webp')).toBeVisible()
  await dialog.getByRole('button', { name: 'Update Portfolio' }).click()
  await expectAlert(page, 'Portfolio updated successfully!')
  await expect(page.getByRole('row', { name: /^Select Kestrel Kestrel / })).toBeVisible()
})
