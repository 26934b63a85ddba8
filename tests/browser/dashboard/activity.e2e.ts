// The audit trail in the dashboard: reached from Settings, filtered, searched, kept current, exported.
import { readFile } from 'node:fs/promises'
import { admin, expect, test } from '../../support/browser.ts'
import { enter, expectAlert, register, saved } from '../../support/dashboard.ts'

test.beforeEach(({ noise }) => void noise.push(/status of 401/))

test('the audit trail is filtered, searched and exported; the URL holds the filters', async ({ page }) => {
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

  // Current when it is opened again, and when its window gets the focus.
  await page.goto('/dashboard/activity?status=user.registered')
  await expect(rows).toHaveCount(3)
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await register(page.request, 'Rosa Reed')
  await page.goBack()
  await expect(rows).toHaveCount(4)
  await register(page.request, 'Sam Stone')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(rows).toHaveCount(5)
})
