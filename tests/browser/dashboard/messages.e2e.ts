// The dashboard's messages: unread ones, a message next to the list or as a page of its own, folders and what Undo takes back,
// replies with a signature, and mail that fails.
import type { Page, Route } from '@playwright/test'
import {
  admin,
  enter,
  expect,
  expectAccessible,
  expectAlert,
  test,
  wcag,
  writeMessage,
} from '../../support/browser.ts'

const rejectedReply = '550 5.1.1 No such user here'

const isReply = (subject: string) => (email: { subject?: string }) => email.subject === subject

test('a message is read, and a reply with a signature arrives; one that fails stays with the reason, and is sent once', async ({
  page,
  app,
  smtp,
  noise,
}) => {
  await enter(page, '/dashboard/settings')
  const form = page.getByRole('form', { name: 'Signature' })
  const save = form.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  await form.getByLabel('Signature').fill('Juno Balint\nFrontend Developer')
  await save.press('Enter')
  await expectAlert(page, 'Signature saved!')
  await expect(save).toBeDisabled()

  await writeMessage(page.request, { name: 'Greta Solheim', message: 'Eleven rooms.\n<b>One</b> old site.' })
  await writeMessage(page.request, { name: 'Tomasz Wilk', subject: 'Re: Spoons' })
  await page.goto('/dashboard/view-contacts')
  await expect(page.getByRole('row', { name: /Greta/ })).toContainText('N/A')
  await expect(page.getByRole('link', { name: /^Contact/ })).toContainText('2')
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
  await expect(thread).toContainText('You replied')
  await expect(thread.locator('strong')).toHaveText('free')
  await expect(thread.getByRole('listitem').filter({ hasText: /^May$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Contact/ })).toContainText('1')

  // Whoever wrote it has left: the name stays, and is not that of who is signed in.
  await app.context.db.updateTable('replies').set({ author_id: null }).execute()
  await page.reload()
  await expect(thread).toContainText(`${admin.name} replied`)

  // As a mail program shows it.
  const html = sent()?.html ?? ''
  const shown = await page.context().newPage()
  await shown.setContent(html.replace(/<img [^>]*>/, ''))
  await expectAccessible(shown, wcag)
  await shown.close()

  await test.step('a reply that fails', async () => {
    noise.push(/status of 50[23]/)
    const failed = page.getByRole('dialog', { name: 'Reply to Tomasz Wilk' })
    const send = () => failed.getByRole('button', { name: 'Send Reply' }).click()
    const replyFromRow = () =>
      page
        .getByRole('row', { name: /Tomasz/ })
        .getByRole('button', { name: /^Reply/ })
        .click()
    await page.goto('/dashboard/view-contacts')
    smtp.rejects.set('recipient', rejectedReply)
    await replyFromRow()
    await expect(failed.getByLabel('Subject')).toHaveValue('Re: Spoons')
    await failed.getByLabel('Message').fill('Typed with care.')
    await send()
    await expect(failed.getByRole('alert')).toContainText(/^Failed to send reply: /)
    await expect(failed.getByRole('alert')).toContainText(rejectedReply.slice(-20))
    await expect(failed.getByLabel('Message')).toHaveValue('Typed with care.')
    smtp.rejects.clear()
    const lost = async (route: Route) => {
      await route.fetch()
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' })
    }
    await page.route('**/contacts/*/reply', lost, { times: 1 })
    await send()
    await expect(failed.getByRole('alert')).toContainText('Failed to send reply: HTTP error! status: 502')
    await page.reload()
    await replyFromRow()
    await expect(failed.getByLabel('Message')).toHaveValue('Typed with care.')
    await send()
    await expectAlert(page, 'Reply sent successfully!')
    expect(smtp.emails.filter(isReply('Re: Spoons'))).toHaveLength(1)
  })
})

const opener = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`${name}`) })
const article = (page: Page) => page.getByRole('article')
const tool = (page: Page, name: string) => article(page).getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

