// The dashboard's messages: read, replied to with a signature, filtered, deleted and exported, and mail that fails.
import { readFile } from 'node:fs/promises'
import { expect, test, violationsOf } from '../../support/browser.ts'
import { enter, expectAlert, writeMessage } from '../../support/dashboard.ts'
import { rejectedReply } from '../../support/peers/smtp-peer.ts'

const isReply = (subject: string) => (email: { subject?: string }) => email.subject === subject

test('a message is read and replied to with a signature; the email arrives and the row says Replied', async ({
  page,
  smtp,
}) => {
  await enter(page, '/dashboard/settings')
  const form = page.getByRole('form', { name: 'Signature' })
  const save = form.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await form.getByLabel('Signature').fill('Juno Balint\nFrontend Developer')
  await save.press('Enter')
  await expectAlert(page, 'Signature saved!')
  await expect(save).toBeDisabled()
  await expect(form.getByLabel('Signature')).toHaveValue('Juno Balint\nFrontend Developer')

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
  await expect(reply).toContainText('Your signature follows:Juno Balint')
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
  const sent = () => smtp.emails.find(isReply('About spring'))
  await expect.poll(() => sent()?.text).toContain('Spring is **free**.')
  expect(sent()?.text).toContain('Juno Balint\nFrontend Developer')
  const thread = page.getByRole('list', { name: 'Messages and replies' })
  await expect(thread).toContainText('Spring is free.')
  await expect(thread.locator('strong')).toHaveText('free')
  await expect(thread.getByRole('listitem').filter({ hasText: /^May$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Contact/ })).toContainText('1')

  // As a mail program shows it.
  const html = sent()?.html ?? ''
  const shown = await page.context().newPage()
  await shown.setContent(html.replace(/<img [^>]*>/, ''))
  expect(await violationsOf(shown)).toEqual([])
  await shown.close()
})

test.describe('a reply that fails', () => {
  test.use({ expectedNoise: /status of 50[23]/ })

  test('stays with the reason, and the next try sends it: once, also where a proxy hid that it was sent', async ({
    page,
    smtp,
  }) => {
    const dialog = page.getByRole('dialog', { name: 'Reply to Greta Solheim' })
    const replies = () => smtp.emails.filter(isReply('Your Inquiry')).length
    const send = () => dialog.getByRole('button', { name: 'Send Reply' }).click()
    const openReply = () =>
      page
        .getByRole('row')
        .getByRole('button', { name: /^Reply/ })
        .click()
    await enter(page, '/dashboard')
    await writeMessage(page.request, { name: 'Greta Solheim' })
    await page.getByRole('link', { name: /^Contact/ }).click()
    smtp.mode = 'reject'
    await openReply()
    await dialog.getByLabel('Message').fill('Typed with care.')
    await send()
    await expect(dialog.getByRole('alert')).toContainText(/^Failed to send reply: /)
    await expect(dialog.getByRole('alert')).toContainText(rejectedReply.slice(-20))
    await expect(dialog.getByLabel('Message')).toHaveValue('Typed with care.')
    smtp.mode = 'accept'
    await page.route('**/contacts/*/reply', async (route) => {
      await route.fetch()
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' })
    })
    await send()
    await expect(dialog.getByRole('alert')).toContainText('Failed to send reply: HTTP error! status: 502')
    await page.unroute('**/contacts/*/reply')
    await page.goBack()
    await page.goForward()
    await openReply()
    await expect(dialog.getByLabel('Message')).toHaveValue('Typed with care.')
    await send()
    await expectAlert(page, 'Reply sent successfully!')
    expect(replies()).toBe(1)
  })
})

test('messages are filtered, deleted one by one and together, and exported', async ({ page }) => {
  await enter(page, '/dashboard')
  for (const name of ['Ana One', 'Bob Two', 'Cy Three', 'Dee Four'])
    await writeMessage(page.request, { name })
  await page.goto('/dashboard/view-contacts')
  await expect(page.getByRole('button', { name: 'Delete Selected (0)' })).toBeDisabled()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('contacts.csv')
  expect(await readFile(await download.path(), 'utf8')).toContain('Dee Four')
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
