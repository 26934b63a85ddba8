// The contact form, as a visitor uses it.
import type { Page, Route } from '@playwright/test'
import {
  admin,
  enter,
  expect,
  expectAccessible,
  holdRequests,
  openWithoutCode,
  publish,
  test,
} from '../support/browser.ts'

const fill = async (page: Page) => {
  await page.getByLabel('Name').fill('Greta Solheim')
  await page.getByLabel('Email').fill('greta@oldquay.example')
  await page.getByLabel('Subject').fill('A new site')
  await page.getByLabel('Message').fill('Hello,\nwe open in May.')
}
const sendButton = (page: Page) => page.getByRole('button', { name: /Send Message|Sending/ })

test('a half-written message stays through hydration, failures and other pages until it is sent, once, with what the owner asks for', async ({
  page,
  smtp,
  noise,
}) => {
  noise.push(/status of 5\d\d|ERR_FAILED/)
  const hydrate = await openWithoutCode(page, '/contact')
  const name = page.getByLabel('Name')
  const message = page.getByLabel('Message')
  // Only scripts send it.
  await expect(sendButton(page)).toBeDisabled()
  await fill(page)
  await hydrate()

  await test.step('invalid fields have the focus, and no failure loses what was typed', async () => {
    await name.fill('')
    await page.getByLabel('Email').fill('greta')
    // A text that is pasted is not cut.
    const long = 'Long. '.repeat(1_000)
    await message.fill(long)
    await sendButton(page).click()
    await expect(page.getByText('Message must be at most 5000 characters.')).toBeVisible()
    await expect(message).toHaveValue(long)
    await expect(name).toBeFocused()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('Invalid email format')).toBeVisible()
    await expectAccessible(page)
    await fill(page)
    await expect(name).not.toHaveAttribute('aria-invalid', 'true')
    for (const [response, text] of [
      [
        { status: 507, json: { success: false, message: 'The server has no space left.' } },
        /^The server has/,
      ],
      [{ status: 502, body: 'bad gateway' }, 'Submission failed.'],
      [null, 'An error occurred. Please try again.'],
    ] as const) {
      const send = (route: Route) => (response ? route.fulfill(response) : route.abort())
      await page.route('**/contacts', send, { times: 1 })
      await sendButton(page).click()
      await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    }
  })

  const lookAround = async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL('/about')
    await page.goBack()
    await expect(page).toHaveURL('/contact')
  }
  await lookAround()
  await expect(name).toHaveValue('Greta Solheim')
  await expect(message).toHaveValue('Hello,\nwe open in May.')
  // Nor does it count as something of an account.
  await enter(page, '/dashboard')
  await page.goto('/contact')
  await expect(message).toHaveValue('Hello,\nwe open in May.')
  await expect(name).toHaveValue('Greta Solheim')

  const posts = await holdRequests(page, '**/contacts')
  // What is sent within two seconds is held back as spam.
  await page.waitForFunction(() => performance.now() > 2_000)
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

  await test.step('a budget that the owner asks for is sent, and read in the inbox', async () => {
    await page.goto('/dashboard/site')
    const section = page.getByRole('region', { name: 'Contact', exact: true })
    await section.getByRole('button', { name: 'Add field' }).click()
    await section.getByLabel('Label', { exact: true }).fill('Budget')
    await section.getByLabel('Kind', { exact: true }).selectOption('List to choose from')
    await section.getByLabel('Answer', { exact: true }).selectOption('Required')
    await section.getByLabel('Choices', { exact: true }).fill('Up to 5,000\nMore')
    await publish(page)
    await page.goto('/contact')
    await fill(page)
    await page.getByLabel('Subject').fill('What it may cost')
    await sendButton(page).click()
    await expect(page.getByText('Budget is required.')).toBeVisible()
    await expect(page.getByLabel('Budget')).toBeFocused()
    await page.getByLabel('Budget').selectOption('More')
    await page.waitForFunction(() => performance.now() > 2_000)
    await sendButton(page).click()
    await expect(page.getByText(/^Thank you, Greta Solheim\./)).toBeFocused()
    await page.goto('/dashboard/view-contacts')
    await page
      .getByRole('link', { name: /Greta Solheim/ })
      .first()
      .click()
    await expect(page.getByText('Budget: More')).toBeVisible()
  })
})
