// Client links in the dashboard: made, copied, listed and revoked, from the edit dialog and from the row menu.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { enter, expectAlert } from '../support/dashboard.ts'

// Axe reads the page whole, several times.
test.describe.configure({ timeout: 150_000 })

const newLink = (page: Page) => page.getByRole('dialog', { name: 'New Client Link' })
const shownUrl = (page: Page) => page.locator('dialog code').innerText()

test('a link is made in the edit dialog, copied, and revoked after a question', async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, '/dashboard/view-portfolio')
  const press = (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    return button.click()
  }
  await press('Edit Fjordlys Hotel')
  const part = page.getByRole('region', { name: 'Client links' })
  await expect(part.getByText('also while it is a draft')).toBeVisible()
  await press('New client link')
  await expect(newLink(page).getByLabel('For')).toBeFocused()
  await expect(newLink(page).getByLabel('Expires after')).toHaveValue('14')
  await newLink(page).getByLabel('Passphrase').fill('short')
  await press('Create')
  await expect(newLink(page).getByLabel('Passphrase')).toHaveAccessibleDescription(
    /^Passphrase must have at least 8 characters\./,
  )
  await newLink(page).getByLabel('Passphrase').fill('')
  await newLink(page).getByLabel('For').fill('For the board')
  await newLink(page).getByLabel('Expires after').selectOption('1')
  await press('Create')
  await expect(newLink(page)).toHaveCount(0)
  await expect(part.getByText('New client link. Copy it now, it is not shown again.')).toBeVisible()
  await expect(part.getByText(/^Until \w{3} \d/)).toBeVisible()
  await expect(part.getByText('0 opens')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const url = await shownUrl(page)
  await press('Copy the client link')
  await expect(part.getByRole('status')).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)

  // A client, in a browser that does not say that it is a machine.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const client = await browser.newContext({ userAgent })
  const clientPage = await client.newPage()
  const status = async () => (await clientPage.goto(url))?.status()
  expect(await status()).toBe(200)
  await page.reload()
  await press('Edit Fjordlys Hotel')
  await expect(part.getByText('1 open', { exact: true })).toBeVisible()
  await expect(part.getByText(/Last opened: Just now$/)).toBeVisible()
  await expect(part.locator('code')).toHaveCount(0)

  await press('Revoke For the board')
  const question = page.getByRole('dialog', { name: 'Revoke this link?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press('Revoke')
  await expect(question).toHaveCount(0)
  await expect(part.getByText('Client link revoked.')).toBeVisible()
  await expect(part.getByText('also while it is a draft')).toBeVisible()
  expect(await status()).toBe(404)
  await client.close()
  // The project itself was not changed: closing asks nothing.
  await press('Cancel')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the row menu copies one at the first press, which the list shows', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, '/dashboard/view-portfolio')
  const row = page.getByRole('row', { name: /Fjordlys Hotel/ })
  await expect(row).not.toContainText('Client link')
  await page.getByRole('button', { name: 'More for Fjordlys Hotel' }).click()
  await page.getByRole('menuitem', { name: 'Copy client link' }).click()
  await expectAlert(page, /^Client link of Fjordlys Hotel copied\. It works until \w{3} \d+\.$/)
  await expect(row).toContainText(/Client link until \w{3} \d+/)
  const url = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(url)
  await expect(page.getByText('For your eyes, until')).toBeVisible()
})

test('without a clipboard, as over plain http, the link is shown', { tag: '@full' }, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await enter(page, '/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'More for Fjordlys Hotel' }).click()
  await page.getByRole('menuitem', { name: 'Copy client link' }).click()
  await expectAlert(page, /^Client link of Fjordlys Hotel: http:\S+\/c\/\S+ It works until/)
})

test('the row menu opens them, by keyboard alone, and the focus comes back', { tag: '@full' }, async ({
  page,
}) => {
  await enter(page, '/dashboard/view-portfolio')
  const more = page.getByRole('button', { name: 'More for Fjordlys Hotel' })
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Manage client links' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Client links of Fjordlys Hotel' })
  await dialog.getByRole('button', { name: 'New client link' }).press('Enter')
  await expect(newLink(page).getByLabel('For')).toBeFocused()
  await page.keyboard.type('First look for Rui')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('lantern light')
  // What was typed is not lost by one key.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(newLink(page).getByLabel('Passphrase')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(/, with passphrase$/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'New client link' })).toBeFocused()
  await expect(dialog.getByText('Each makes another link')).toBeVisible()
  const first = await shownUrl(page)
  await dialog.getByRole('button', { name: 'New client link' }).press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  expect(await shownUrl(page)).not.toBe(first)
  await dialog.getByRole('button', { name: 'Revoke First look for Rui' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Revoke First look for Rui' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(more).toBeFocused()
})
