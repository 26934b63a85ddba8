// Saved replies at the reply dialog, and the reply in a mail program where no mail server is set up.
import type { Page } from '@playwright/test'
import { enter, expect, expectAccessible, expectAlert, test, writeMessage } from '../../support/browser.ts'

async function openReply(page: Page) {
  await enter(page, '/dashboard')
  await writeMessage(page.request, { name: 'Greta Solheim' })
  await page.goto('/dashboard/view-contacts')
  await page.getByRole('row').getByRole('button', { name: 'Reply to Greta Solheim' }).click()
  return page.getByRole('dialog', { name: 'Reply to Greta Solheim' })
}

test.describe('on a phone', () => {
  test.use({ colorScheme: 'dark', viewport: { width: 390, height: 900 }, hasTouch: true })

  test('a saved text is inserted at the cursor, changed, deleted and sent', async ({ page, smtp }) => {
    const dialog = await openReply(page)
    const replies = () => smtp.emails.filter(({ subject }) => subject === 'Your Inquiry')
    const opener = dialog.getByRole('button', { name: 'Saved replies' })
    await opener.click()
    await dialog.getByRole('button', { name: 'Save this text as a reply' }).click()
    const edit = page.getByRole('dialog', { name: 'New saved reply' })
    await expect(edit.getByLabel('Text')).toHaveValue('Hello {name},')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(edit.getByText('Title is required.')).toBeVisible()
    await edit.getByLabel('Text').fill('{name}, I am booked until May. ')
    await edit.getByLabel('Title').fill('Booked')
    await edit.getByLabel('Title').press('Enter')
    await expect(edit).toHaveCount(0)

    const text = dialog.getByLabel('Message')
    await text.fill('Hello.  Bye.')
    await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(7, 7))
    await opener.press('Enter')
    await dialog.getByRole('button', { name: /^Booked/ }).press('Enter')
    await expect(text).toHaveValue('Hello. Greta, I am booked until May. Bye.')
    await expect(text).toBeFocused()
    await opener.click()
    await dialog.getByRole('button', { name: 'Edit saved replies' }).click()
    const list = page.getByRole('dialog', { name: 'Saved replies' })
    await list.getByRole('button', { name: 'Edit Booked' }).click()
    const title = page.getByRole('dialog', { name: 'Edit saved reply' }).getByLabel('Title')
    await title.fill('Fully booked')
    await title.press('Enter')
    await list.getByRole('button', { name: 'Delete Fully booked' }).click()
    await page
      .getByRole('dialog', { name: /^Delete/ })
      .getByRole('button', { name: 'Delete' })
      .click()
    await expect(list.getByText('No saved replies yet')).toBeVisible()
    await page.keyboard.press('Escape')
    expect(replies()).toEqual([])
    await dialog.getByRole('button', { name: 'Send Reply' }).click()
    await expectAlert(page, 'Reply sent successfully!')
    await expect.poll(() => replies()[0]?.text).toContain('Hello. Greta, I am booked until May. Bye.')
  })
})

test.describe('without a mail server', () => {
  test.use({ env: { SMTP_URL: '' } })

  test('the reply is a link to a mail program, and nothing is marked by itself', async ({ page }) => {
    const dialog = await openReply(page)
    await expect(dialog).toContainText('Email is not set up, so Greta Solheim receives nothing from here.')
    await expect(dialog.getByRole('button', { name: 'Send Reply' })).toHaveAccessibleDescription(
      /“Send Reply” only writes it to a file on the server, and marks the message as replied/,
    )
    await dialog.getByLabel('Message').fill('Spring & summer?')
    await expect(dialog.getByRole('link', { name: 'Open in mail program' })).toHaveAttribute(
      'href',
      'mailto:greta.solheim%40example.org?subject=Your%20Inquiry&body=Spring%20%26%20summer%3F',
    )
    await expectAccessible(page)
    const { contacts } = await (await page.request.get('/contacts')).json()
    expect(contacts[0].replied).toBe(false)
    await dialog.getByRole('button', { name: 'Mark as replied' }).click()
    await expectAlert(page, 'Marked as replied.')
    await expect(page.getByRole('row', { name: /Greta/ })).toContainText('Replied')
  })
})
