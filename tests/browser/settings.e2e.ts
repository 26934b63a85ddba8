// The dashboard's settings: registration, and the test email. Backups: backups.e2e.ts.
import { expect, test } from '../support/browser.ts'
import { enter, expectAlert } from '../support/dashboard.ts'

test('registration is switched off: Save is enabled by the change, and the dashboard shows once that it was saved', async ({
  page,
}) => {
  await enter(page, '/dashboard/settings')
  const form = page.getByRole('form', { name: 'User Registration Setting' })
  const save = form.getByRole('button', { name: 'Save' })
  await expect(page.getByLabel('Allow User Registration')).toBeEnabled()
  await expect(save).toBeDisabled()
  await page.getByLabel('Allow User Registration').uncheck()
  await save.click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expectAlert(page, 'Setting saved!')
  expect(await (await page.request.get('/api/settings/registration')).json()).toEqual({
    registrationEnabled: false,
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test.describe('without a mail server', () => {
  test.use({ env: { SMTP_URL: '' } })

  test('a banner says so, and a test email says that it is in the outbox', async ({ page }) => {
    await enter(page, '/dashboard/settings')
    await expect(page.getByText('Email is not configured')).toContainText('set SMTP_URL on the server')
    await expect(page.getByRole('region', { name: 'Email' })).toContainText(
      'SMTP_URL=smtp://user:password@mail.example.com:587',
    )
    await page.getByRole('button', { name: 'Send test email' }).click()
    await expect(page.getByRole('alert')).toContainText('outbox')
  })
})
