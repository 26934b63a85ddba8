// The dashboard's messages: read, replied to, filtered, deleted and exported, and mail that fails. A reply whose outcome is
// unknown: reply-outcome.e2e.ts.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { enter, expectAlert, writeMessage } from '../support/dashboard.ts'
import { deferredReply, rejectedReply, type SmtpPeer } from '../support/smtp-peer.ts'

const isReply = (subject: string) => (email: { subject?: string }) => email.subject === subject

test('a message is read and replied to; the email arrives and the row says Replied', async ({
  page,
  smtp,
}) => {
  await enter(page, '/dashboard')
  await writeMessage(page.request, { name: 'Greta Solheim', message: 'Eleven rooms.\n<b>One</b> old site.' })
  await writeMessage(page.request, { name: 'Tomasz Wilk', subject: 'Re: Spoons' })
  await page.goto('/dashboard/view-contacts')
  await expect(page.getByRole('row', { name: /Greta/ })).toContainText('N/A')
  await expect(page.getByRole('link', { name: /^Contact/ })).toContainText('2')
  await page
    .getByRole('row', { name: /Tomasz/ })
    .getByRole('button', { name: /^Reply/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Reply to Tomasz Wilk' })
  await expect(dialog.getByLabel('Subject')).toHaveValue('Re: Spoons')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('link', { name: 'Greta Solheim' }).press('Enter')
  const message = page.getByRole('article')
  await expect(message.getByText('<b>One</b> old site.')).toBeVisible()
  await message.getByRole('button', { name: 'Reply' }).click()
  const reply = page.getByRole('dialog', { name: 'Reply to Greta Solheim' })
  await expect(reply.getByLabel('Subject')).toHaveValue('Your Inquiry')
  await expect(reply.getByLabel('Message')).toHaveValue('Hello Greta,\n\n')
  await expect(reply.getByLabel('Message')).toBeFocused()
  await reply.getByLabel('Subject').fill(' ')
  await reply.getByLabel('Message').fill(' ')
  await reply.getByRole('button', { name: 'Send Reply' }).click()
  await expect(reply.getByText('Subject is required.')).toBeVisible()
  await expect(reply.getByText('Message body is required.')).toBeVisible()
  await reply.getByLabel('Subject').fill('About spring')
  await reply.getByLabel('Message').fill('Spring is **free**.\n\n- April\n- May')
  await reply.getByRole('button', { name: 'Send Reply' }).click()
  await expectAlert(page, 'Reply sent successfully!')
  await expect(page.getByRole('listitem').filter({ hasText: 'Eleven rooms' }).first()).toContainText(
    'Replied',
  )
  await expect.poll(() => smtp.emails.find(isReply('About spring'))?.text).toContain('Spring is **free**.')
  const thread = page.getByRole('list', { name: 'Messages and replies' })
  await expect(thread).toContainText('Spring is free.')
  await expect(thread.locator('strong')).toHaveText('free')
  await expect(thread.getByRole('listitem').filter({ hasText: /^May$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Contact/ })).toContainText('1')
})

/** Replies to a message while the mail server behaves so. @returns the dialog of the reply */
async function replyWhile(page: Page, smtp: SmtpPeer, mode: SmtpPeer['mode'], text: string) {
  await enter(page, '/dashboard')
  await writeMessage(page.request, { name: 'Greta Solheim' })
  await page.goto('/dashboard/view-contacts')
  smtp.mode = mode
  await page
    .getByRole('row')
    .getByRole('button', { name: /^Reply/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message').fill(text)
  await dialog.getByRole('button', { name: 'Send Reply' }).click()
  return dialog
}

test.describe('a mail server that fails', () => {
  test.use({ expectedNoise: /status of 50[23]/ })

  test('rejected for good: shows the reply of the mail server and the text, which the next try sends', async ({
    page,
    smtp,
  }) => {
    const dialog = await replyWhile(page, smtp, 'reject', 'Typed with care.')
    await expect(dialog.getByRole('alert')).toContainText(/^Failed to send reply: /)
    await expect(dialog.getByRole('alert')).toContainText(rejectedReply.slice(-20))
    await expect(dialog.getByLabel('Message')).toHaveValue('Typed with care.')
    smtp.mode = 'accept'
    await dialog.getByRole('button', { name: 'Send Reply' }).click()
    await expectAlert(page, 'Reply sent successfully!')
    await expect.poll(() => smtp.emails.filter(isReply('Your Inquiry')).length).toBe(1)
  })

  test('no response: a notice says that sending is retried, and the row says Sending', {
    tag: '@full',
  }, async ({ page, smtp }) => {
    const dialog = await replyWhile(page, smtp, 'hang', 'Into the silence.')
    await expect(dialog.getByRole('button', { name: 'Sending' })).toBeDisabled()
    await expectAlert(page, 'Reply saved. The mail server did not respond; sending is retried.')
    await expect(page.getByRole('row', { name: /Greta/ })).toContainText('Sending')
  })

  test('rejected for now: the row says Sending, and a test email shows the reply of the mail server', {
    tag: '@full',
  }, async ({ page, smtp }) => {
    await replyWhile(page, smtp, 'defer', 'Later.')
    await expectAlert(page, 'Reply saved. The mail server did not respond; sending is retried.')
    await expect(page.getByRole('row', { name: /Greta/ })).toContainText('Sending')
    await page.goto('/dashboard/settings')
    await page.getByRole('button', { name: 'Send test email' }).click()
    await expect(page.getByRole('alert')).toContainText(deferredReply.slice(-10))
  })
})

test('messages are filtered, deleted one by one and together, and exported', async ({ page }) => {
  await enter(page, '/dashboard')
  for (const name of ['Ana One', 'Bob Two', 'Cy Three', 'Dee Four'])
    await writeMessage(page.request, {
      name,
      subject: `=cmd "${name}"`,
      message: 'Line one,\nline "two" – 你好',
    })
  await page.goto('/dashboard/view-contacts')
  await expect(page.getByRole('button', { name: 'Delete Selected (0)' })).toBeDisabled()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('contacts.csv')
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain('"\'=cmd ""Dee Four"""')
  expect(csv).toContain('你好')
  await expectAlert(page, 'Contacts exported to CSV!')
  await page.getByRole('button', { name: 'Delete message from Ana One' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'Are you sure you want to delete 1 contact message(s)? This action cannot be undone.',
  )
  await expect(page.getByRole('dialog')).toContainText('The message from Ana One is deleted')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectAlert(page, 'Delete successful!')
  await page.getByLabel('Select message from Bob Two').check()
  await page.getByLabel('Select message from Cy Three').check()
  await page.getByRole('button', { name: 'Delete Selected (2)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Status').selectOption('Replied')
  await expect(page.getByText('No contact messages found')).toBeVisible()
})

test.describe('an export that fails', () => {
  test.use({ expectedNoise: /status of 500/ })

  test('shows an error with its status', { tag: '@full' }, async ({ page }) => {
    await enter(page, '/dashboard/view-contacts')
    await page.route('**/contacts/export-csv', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Export to CSV' }).click()
    await expectAlert(page, 'Failed to export CSV: HTTP error! status: 500')
  })
})
