// Webhooks in the settings: made, their secret shown once, tested, deleted.
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { enter, expectAlert } from '../support/dashboard.ts'

// Axe reads the page whole, twice over.
test.describe.configure({ timeout: 150_000 })

test('a webhook is made, shows its secret once, says why a test failed, and is deleted', async ({ page }) => {
  await enter(page, '/dashboard/settings')
  const card = page.getByRole('region', { name: 'Webhooks' })
  const press = (name: string | RegExp) => {
    const button = page.getByRole('button', { name, exact: true })
    return button.click()
  }
  await press('New webhook')
  const dialog = page.getByRole('dialog', { name: 'New Webhook' })
  await expect(dialog.getByLabel('URL')).toBeFocused()
  await dialog.getByLabel('URL').fill('http://hooks.example/new')
  await press('Create')
  await expect(dialog.getByText('Enter an https URL on a public host.')).toBeVisible()
  // There is no such host, so nothing is ever sent.
  await dialog.getByLabel('URL').fill('https://localhost.invalid/new-messages')
  await press('Create')
  await expect(dialog).toHaveCount(0)
  await expect(card.locator('code')).toHaveText(/^whsec_.{44}$/)
  await expect(card.getByText('Not called yet')).toBeVisible()
  await press('Send a test to https://localhost.invalid/new-messages')
  await expect(card.getByText(/^The test was not delivered: /)).toBeVisible({ timeout: 30_000 })
  await expect(card.getByText(/^Failed.*: /)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload()
  await expect(card.getByText(/^Failed.*: /)).toBeVisible()
  await expect(card.locator('code')).toHaveCount(0)
  await press('Delete https://localhost.invalid/new-messages')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press('Delete')
  await expectAlert(page, 'Webhook deleted.')
  await expect(card.getByText('Another service can be told')).toBeVisible()
})
