// The whole day of an owner, from the first sign-in to the last sign-out.
import { readFile } from 'node:fs/promises'
import { enter, expect, expectAlert, register, test } from '../../support/browser.ts'

test('an owner runs the site for a day', async ({ page, browser, app, smtp, noise }) => {
  test.setTimeout(180_000)
  const { email: colleague } = await register(page.request, 'Uma User')
  await enter(page, '/dashboard')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back, Juno Balint!')
  await expect(page.getByRole('link', { name: /Total Portfolio/ })).toContainText('10')

  // Three projects, two of them published.
  await page.getByRole('link', { name: 'Add Portfolio' }).click()
  for (const [name, cover] of [
    ['Harbour Radio', 'kestrel'],
    ['Night Market', 'molino'],
    ['Paper Garden', 'plantenhuis'],
  ] as const) {
    await page.getByLabel('Project name').fill(name)
    await page.getByLabel('URL').fill(`https://${cover}.example/`)
    await page.getByLabel('Categories', { exact: true }).fill('Day Work, Branding')
    await page.getByLabel('Image', { exact: true }).setInputFiles(`content/demo/covers/${cover}.webp`)
    await page.getByRole('button', { name: 'Add Portfolio' }).click()
    await expectAlert(page, /^Portfolio added successfully!/)
    await expect(page.getByLabel('Project name')).toHaveValue('')
  }
  await page.getByRole('link', { name: 'View portfolios' }).click()
  await page.getByLabel('Select Harbour Radio').check()
  await page.getByLabel('Select Night Market').check()
  await page.getByLabel('Update Status').selectOption({ label: 'Set to Published' })
  await page.getByRole('button', { name: 'Apply' }).click()
  await expectAlert(page, '2 portfolios set to published. View live')

  await page.getByRole('button', { name: 'Edit Night Market' }).click()
  await page.getByLabel('Portfolio Name').fill('Night Market Lisbon')
  await page.getByRole('button', { name: 'Update Portfolio' }).click()
  await expectAlert(page, 'Portfolio updated successfully!')
  await page.getByRole('button', { name: 'Cancel' }).click()

  // A visitor sees what is published, and writes.
  const visitor = await (await browser.newContext({ baseURL: app.url })).newPage()
  await visitor.goto('/portfolio')
  await expect(visitor.getByRole('link', { name: 'View Harbour Radio' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'View Night Market Lisbon' })).toBeVisible()
  await expect(visitor.getByText('Paper Garden')).toHaveCount(0)
  await visitor.goto('/contact')
  await visitor.getByLabel('Name').fill('Greta Solheim')
  await visitor.getByLabel('Email').fill('greta@example.org')
  await visitor.getByLabel('Subject').fill('New site for a museum')
  await visitor.getByLabel('Message').fill('Is spring still free?')
  // What is sent within two seconds is held back as spam.
  await visitor.waitForFunction(() => performance.now() > 2_000)
  await visitor.locator('form').getByRole('button').click()
  await expect(visitor.getByText('Message sent successfully!').first()).toBeVisible()

  // The owner reads and replies; the email arrives.
  await page.getByRole('link', { name: /^Contact/ }).click()
  await page.getByRole('link', { name: 'Greta Solheim' }).click()
  const message = page.getByRole('article')
  await expect(message.getByText('Is spring still free?')).toBeVisible()
  await message.getByRole('button', { name: 'Reply' }).click()
  await page.getByRole('dialog').getByLabel('Message').press('End')
  await page.getByRole('dialog').getByLabel('Message').pressSequentially('Spring is yours.')
  await page.getByRole('button', { name: 'Send Reply' }).click()
  await expectAlert(page, 'Reply sent successfully!')
  await expect(message).toContainText('Replied')
  await expect
    .poll(() => smtp.emails.find((email) => email.subject === 'Re: New site for a museum')?.text)
    .toContain('Hello Greta,\n\nSpring is yours.')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export to CSV' }).click()
  const download = await downloading
  expect(await readFile(await download.path(), 'utf8')).toMatch(/Greta Solheim.*Replied/)
  await expectAlert(page, 'Contacts exported to CSV!')

  // Registration off: a stranger finds no way in.
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByLabel('Allow User Registration').uncheck()
  const save = page
    .getByRole('form', { name: 'User Registration Setting' })
    .getByRole('button', { name: 'Save' })
  noise.push(/ERR_FAILED/)
  await page.route('**/api/settings/registration', (route) => route.abort(), { times: 1 })
  await save.click()
  await expectAlert(page, 'Failed to save setting!')
  await expect(page.getByLabel('Allow User Registration')).not.toBeChecked()
  await save.click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expectAlert(page, 'Setting saved!')
  await visitor.goto('/register')
  await expect(visitor).toHaveURL((url) => url.pathname === '/')

  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByLabel('Search by name or email').fill(colleague)
  await page.getByRole('link', { name: 'Edit Uma User' }).click()
  await expect(page.getByRole('heading', { name: 'Update User' })).toBeVisible()
  await page.getByLabel('Role').selectOption('admin')
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click()
  await expect(page.getByRole('row', { name: /Uma User/ })).toContainText('Admin')

  await page.getByRole('button', { name: 'Juno Balint', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login$/)
})
