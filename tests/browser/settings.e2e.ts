// The dashboard's settings: registration, email, how long messages are stored, access tokens, webhooks. Backups: backups.e2e.ts.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { enter, expectAlert } from '../support/dashboard.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

test('registration is switched off, which the dashboard shows once; a period after which messages are deleted is confirmed', async ({
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

  // No message is deleted until a period is chosen; those that it deletes at once are counted and confirmed first.
  await page.goto('/dashboard/settings')
  let messages = 1234
  await page.route('/api/settings/messages/old?months=6', (route) => route.fulfill({ json: { messages } }))
  const card = page.getByRole('region', { name: 'Messages' })
  const saveMessages = card.getByRole('button', { name: 'Save' })
  const stored = async () => (await (await page.request.get('/api/settings/messages')).json()).months
  await expect(card.getByLabel('Delete messages')).toBeEnabled()
  await expect(card.getByLabel('Delete messages')).toHaveValue('0')
  await expect(saveMessages).toBeDisabled()
  await card.getByLabel('Delete messages').selectOption('After 6 months')
  await saveMessages.click()
  const dialog = page.getByRole('dialog', { name: 'Delete old messages?' })
  await expect(dialog).toContainText(
    '1,234 messages arrived more than 6 months ago and are deleted within an hour',
  )
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(saveMessages).toBeEnabled()
  expect(await stored()).toBe(0)
  messages = 1
  await saveMessages.click()
  await dialog.getByRole('button', { name: 'Delete 1 message' }).click()
  await expect(card.getByText('Setting saved!')).toBeVisible()
  expect(await stored()).toBe(6)
})

test.describe('without a mail server', () => {
  test.use({ env: { SMTP_URL: '' } })

  test('a banner says so, and a test email says that it is in the outbox', async ({ page }) => {
    await enter(page, '/dashboard/settings')
    await expect(page.getByText('Email is not configured')).toContainText('set SMTP_URL on the server')
    await press(page, 'Send test email')
    await expect(page.getByRole('alert')).toContainText('outbox')
  })
})

test('a token is made, shown once, works, and is revoked after a question', async ({ page, app }) => {
  await enter(page, '/dashboard/settings')
  const card = page.getByRole('region', { name: 'Access tokens' })
  await expect(card.getByText('There is none yet.')).toBeVisible()
  await press(page, 'New token')
  const dialog = page.getByRole('dialog', { name: 'New Token' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await press(page, 'Create')
  await expect(dialog.getByText('Name is required.')).toBeVisible()
  await expect(dialog.getByText('Choose what it may do.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Nightly export')
  await dialog.getByLabel('Read and export messages').check()
  await dialog.getByLabel('Expires after').selectOption({ label: '90 days' })
  await press(page, 'Create')
  await expect(card.getByText('New token. Copy it now, it is not shown again.')).toBeVisible()
  const secret = await card.locator('code').innerText()
  expect(secret).toMatch(/^pat_[\w-]{43}$/)
  await expect(card.getByText(/^Read messages\. Until .*\. Made .*\. Not used yet$/)).toBeVisible()

  const headers = { authorization: `Bearer ${secret}` }
  const read = async () => (await fetch(`${app.url}/contacts`, { headers })).status
  expect(await read()).toBe(200)
  await page.reload()
  await expect(card.getByText(/^Read messages\..*Used .*$/)).toBeVisible()
  await expect(card.locator('code')).toHaveCount(0)
  await press(page, 'Revoke Nightly export')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, 'Revoke')
  await expectAlert(page, 'Token revoked.')
  await expect(card.getByText('There is none yet.')).toBeVisible()
  expect(await read()).toBe(401)
})

test('a webhook is made, shows its secret once, says why a test failed, and is deleted', async ({ page }) => {
  await enter(page, '/dashboard/settings')
  const card = page.getByRole('region', { name: 'Webhooks' })
  await press(page, 'New webhook')
  const dialog = page.getByRole('dialog', { name: 'New Webhook' })
  await expect(dialog.getByLabel('URL')).toBeFocused()
  await dialog.getByLabel('URL').fill('http://hooks.example/new')
  await press(page, 'Create')
  await expect(dialog.getByText('Enter an https URL on a public host.')).toBeVisible()
  // There is no such host, so nothing is ever sent.
  await dialog.getByLabel('URL').fill('https://localhost.invalid/new-messages')
  await press(page, 'Create')
  await expect(card.locator('code')).toHaveText(/^whsec_.{44}$/)
  await expect(card.getByText('Not called yet')).toBeVisible()
  await press(page, 'Send a test to https://localhost.invalid/new-messages')
  await expect(card.getByText(/^The test was not delivered: /)).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload()
  await expect(card.getByText(/^Failed.*: /)).toBeVisible()
  await expect(card.locator('code')).toHaveCount(0)
  await press(page, 'Delete https://localhost.invalid/new-messages')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, 'Delete')
  await expectAlert(page, 'Webhook deleted.')
  await expect(card.getByText('Another service can be told')).toBeVisible()
})
