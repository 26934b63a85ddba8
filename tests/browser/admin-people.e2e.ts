// The dashboard's users: contact messages with replies and export; users; settings.
import { readFile } from 'node:fs/promises'
import { admin, expect, test } from '../support/browser.ts'
import { enter, expectAlert, register, writeMessage } from '../support/dashboard.ts'
import { deferredReply, rejectedReply } from '../support/smtp-peer.ts'

const isReply = (subject: string) => (email: { subject?: string }) => email.subject === subject

test('a message is read in place and answered; the email arrives and the row says Replied', async ({
  page,
  smtp,
}) => {
  await enter(page, '/dashboard')
  await writeMessage(page.request, { name: 'Greta Solheim', message: 'Eleven rooms.\n<b>One</b> old site.' })
  await writeMessage(page.request, { name: 'Tomasz Wilk', subject: 'Re: Spoons' })
  await page.goto('/dashboard/view-contacts')
  await expect(page.getByRole('row', { name: /Greta/ })).toContainText('N/A')
  await expect(page.getByRole('link', { name: /^Contact/ })).toContainText('2')
  const opener = page.getByRole('button', { name: 'Greta Solheim', exact: true })
  await opener.press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByText('<b>One</b> old site.')).toBeVisible()

  await page
    .getByRole('row', { name: /Tomasz/ })
    .getByRole('button', { name: /^Reply/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Reply to Tomasz Wilk' })
  await expect(dialog.getByLabel('Subject')).toHaveValue('Re: Spoons')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('row').getByRole('button', { name: 'Reply to Greta Solheim' }).click()
  const reply = page.getByRole('dialog', { name: 'Reply to Greta Solheim' })
  await expect(reply.getByLabel('Subject')).toHaveValue('Your Inquiry')
  await expect(reply.getByLabel('Message')).toHaveValue('Hello Greta Solheim,\n\n')
  await expect(reply.getByLabel('Message')).toBeFocused()
  await reply.getByLabel('Subject').fill(' ')
  await reply.getByLabel('Message').fill(' ')
  await reply.getByRole('button', { name: 'Send Reply' }).click()
  await expect(reply.getByText('Subject is required.')).toBeVisible()
  await expect(reply.getByText('Message body is required.')).toBeVisible()
  await reply.getByLabel('Subject').fill('About spring')
  await reply.getByLabel('Message').fill('Spring is free.')
  await reply.getByRole('button', { name: 'Send Reply' }).click()
  await expectAlert(page, 'Reply sent successfully!')
  await expect(
    page.getByRole('row', { name: /^Select message from Greta|Greta.*Replied/ }).first(),
  ).toContainText('Replied')
  await expect.poll(() => smtp.emails.find(isReply('About spring'))?.text).toContain('Spring is free.')
  await expect(page.getByRole('list', { name: 'Replies' })).toContainText('Spring is free.')
  await expect(page.getByRole('link', { name: /^Contact/ })).toContainText('1')
})

test.describe('mail trouble', () => {
  test.use({ expectedNoise: /status of 50[23]/ })

  test('rejected for good: shows the reply of the mail server and the text, which the next try sends', async ({
    page,
    smtp,
  }) => {
    await enter(page, '/dashboard')
    await writeMessage(page.request, { name: 'Greta Solheim' })
    await page.goto('/dashboard/view-contacts')
    smtp.mode = 'reject'
    await page
      .getByRole('row')
      .getByRole('button', { name: /^Reply/ })
      .click()
    const reply = page.getByRole('dialog')
    await reply.getByLabel('Message').fill('Typed with care.')
    await reply.getByRole('button', { name: 'Send Reply' }).click()
    await expect(reply.getByRole('alert')).toContainText(/^Failed to send reply: /)
    await expect(reply.getByRole('alert')).toContainText(rejectedReply.slice(-20))
    await expect(reply.getByLabel('Message')).toHaveValue('Typed with care.')
    smtp.mode = 'accept'
    await reply.getByRole('button', { name: 'Send Reply' }).click()
    await expectAlert(page, 'Reply sent successfully!')
    await expect.poll(() => smtp.emails.filter(isReply('Your Inquiry')).length).toBe(1)
  })

  test('no answer at all: it is said after 10 seconds, and the row says Sending [R97]', async ({
    page,
    smtp,
  }) => {
    await enter(page, '/dashboard')
    await writeMessage(page.request, { name: 'Greta Solheim' })
    await page.goto('/dashboard/view-contacts')
    smtp.mode = 'hang'
    await page
      .getByRole('row')
      .getByRole('button', { name: /^Reply/ })
      .click()
    const reply = page.getByRole('dialog')
    await reply.getByLabel('Message').fill('Into the silence.')
    await reply.getByRole('button', { name: 'Send Reply' }).click()
    await expect(reply.getByRole('button', { name: 'Sending' })).toBeDisabled()
    await expectAlert(page, 'Reply saved. The mail server did not respond; sending is retried.')
    await expect(page.getByRole('row', { name: /Greta/ })).toContainText('Sending')
  })

  test('rejected for a while: the row says Sending', async ({ page, smtp }) => {
    await enter(page, '/dashboard')
    await writeMessage(page.request, { name: 'Greta Solheim' })
    await page.goto('/dashboard/view-contacts')
    smtp.mode = 'defer'
    await page
      .getByRole('row')
      .getByRole('button', { name: /^Reply/ })
      .click()
    await page.getByRole('dialog').getByLabel('Message').fill('Later.')
    await page.getByRole('dialog').getByRole('button', { name: 'Send Reply' }).click()
    await expectAlert(page, 'Reply saved. The mail server did not respond; sending is retried.')
    await expect(page.getByRole('row', { name: /Greta/ })).toContainText('Sending')
    await page.goto('/dashboard/settings')
    await page.getByRole('button', { name: 'Send test email' }).click()
    await expect(page.getByRole('alert')).toContainText(deferredReply.slice(-10))
  })
})

test.describe('without a mail server', () => {
  test.use({ env: { SMTP_URL: '' } })

  test('a banner says so, and a test email says where it went', async ({ page }) => {
    await enter(page, '/dashboard/settings')
    await expect(page.getByText('Email is not configured')).toBeVisible()
    await page.getByRole('button', { name: 'Send test email' }).click()
    await expect(page.getByRole('alert')).toContainText('outbox')
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

test.describe('a failing export', () => {
  test.use({ expectedNoise: /status of 500/ })

  test('is told', async ({ page }) => {
    await enter(page, '/dashboard/view-contacts')
    await page.route('**/contacts/export-csv', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Export to CSV' }).click()
    await expectAlert(page, 'Failed to export CSV: HTTP error! status: 500')
  })
})

test('registration is switched off: Save wakes with the change, the word is read on the dashboard', async ({
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

test('users are searched, filtered, paged by five, changed and deleted; oneself is safe', async ({
  page,
}) => {
  await enter(page, '/dashboard')
  for (const name of ['Ana', 'Bob', 'Cy', 'Dee', 'Éva']) await register(page.request, name.replace('É', 'E'))
  await page.goto('/dashboard/users')
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  const own = page.getByRole('button', { name: `Delete ${admin.name}` })
  await expect(own).toBeDisabled()
  await expect(own).toHaveAttribute('title', 'You cannot delete your own account.')
  await page.getByRole('link', { name: `Edit ${admin.name}` }).click()
  await expect(page.getByLabel('Role')).toBeDisabled()
  await page.goBack()

  // The page is left past the end by the filter, and stays valid.
  await page.getByLabel('Role').selectOption('Admins')
  await expect(page.getByText('Page 1 of 1')).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Role').selectOption('Non-Admins')
  await page.getByLabel('Search by name or email').fill('EVÁ')
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.getByRole('link', { name: 'Edit Eva' }).click()
  await page.getByLabel('Role').selectOption('')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Role is required.')).toBeVisible()
  await page.getByLabel('Role').selectOption('admin')
  await page.getByLabel('Email').fill('not-an-address')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await page.getByLabel('Email').fill('eva@example.org')
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click()
  await expect(page).toHaveURL(/\/dashboard\/users$/)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('row', { name: /Eva/ })).toContainText('Admin')

  page.once('dialog', (dialog) => {
    expect(dialog.message()).toBe('Are you sure you want to delete?')
    void dialog.dismiss()
  })
  await page.getByRole('button', { name: 'Delete Dee' }).click()
  await expect(page.getByRole('row', { name: /Dee/ })).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Delete Dee' }).click()
  await expect(page.getByRole('row', { name: /Dee/ })).toHaveCount(0)
  await page.getByLabel('Search by name or email').fill('nobody at all')
  await expect(page.getByText('No users found')).toBeVisible()
})
