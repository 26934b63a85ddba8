// A session that ends while a form is filled: the login page says so, and what was typed is in its form afterwards.
import type { Page } from '@playwright/test'
import { admin, expect, test } from '../../support/browser.ts'
import { enter, logIn, writeMessage } from '../../support/dashboard.ts'

// The browser reports the 401 that ends it, and the product that a list could not be loaded.
test.beforeEach(({ noise }) => void noise.push(/status of 401|could not be loaded/))

const notice = (page: Page) => page.getByRole('main').getByRole('alert')

test('a reply sent after the end leads to the login; its text is not lost, and no password stored', async ({
  page,
  context,
}) => {
  await enter(page, '/dashboard')
  await writeMessage(page.request, { name: 'Greta Solheim' })
  const openReply = async () => {
    await page.getByRole('link', { name: /^Contact/ }).click()
    await page.getByRole('button', { name: 'Reply to Greta Solheim' }).click()
  }
  const dialog = page.getByRole('dialog')
  await openReply()
  await dialog.getByLabel('Message').fill('Spring is free.')
  await context.clearCookies()
  await dialog.getByRole('button', { name: 'Send Reply' }).click()
  await expect(page).toHaveURL('/login')
  await expect(notice(page)).toHaveText(
    'Your session has ended. Please log in again. What you typed is still in its form.',
  )
  await page.reload()
  await logIn(page)
  await page.waitForURL('/dashboard')
  await openReply()
  await expect(dialog.getByLabel('Message')).toHaveValue('Spring is free.')

  // Passwords are never stored, and a logout, which removes what was typed (account-switch.e2e.ts), says nothing of this.
  const stored = () => page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  await page.goto('/profile/change-password')
  await page.getByLabel('Old Password', { exact: true }).fill('Secret-Horse-1')
  await page.getByLabel('New Password', { exact: true }).fill('Secret-Horse-2')
  await page.goto('/profile/edit-profile')
  await page.getByLabel('Name').fill('Juno B.')
  await expect.poll(stored).toContain('Juno B.')
  expect(await stored()).not.toContain('Secret-Horse')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: admin.name }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(notice(page)).toHaveCount(0)
})
