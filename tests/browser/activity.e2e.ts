// The audit trail in the dashboard: reached from Settings, filtered, searched, paged by keyboard, exported.
import { readFile } from 'node:fs/promises'
import { admin, expect, test } from '../support/browser.ts'
import { enter, expectAlert, register } from '../support/dashboard.ts'

// Axe reads the page whole, twice over.
test.describe.configure({ timeout: 150_000 })

test.use({ expectedNoise: /status of 401/ })

test('the audit trail shows sign-ins and failed ones, accessible and without scrolling sideways', async ({
  page,
}) => {
  const wrong = { email: admin.email, password: 'Wrong-Horse-7' }
  await page.request.post('/login', { data: wrong })
  await enter(page, '/dashboard/activity')
  await expect(page.getByRole('row', { name: /Sign-in failed/ })).toContainText(admin.email)
  await expect(page.getByRole('row', { name: /Signed in/ }).first()).toContainText(admin.email)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
})

test('the audit trail is reached, filtered and searched by keyboard; the URL holds the filters', async ({
  page,
}) => {
  for (const name of ['Pia Person', 'Quentin Quill']) await register(page.request, name)
  await enter(page, '/dashboard/settings')
  await page.getByRole('link', { name: 'Show activity' }).press('Enter')
  await expect(page).toHaveURL(/\/dashboard\/activity$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity')
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: 'Registered' })).toHaveCount(2)
  const kind = page.getByLabel('Event')
  await kind.focus()
  await kind.selectOption({ label: 'Registered' })
  await expect(page).toHaveURL(/status=user\.registered/)
  await expect(rows).toHaveCount(3)
  await page.getByRole('searchbox').pressSequentially('quentin')
  await expect(page).toHaveURL(/search=quentin/)
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('status')).toHaveText('1 result')
  await page.reload()
  await expect(rows).toHaveCount(2)
  await page.getByRole('searchbox').fill('nothing of this kind')
  await expect(page.getByText('No activity found')).toBeVisible()
  await page.goto('/dashboard/activity')
  // An account's email address leads to all that it did.
  await page.getByRole('link', { name: 'pia.person@example.org' }).press('Enter')
  await expect(page).toHaveURL(/search=pia\.person%40example\.org/)
  await expect(rows).toHaveCount(2)
})

test('the list is current when it is opened again, and when its window gets the focus', async ({ page }) => {
  await enter(page, '/dashboard/activity')
  const rows = page.getByRole('row').filter({ hasText: 'Registered' })
  await expect(page.getByRole('row', { name: /Signed in/ })).not.toHaveCount(0)
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page).toHaveURL('/dashboard/users')
  await register(page.request, 'Pia Person')
  await page.goBack()
  await expect(rows).toHaveCount(1)
  await register(page.request, 'Quentin Quill')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(rows).toHaveCount(2)
})

test('the audit trail is exported with the filter that is shown', async ({ page }) => {
  await register(page.request, 'Pia Person')
  await enter(page, '/dashboard/activity?status=user.registered')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to CSV' }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toBe('activity.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('"user.registered","pia.person@example.org"')
  await expectAlert(page, 'Activity exported to CSV!')
})
