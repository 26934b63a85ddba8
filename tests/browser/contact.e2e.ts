// The contact form, as a visitor uses it.
import type { Page } from '@playwright/test'
import { admin, expect, expectAccessible, takeTime, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'
import { holdRequests, openWithoutCode } from '../support/peers/held-requests.ts'

const fill = async (page: Page) => {
  await page.getByLabel('Name').fill('Greta Solheim')
  await page.getByLabel('Email').fill('greta@oldquay.example')
  await page.getByLabel('Subject').fill('A new site')
  await page.getByLabel('Message').fill('Hello,\nwe open in May.')
}
const sendButton = (page: Page) => page.getByRole('button', { name: /Send Message|Sending/ })

test('a message is sent once for one press, and mailed to the owner', async ({ page, smtp }) => {
  const posts = await holdRequests(page, '**/contacts')
  await page.goto('/contact')
  await fill(page)
  await takeTime(page)
  await sendButton(page).click()
  await expect(sendButton(page)).toHaveText('Sending...')
  await expect(sendButton(page)).toBeDisabled()
  await page.getByLabel('Subject').press('Enter')
  posts.release()
  await expect(page.getByText('Message sent successfully!')).toBeVisible()
  expect(posts.count()).toBe(1)
  await expect(page.getByLabel('Message')).toHaveValue('')
  await expect(page.getByText(/^Thank you, Greta Solheim\./)).toBeFocused()
  const [email] = await smtp.arrived(1)
  expect(email?.recipients).toEqual([admin.email])
  expect(email?.replyTo?.[0]?.address).toBe('greta@oldquay.example')
  expect(email?.text).toContain('we open in May.')
})

test('a half-written message stays through hydration and other pages until it is sent', async ({ page }) => {
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
  await sendButton(page).click()
  await expect(page.getByText('Message sent successfully!')).toBeVisible()
  await lookAround()
  await expect(message).toHaveValue('')
})

test.describe('when it fails', () => {
  test.use({ expectedNoise: /status of 5\d\d|ERR_FAILED/ })

  test('invalid fields have errors and the focus, and no failure loses what was typed', async ({ page }) => {
    await page.goto('/contact')
    const name = page.getByLabel('Name')
    await page.getByLabel('Email').fill('greta')
    await sendButton(page).click()
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('Invalid email format')).toBeVisible()
    await expectAccessible(page)
    await name.fill('G')
    await expect(name).not.toHaveAttribute('aria-invalid', 'true')
    await fill(page)
    await page.route('**/contacts', (route) =>
      route.fulfill({ status: 507, json: { success: false, message: 'The server has no space left.' } }),
    )
    await sendButton(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'The server has no space left.' })).toBeVisible()
    await page.unroute('**/contacts')
    await page.route('**/contacts', (route) => route.fulfill({ status: 502, body: 'bad gateway' }))
    await sendButton(page).click()
    await expect(page.getByText('Submission failed.')).toBeVisible()
    await page.unroute('**/contacts')
    await page.route('**/contacts', (route) => route.abort())
    await sendButton(page).click()
    await expect(page.getByText('An error occurred. Please try again.')).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('Hello,\nwe open in May.')
    await page.unroute('**/contacts')
    await sendButton(page).click()
    await expect(page.getByText('Message sent successfully!')).toBeVisible()
    const toasts = page.getByRole('region', { name: 'Notifications' })
    await expect(toasts.getByRole('button', { name: 'Close' })).toHaveCount(1)
  })
})

test('a budget that the owner asks for is sent by a visitor, and read in the inbox', async ({ page }) => {
  await enter(page, '/dashboard/site')
  const section = page.getByRole('region', { name: 'Contact', exact: true })
  await section.getByRole('button', { name: 'Add field' }).click()
  await section.getByLabel('Label', { exact: true }).fill('Budget')
  await section.getByLabel('Kind', { exact: true }).selectOption('List to choose from')
  await section.getByLabel('Answer', { exact: true }).selectOption('Required')
  await section.getByLabel('Choices', { exact: true }).fill('Up to 5,000\nMore')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published!', { exact: true })).toBeVisible()
  await page.request.post('/logout')

  // In the document itself, without scripts.
  expect(await (await page.request.get('/contact')).text()).toContain('<option value="More">')
  await page.goto('/contact')
  await fill(page)
  await takeTime(page)
  await sendButton(page).click()
  await expect(page.getByText('Budget is required.')).toBeVisible()
  await expect(page.getByLabel('Budget')).toBeFocused()
  await expectAccessible(page)
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
