// Access tokens in the settings: made, shown once, used by a script, revoked; by mouse, touch and keyboard.
import { admin, expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { enter, expectAlert } from '../support/dashboard.ts'
import { ageSignIns } from '../support/old-sign-in.ts'

// Axe reads the page whole, twice over.
test.describe.configure({ timeout: 150_000 })

test('a token is made, shown once, works, and is revoked after a question', async ({ page, app }) => {
  await enter(page, '/dashboard/settings')
  const card = page.getByRole('region', { name: 'Access tokens' })
  await expect(card.getByText('There is none yet.')).toBeVisible()
  const press = (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    return button.click()
  }
  await press('New token')
  const dialog = page.getByRole('dialog', { name: 'New Token' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await press('Create')
  await expect(dialog.getByText('Name is required.')).toBeVisible()
  await expect(dialog.getByText('Choose what it may do.')).toBeVisible()
  await dialog.getByLabel('Name').fill('Nightly export')
  await dialog.getByLabel('Read and export messages').check()
  await dialog.getByLabel('Expires after').selectOption({ label: '90 days' })
  await press('Create')
  await expect(dialog).toHaveCount(0)
  await expect(card.getByText('New token. Copy it now, it is not shown again.')).toBeVisible()
  const secret = await card.locator('code').innerText()
  expect(secret).toMatch(/^pat_[\w-]{43}$/)
  await expect(card.getByText(/^Read messages\. Until .*\. Made .*\. Not used yet$/)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const headers = { authorization: `Bearer ${secret}` }
  const read = async () => (await fetch(`${app.url}/contacts`, { headers })).status
  expect(await read()).toBe(200)
  await page.reload()
  await expect(card.getByText(/^Read messages\..*Used .*$/)).toBeVisible()
  await expect(card.locator('code')).toHaveCount(0)

  await press('Revoke Nightly export')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press('Revoke')
  await expectAlert(page, 'Token revoked.')
  await expect(card.getByText('There is none yet.')).toBeVisible()
  expect(await read()).toBe(401)
})

test.describe('after the password was entered long ago', () => {
  test.use({ expectedNoise: /status of 403/ })

  test('a token is made by keyboard alone, after the password was entered again', { tag: '@full' }, async ({
    page,
    dataDir,
  }) => {
    await enter(page, '/dashboard/settings')
    ageSignIns(dataDir)
    await page.getByRole('button', { name: 'New token' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'New Token' })
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Build script')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    const again = page.getByRole('dialog', { name: 'Confirm it is you' })
    await expect(again.getByLabel('Password', { exact: true })).toBeFocused()
    await page.keyboard.type(admin.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText('New token. Copy it now, it is not shown again.')).toBeVisible()
    await expect(page.getByText(/^Read and change projects\. Until/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'New token', exact: true })).toBeFocused()
  })
})
