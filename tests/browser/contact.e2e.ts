// The contact form, as a visitor uses it.
import type { Page, Route } from '@playwright/test'
import { admin, expect, expectAccessible, takeTime, test } from '../support/browser.ts'
import { enter, publish } from '../support/dashboard.ts'
import { holdRequests, openWithoutCode } from '../support/peers/held-requests.ts'

const fill = async (page: Page) => {
  await page.getByLabel('Name').fill('Greta Solheim')
  await page.getByLabel('Email').fill('greta@oldquay.example')
  await page.getByLabel('Subject').fill('A new site')
  await page.getByLabel('Message').fill('Hello,\nwe open in May.')
}
const sendButton = (page: Page) => page.getByRole('button', { name: /Send Message|Sending/ })

test('a half-written message stays through hydration and other pages until it is sent, once', async ({
  page,
  smtp,
}) => {
  const hydrate = await openWithoutCode(page, '/contact')
  // Only scripts send it.
  await expect(sendButton(page)).toBeDisabled()
  await fill(page)
  await hydrate()
  const message = page.getByLabel('Message')
  const lookAround = async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await page.goBack()
    await expect(page).toHaveURL('/contact')
  }
  await lookAround()
  await expect(page.getByLabel('Name')).toHaveValue('Greta Solheim')
  await expect(message).toHaveValue('Hello,\nwe open in May.')
  // Nor does it count as something of an account.
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your session has ended')).toBeHidden()
  await page.goto('/contact')
  await expect(message).toHaveValue('Hello,\nwe open in May.')
  await enter(page, '/dashboard')
  await page.goto('/contact')
  await expect(message).toHaveValue('Hello,\nwe open in May.')
  await expect(page.getByLabel('Name')).toHaveValue('Greta Solheim')

  const posts = await holdRequests(page, '**/contacts')
  await takeTime(page)
  await sendButton(page).click()
  await expect(sendButton(page)).toHaveText('Sending...')
  await expect(sendButton(page)).toBeDisabled()
  await page.getByLabel('Subject').press('Enter')
  posts.release()
  await expect(page.getByText('Message sent successfully!')).toBeVisible()
  expect(posts.count()).toBe(1)
  await expect(message).toHaveValue('')
  await expect(page.getByText(/^Thank you, Greta Solheim\./)).toBeFocused()
  // Besides the one about a new browser of an admin.
  const email = (await smtp.arrived(2)).find(({ text }) => text?.includes('we open in May.'))
  expect(email?.recipients).toEqual([admin.email])
  expect(email?.replyTo?.[0]?.address).toBe('greta@oldquay.example')
  await lookAround()
  await expect(message).toHaveValue('')
})

test('no failure loses what was typed, and invalid fields have the focus', async ({ page, noise }) => {
  noise.push(/status of 5\d\d|ERR_FAILED/)
  await page.goto('/contact')
  const name = page.getByLabel('Name')
  await page.getByLabel('Email').fill('greta')
  // A text that is pasted is not cut.
  const message = 'Long. '.repeat(1_000)
  await page.getByLabel('Message').fill(message)
  await sendButton(page).click()
  await expect(page.getByText('Message must be at most 5000 characters.')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue(message)
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Invalid email format')).toBeVisible()
  await expectAccessible(page)
  await name.fill('G')
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
  await fill(page)
  for (const [response, text] of [
    [{ status: 507, json: { success: false, message: 'The server has no space left.' } }, /^The server has/],
    [{ status: 502, body: 'bad gateway' }, 'Submission failed.'],
    [null, 'An error occurred. Please try again.'],
  ] as const) {
    const send = (route: Route) => (response ? route.fulfill(response) : route.abort())
    await page.route('**/contacts', send, { times: 1 })
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
  }
  await expect(page.getByLabel('Message')).toHaveValue('Hello,\nwe open in May.')
  await sendButton(page).click()
  await expect(page.getByText('Message sent successfully!')).toBeVisible()
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByRole('button', { name: 'Close' })).toHaveCount(1)
})

test('a budget that the owner asks for is sent by a visitor, and read in the inbox', async ({ page }) => {
  await enter(page, '/dashboard/site')
  const section = page.getByRole('region', { name: 'Contact', exact: true })
  await section.getByRole('button', { name: 'Add field' }).click()
  await section.getByLabel('Label', { exact: true }).fill('Budget')
  await section.getByLabel('Kind', { exact: true }).selectOption('List to choose from')
  await section.getByLabel('Answer', { exact: true }).selectOption('Required')
  await section.getByLabel('Choices', { exact: true }).fill('Up to 5,000\nMore')
  await publish(page)
  // A request of the dashboard on its way would fail aloud.
  await page.goto('about:blank', { waitUntil: 'commit' })
  await page.request.post('/logout')

  // In the document itself, without scripts.
  expect(await (await page.request.get('/contact')).text()).toContain('<option value="More">')
  await page.goto('/contact')
  await fill(page)
  await sendButton(page).click()
  await expect(page.getByText('Budget is required.')).toBeVisible()
  await expect(page.getByLabel('Budget')).toBeFocused()
  await page.getByLabel('Budget').selectOption('More')
  await page.reload()
  await expect(page.getByLabel('Budget')).toHaveValue('More')
  await takeTime(page)
  await sendButton(page).click()
  await expect(page.getByText(/^Thank you, Greta Solheim\./)).toBeFocused()
  await enter(page, '/dashboard/view-contacts')
  await page.getByRole('link', { name: /Greta Solheim/ }).click()
  await expect(page.getByText('Budget: More')).toBeVisible()
})
