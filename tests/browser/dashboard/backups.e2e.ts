// Backups in the settings: switched on, made, failing, and downloaded after the password was entered again.
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unpackTar } from 'modern-tar'
import { admin, expect, test } from '../../support/browser.ts'
import { ageSignIns, enter, expectAlert } from '../../support/dashboard.ts'

test('backups are off at first, then made on schedule; the card shows how many are stored', async ({
  page,
}) => {
  await enter(page, '/dashboard/settings')
  const card = page.getByRole('region', { name: 'Backups' })
  await expect(card.getByText('None yet')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(card.getByLabel('How often')).toBeDisabled()
  await card.getByLabel('Back up').check()
  await card.getByLabel('How often').selectOption({ label: 'every week' })
  await card.getByLabel('Time').fill('04:30')
  await card.getByLabel('Number of backups to keep').fill('31')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByText('Choose a whole number from 1 to 30.')).toBeVisible()
  await expect(card.getByLabel('Number of backups to keep')).toBeFocused()
  await card.getByLabel('Number of backups to keep').fill('3')
  await card.getByLabel('Number of backups to keep').press('Enter')
  await expectAlert(page, /Backup settings saved!/)
  await expect(card.getByText(/^1 backup, /)).toBeVisible({ timeout: 30_000 })
  await expect(card.getByText('Up to date')).toBeVisible()
  await expect(card.getByText(/, 04:30$/)).toBeVisible()
  await expect(card.getByText('None yet')).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.reload()
  await expect(card.getByLabel('How often')).toHaveValue('weekly')
  await expect(card.getByLabel('Time')).toHaveValue('04:30')
  await expect(card.getByLabel('Number of backups to keep')).toHaveValue('3')

  // Settings are current when they are opened again: somebody else may have changed them.
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await page.request.put('/api/settings/backups', { data: { interval: 'daily', keep: 5, time: '03:00' } })
  await page.request.put('/api/settings/registration', { data: { registrationEnabled: false } })
  await page.goBack()
  await expect(card.getByLabel('Number of backups to keep')).toHaveValue('5')
  await expect(page.getByLabel('Allow User Registration')).not.toBeChecked()
})

test.describe('backups that fail', () => {
  test('are named on every page of the dashboard, and in the settings', async ({ page, app }) => {
    const backups = join(app.context.config.dataDir, 'backups')
    // A file where the folder should be.
    await rm(backups, { recursive: true, force: true })
    await writeFile(backups, '')
    await enter(page, '/dashboard/settings')
    const card = page.getByRole('region', { name: 'Backups' })
    await card.getByLabel('Back up').check()
    await card.getByRole('button', { name: 'Save' }).click()
    await expect(card.getByText(/^The last backup failed: /)).toBeVisible({ timeout: 30_000 })
    // On the page that was open it follows with the next check of the session.
    const warning = page.getByRole('status').filter({ hasText: 'Backups are failing: ' })
    await page.goto('/dashboard')
    await expect(page.getByRole('region', { name: 'To do' })).toContainText('The last backup failed')
    await expect(warning).toHaveCount(0)
    await page.goto('/dashboard/users')
    await warning.getByRole('link', { name: 'Backup settings' }).click()
    await expect(card.getByText('Last failure')).toBeVisible()
  })
})

test.describe('a download', () => {
  // The browser reports the 403 that this is about.
  test.use({ expectedNoise: /status of 403/ })

  test('needs the password, then the browser saves an archive that is whole', async ({ page, app }) => {
    await enter(page, '/dashboard/settings')
    await ageSignIns(app)
    const card = page.getByRole('region', { name: 'Backups' })
    const button = card.getByRole('button', { name: 'Download a backup' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
    await expect(dialog).toContainText('Downloading a backup needs your password again.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await button.click()
    await dialog.getByRole('textbox', { name: 'Password' }).fill(admin.password)
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^portfolio-[\da-f]{8}-[\dTZ-]+\.tar$/)
    await expectAlert(page, /^The download begins\./)
    const entries = await unpackTar(await readFile(await download.path()), { strict: true })
    expect(entries.slice(-2).map(({ header }) => header.name)).toEqual(['database.sqlite', 'SHA256SUMS'])
    await expect(page).toHaveURL(/\/dashboard\/settings$/)
  })
})
