// The contact form, as a visitor uses it.
import type { Page } from '@playwright/test'
import { admin, expect, expectAccessible, test } from './browser.ts'

test.describe('contact', () => {
  const fill = async (page: Page) => {
    await page.getByLabel('Name').fill('Greta Solheim')
    await page.getByLabel('Email').fill('greta@oldquay.example')
    await page.getByLabel('Subject').fill('A new site')
    await page.getByLabel('Message').fill('Hello,\nwe open in May.')
  }
  const sendButton = (page: Page) => page.getByRole('button', { name: /Send Message|Sending/ })

  test('a message arrives: toast, empty form, and a letter to the owner that answers the visitor', async ({
    page,
    smtp,
  }) => {
    await page.goto('/contact')
    await fill(page)
    await sendButton(page).click()
    await expect(page.getByText('Message sent successfully!')).toBeVisible()
    await expect(page.getByLabel('Message')).toHaveValue('')
    await expect(page.locator('.contact-done')).toBeFocused()
    const [letter] = await smtp.arrived(1)
    expect(letter?.recipients).toEqual([admin.email])
    expect(letter?.replyTo?.[0]?.address).toBe('greta@oldquay.example')
    expect(letter?.text).toContain('we open in May.')
  })

  test('what is typed before the page comes alive is sent with the rest', async ({ page }) => {
    await page.route('**/assets/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await route.continue()
    })
    await page.goto('/contact', { waitUntil: 'commit' })
    await fill(page)
    await expect(sendButton(page)).toBeDisabled()
    await sendButton(page).click()
    await expect(page.getByText('Message sent successfully!')).toBeVisible()
  })

  test('faulty fields are named, the first is focused, and a fault goes when it is mended', async ({
    page,
  }) => {
    await page.goto('/contact')
    await page.getByLabel('Message').fill('Only this')
    await sendButton(page).click()
    await expect(page.getByLabel('Name')).toBeFocused()
    await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('Invalid email format')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Name').fill('G')
    await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Message')).toHaveValue('Only this')
  })

  test('the button says Sending... and one press is one message', async ({ page }) => {
    let posts = 0
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/contacts', async (route) => {
      posts++
      await held
      await route.continue()
    })
    await page.goto('/contact')
    await fill(page)
    await sendButton(page).click()
    await expect(sendButton(page)).toHaveText('Sending...')
    await expect(sendButton(page)).toBeDisabled()
    await page.getByLabel('Subject').press('Enter')
    answer()
    await expect(page.getByText('Message sent successfully!')).toBeVisible()
    expect(posts).toBe(1)
  })

  test.describe('when it fails', () => {
    test.use({ expectedNoise: /status of 5\d\d|ERR_FAILED/ })

    test('the words of the server, of the form and of the exception; nothing typed is lost', async ({
      page,
    }) => {
      await page.goto('/contact')
      await fill(page)
      await page.route('**/contacts', (route) =>
        route.fulfill({ status: 507, json: { success: false, message: 'The server has no room left.' } }),
      )
      await sendButton(page).click()
      await expect(page.getByRole('alert').filter({ hasText: 'The server has no room left.' })).toBeVisible()
      await page.unroute('**/contacts')
      await page.route('**/contacts', (route) => route.fulfill({ status: 502, body: 'bad gateway' }))
      await sendButton(page).click()
      await expect(page.getByText('Submission failed.')).toBeVisible()
      await page.unroute('**/contacts')
      await page.route('**/contacts', (route) => route.abort())
      await sendButton(page).click()
      await expect(page.getByText('An error occurred. Please try again.')).toBeVisible()
      await expect(page.getByLabel('Message')).toHaveValue('Hello,\nwe open in May.')
    })
  })

  test('nobody sees or reaches the field for bots', async ({ page }) => {
    await page.goto('/contact')
    await page.getByLabel('Message').focus()
    await page.keyboard.press('Tab')
    await expect(sendButton(page)).toBeFocused()
  })
})