test('messages are read by keyboard, moved with Undo, deleted together, and a page of their own on a phone', async ({
  page,
  noise,
}) => {
  await enter(page, '/dashboard')
  await writeMessage(page.request, { name: 'Greta Solheim', subject: 'Museum', message: 'Eleven rooms.' })
  await writeMessage(page.request, { name: 'Tomasz Wilk', subject: 'Spoons', message: 'Forty a month.' })
  await writeMessage(page.request, { name: 'Greta Solheim', subject: 'Museum II', message: 'At ten.' })
  await page.goto('/dashboard/view-contacts')
  const tomasz = opener(page, 'Tomasz')
  const title = (name: string) => article(page).getByRole('heading', { name, exact: true })
  const contact = page.getByRole('link', { name: /^Contact/ })
  const isInMain = () => page.evaluate(() => document.activeElement?.closest('main') !== null)

  await test.step('opened, stepped through and closed by keyboard', async () => {
    await expect(page.getByRole('row')).toHaveCount(4)
    await expect(tab(page, 'Inbox')).toHaveText('Inbox3 unread')
    await expect(page.getByTitle('3 unreplied').first()).toHaveText('3')
    await opener(page, 'Unread. Greta').first().press('Enter')
    await expect(title('Museum II')).toBeFocused()
    await expect(article(page)).toContainText('2 messages since')
    await expect(article(page).getByText('Eleven rooms.')).toBeVisible()
    // Both messages of the thread have been read.
    await expect(tab(page, 'Inbox')).toHaveText('Inbox1 unread')
    await expect(contact).toContainText('3')
    await tool(page, 'Older message').press('Enter')
    await expect(title('Spoons')).toBeVisible()
    await expect(tool(page, 'Older message')).toBeFocused()
    await expect(tab(page, 'Inbox')).toHaveText('Inbox')
    await tomasz.focus()
    await page.keyboard.press('ArrowDown')
    await expect(title('Museum')).toBeVisible()
    await expect(tool(page, 'Older message')).toBeDisabled()
    for (const name of ['Spoons', 'Museum II']) {
      await page.keyboard.press('ArrowUp')
      await expect(title(name)).toBeVisible()
    }
    await expect(tool(page, 'Newer message')).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(article(page)).toHaveCount(0)
    await expect(opener(page, 'Greta').first()).toBeFocused()

    // One that leaves the list while it is open still stands between its neighbours.
    await page.getByLabel('Status').selectOption('Unreplied')
    await tomasz.press('Enter')
    await tool(page, 'Mark as replied').press('Enter')
    await expect(tomasz).toHaveCount(0)
    await tool(page, 'Older message').press('Enter')
    await expect(title('Museum')).toBeVisible()
    await expect(tool(page, 'Older message')).toBeDisabled()

    // What is folded in a thread has not been read.
    for (const message of ['First of four.', 'And the next.', 'Third already.', 'The last one.'])
      await writeMessage(page.request, { name: 'Ines Moura', message })
    await page.goto('/dashboard/view-contacts')
    await opener(page, 'Ines').first().press('Enter')
    await expect(tab(page, 'Inbox')).toHaveText('Inbox1 unread')
    await article(page)
      .getByRole('button', { name: /^Unread\. .*First of four/ })
      .press('Enter')
    await expect(tab(page, 'Inbox')).toHaveText('Inbox')
    await expect(article(page).getByRole('listitem').filter({ hasText: 'First of four' })).toBeFocused()
  })

  await test.step('archive, spam and mark as replied act at once, and Undo takes each back', async () => {
    await writeMessage(page.request, { name: 'Una Unread' })
    await page.reload()
    await tomasz.click()
    await tool(page, 'Archive').click()
    await expect(page.getByText('Message archived.')).toBeVisible()
    await expect(article(page)).toHaveCount(0)
    await expect(tomasz).toHaveCount(0)
    await expect(tab(page, 'Archived')).toHaveText('Archived1')
    // The toast goes with its button: the focus goes back to the page.
    await undo(page).press('Enter')
    await expect(tomasz).toBeVisible()
    await expect(tab(page, 'Archived')).toHaveText('Archived0')
    await expect.poll(isInMain).toBe(true)

    await tomasz.click()
    await tool(page, 'Mark as unreplied').click()
    await expect(article(page)).toContainText('Unreplied')
    await expect(contact).toContainText('8')
    await undo(page).click()
    await expect(tool(page, 'Mark as unreplied')).toHaveAttribute('aria-pressed', 'true')
    await expect(contact).toContainText('7')

    await tool(page, 'Move to spam').click()
    await expect(tomasz).toHaveCount(0)
    await tab(page, 'Spam').click()
    await expect(page).toHaveURL(/folder=spam/)
    await page.getByRole('button', { name: 'Not spam: message from Tomasz Wilk' }).click()
    await expect(page.getByText('No spam found')).toBeVisible()
    await undo(page).last().click()
    await tomasz.click()
    await tool(page, 'Not spam').click()
    await tab(page, 'Spam').press('ArrowLeft')
    await expect(tab(page, 'Inbox')).toBeFocused()
    await expect(tomasz).toBeVisible()
    // Looking at spam has marked as read only what is spam.
    await expect(tab(page, 'Inbox')).toHaveText('Inbox1 unread')

    // Without a network the message stays, and so does whoever is signed in.
    noise.push(/ERR_INTERNET_DISCONNECTED/)
    await tomasz.click()
    // It is shown at once as it was in spam, and fetched again.
    await expect(tool(page, 'Archive')).toBeVisible()
    await page.context().setOffline(true)
    await tool(page, 'Archive').click()
    await expect(page.getByText('Failed to change the message: Network error')).toBeVisible()
    await page.context().setOffline(false)
    await tool(page, 'Archive').click()
    await expect(tomasz).toHaveCount(0)
    await expect.poll(isInMain).toBe(true)
  })

  await test.step('archived, found and deleted, one by one and together', async () => {
    const selected = (name: string) => page.getByRole('checkbox', { name: `Select message from ${name}` })
    await selected('Una').check()
    await selected('Greta').first().check()
    await page.getByRole('button', { name: 'Archive (2)' }).click()
    await expect(page.getByText('2 messages archived.')).toBeVisible()
    await expect(tab(page, 'Archived')).toHaveText('Archived3')
    await page.getByPlaceholder('Search').fill('spoons')
    await expect(page.getByText('No contact messages found')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Archived' }).click()
    await expect(tomasz).toBeVisible()
    await undo(page).last().click()
    await expect(tab(page, 'Archived')).toHaveText('Archived1')
    await page.getByRole('button', { name: 'Delete message from Tomasz Wilk' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(
      'Are you sure you want to delete 1 contact message(s)? This action cannot be undone.',
    )
    await expect(dialog).toContainText('The message from Tomasz Wilk is deleted')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Delete successful!')).toBeVisible()
    await page.goto('/dashboard/view-contacts')
    await expect(page.getByRole('button', { name: 'Delete Selected (0)' })).toBeDisabled()
    await expect(selected('Ines')).toHaveCount(4)
    for (const message of await selected('Ines').all()) await message.check()
    await page.getByRole('button', { name: 'Delete Selected (4)' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('row')).toHaveCount(4)
  })

  await test.step('a page of its own on a phone, with a link back', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await opener(page, 'Una').click()
    await expect(article(page)).toBeVisible()
    await expect(page.getByRole('searchbox')).toBeHidden()
    await expect(opener(page, 'Una')).toBeHidden()
    await article(page).getByRole('button', { name: 'Inbox' }).click()
    await expect(page.getByRole('searchbox')).toBeVisible()
    await opener(page, 'Una').click()
    await tool(page, 'Archive').click()
    await undo(page).click()
    await opener(page, 'Una').click()
    await expect(article(page)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('searchbox')).toBeVisible()
  })
})

test('a message that was held back is mailed once it is marked as no spam', async ({ page, smtp }) => {
  await enter(page, '/dashboard')
  const held = ['Rank Rocket', 'Carl Casino', 'Sue Slots', 'Bea Bingo']
  for (const name of held) await writeMessage(page.request, { name, topic: 'https://rocket.example' })
  await page.goto('/dashboard')
  await expect(page.getByText('4 new messages')).toBeVisible()
  await page.getByRole('link', { name: 'Look through' }).click()
  await expect(page.getByText('Why: a field was filled in that people do not see')).toHaveCount(4)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'To do' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Look through' })).toHaveCount(0)
  await page.goto('/dashboard/view-contacts?folder=spam')
  // Besides the one about a new browser of an admin.
  const mailed = () =>
    smtp.emails.map(({ subject }) => subject).filter((subject) => subject?.startsWith('New message'))
  expect(mailed()).toEqual([])
  await page.getByRole('button', { name: 'Not spam: message from Rank Rocket' }).press('Enter')
  await expect(opener(page, 'Rank')).toHaveCount(0)
  // In the inbox it is new.
  await expect(tab(page, 'Inbox')).toHaveText('Inbox1 unread')
  await expect.poll(mailed).toEqual(['New message from "Rank Rocket"'])
  for (const name of ['Sue Slots', 'Bea Bingo'])
    await page.getByRole('checkbox', { name: `Select message from ${name}` }).check()
  await page.getByRole('button', { name: 'Not spam (2)' }).click()
  await expect(page.getByText('2 messages moved to the inbox.')).toBeVisible()
  await expect(tab(page, 'Inbox')).toHaveText('Inbox3 unread')
  await expect.poll(() => mailed().length).toBe(3)
  await page.getByRole('button', { name: 'Delete all spam' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('1 message deleted.')).toBeVisible()
  await expect(page.getByText('No spam found')).toBeVisible()
  await tab(page, 'Inbox').click()
  await expect(opener(page, 'Rank')).toBeVisible()
})
