// The inbox: unread messages, a message next to the list or as a page of its own, folders, and what Undo takes back.
import type { Page } from '@playwright/test'
import { admin, expect, test } from '../../support/browser.ts'
import { enter, register, userPassword, writeMessage } from '../../support/dashboard.ts'

const opener = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`${name}`) })
const article = (page: Page) => page.getByRole('article')
const tool = (page: Page, name: string) => article(page).getByRole('button', { name, exact: true })
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' })

async function enterWithMessages(page: Page): Promise<void> {
  await enter(page, '/dashboard')
  await writeMessage(page.request, { name: 'Greta Solheim', subject: 'Museum', message: 'Eleven rooms.' })
  await writeMessage(page.request, { name: 'Tomasz Wilk', subject: 'Spoons', message: 'Forty a month.' })
  await writeMessage(page.request, {
    name: 'Greta Solheim',
    subject: 'Museum II',
    message: 'Thursday at ten.',
  })
  await page.goto('/dashboard/view-contacts')
  await expect(page.getByRole('row')).toHaveCount(4)
}

test('a message is opened by keyboard: read, with the others of its sender; arrows step, Escape leads back', async ({
  page,
}) => {
  await enterWithMessages(page)
  await expect(tab(page, 'Inbox')).toHaveText('Inbox3 unread')
  await expect(page.getByTitle('3 unreplied').first()).toHaveText('3')
  const first = opener(page, 'Unread. Greta').first()
  await first.press('Enter')
  await expect(article(page).getByRole('heading', { name: 'Museum II' })).toBeFocused()
  await expect(article(page)).toContainText('2 messages since')
  await expect(article(page).getByText('Eleven rooms.')).toBeVisible()
  // Both messages of the thread have been read.
  await expect(tab(page, 'Inbox')).toHaveText('Inbox1 unread')
  await expect(page.getByRole('link', { name: /^Contact/ })).toContainText('3')

  await tool(page, 'Older message').press('Enter')
  await expect(article(page).getByRole('heading', { name: 'Spoons' })).toBeVisible()
  await expect(tool(page, 'Older message')).toBeFocused()
  await expect(tab(page, 'Inbox')).toHaveText('Inbox')
  await opener(page, 'Tomasz').focus()
  await page.keyboard.press('ArrowDown')
  await expect(article(page).getByRole('heading', { name: 'Museum', exact: true })).toBeVisible()
  await expect(tool(page, 'Older message')).toBeDisabled()
  await page.keyboard.press('ArrowUp')
  await expect(article(page).getByRole('heading', { name: 'Spoons' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(article(page).getByRole('heading', { name: 'Museum II' })).toBeVisible()
  await expect(tool(page, 'Newer message')).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(article(page)).toHaveCount(0)
  await expect(opener(page, 'Greta').first()).toBeFocused()
  await expect(page.getByRole('row')).toHaveCount(4)
})

test('archive, spam and mark as replied act at once, and Undo takes each back', async ({ page }) => {
  await enterWithMessages(page)
  await opener(page, 'Tomasz').click()
  await tool(page, 'Archive').click()
  await expect(page.getByText('Message archived.')).toBeVisible()
  await expect(article(page)).toHaveCount(0)
  await expect(opener(page, 'Tomasz')).toHaveCount(0)
  await expect(tab(page, 'Archived')).toHaveText('Archived1')
  // The toast goes with its button: the focus goes back to the page.
  await undo(page).press('Enter')
  await expect(opener(page, 'Tomasz')).toBeVisible()
  await expect(tab(page, 'Archived')).toHaveText('Archived0')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)

  await opener(page, 'Tomasz').click()
  await tool(page, 'Mark as replied').click()
  await expect(article(page)).toContainText('Replied')
  await expect(page.getByRole('link', { name: /^Contact/ })).toContainText('2')
  await undo(page).click()
  await expect(tool(page, 'Mark as replied')).toHaveAttribute('aria-pressed', 'false')
  await expect(article(page)).toContainText('Unreplied')

  await tool(page, 'Move to spam').click()
  await expect(opener(page, 'Tomasz')).toHaveCount(0)
  await tab(page, 'Spam').click()
  await expect(page).toHaveURL(/folder=spam/)
  await page.getByRole('button', { name: 'Not spam: message from Tomasz Wilk' }).click()
  await expect(page.getByText('No spam found')).toBeVisible()
  await undo(page).last().click()
  await expect(opener(page, 'Tomasz')).toBeVisible()
  await opener(page, 'Tomasz').click()
  await tool(page, 'Not spam').click()
  await tab(page, 'Spam').press('ArrowLeft')
  await expect(tab(page, 'Inbox')).toBeFocused()
  await expect(opener(page, 'Tomasz')).toBeVisible()
  // Looking at spam has marked as read only what is spam.
  await expect(tab(page, 'Inbox')).toHaveText('Inbox2 unread')
})

test('a message that was held back is not mailed until it is marked as none; the rest is deleted', async ({
  page,
  smtp,
}) => {
  await enter(page, '/dashboard')
  for (const name of ['Rank Rocket', 'Carl Casino'])
    await writeMessage(page.request, { name, topic: 'https://rocket.example' })
  await page.goto('/dashboard')
  await expect(page.getByText('2 new messages')).toBeVisible()
  await page.getByRole('link', { name: 'Look through' }).click()
  await expect(page.getByText('Why: a field was filled in that people do not see')).toHaveCount(2)
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
  // In the list, as the button has gone with its row; and in the inbox it is new.
  expect(await page.evaluate(() => document.activeElement?.contains(document.querySelector('h1')))).toBe(
    false,
  )
  await expect(tab(page, 'Inbox')).toHaveText('Inbox1 unread')
  await expect.poll(mailed).toEqual(['New message from "Rank Rocket"'])
  await page.getByRole('button', { name: 'Delete all spam' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('1 message deleted.')).toBeVisible()
  await expect(page.getByText('No spam found')).toBeVisible()
  await tab(page, 'Inbox').click()
  await expect(opener(page, 'Rank')).toBeVisible()
})

test('a reply says whether you have written it, or another admin of the same name', async ({ page, app }) => {
  const { request } = page
  const other = await register(request, admin.name)
  await app.context.db.updateTable('users').set({ role: 'admin' }).execute()
  await writeMessage(request, { name: 'Greta Solheim' })
  for (const { email, password } of [{ ...other, password: userPassword }, admin]) {
    await request.post('/login', { data: { email, password } })
    const { contacts } = await (await request.get('/contacts')).json()
    const data = { replySubject: 'Spring', replyBody: `From ${email}.` }
    expect((await request.post(`/contacts/${contacts[0].id}/reply`, { data })).ok()).toBe(true)
  }
  await enter(page, '/dashboard/view-contacts')
  await opener(page, 'Greta').click()
  const reply = (by: string) =>
    article(page)
      .getByRole('listitem')
      .filter({ hasText: `From ${by}.` })
  await expect(reply(admin.email)).toContainText('You replied')
  await expect(reply(other.email)).toContainText(`${admin.name} replied`)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a message is a page of its own, with a link back', async ({ page }) => {
    await enter(page, '/dashboard')
    await writeMessage(page.request, { name: 'Greta Solheim', subject: 'Museum' })
    await page.goto('/dashboard/view-contacts')
    await opener(page, 'Greta').tap()
    await expect(article(page).getByRole('heading', { name: 'Museum' })).toBeVisible()
    await expect(page.getByRole('searchbox')).toBeHidden()
    await expect(opener(page, 'Greta')).toBeHidden()
    await article(page).getByRole('button', { name: 'Inbox' }).tap()
    await expect(page.getByRole('searchbox')).toBeVisible()
    await opener(page, 'Greta').tap()
    await tool(page, 'Archive').tap()
    await undo(page).tap()
    await expect(opener(page, 'Greta')).toBeVisible()
    await opener(page, 'Greta').tap()
    await expect(article(page)).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('searchbox')).toBeVisible()
  })
})
