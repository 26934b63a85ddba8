// A reply whose outcome the browser does not know, because a proxy responded in place of the server.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { enter, expectAlert, writeMessage } from '../support/dashboard.ts'

test.use({ expectedNoise: /status of (502|409)/ })

const isReply = ({ subject }: { subject?: string }) => subject === 'Your Inquiry'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Reply to Greta Solheim' })

async function openReply(page: Page): Promise<void> {
  await page
    .getByRole('row')
    .getByRole('button', { name: /^Reply/ })
    .click()
}

/** The server sends the reply, and the proxy responds that the server did not. */
async function sendThroughFailingProxy(page: Page): Promise<void> {
  await enter(page, '/dashboard')
  await writeMessage(page.request, { name: 'Greta Solheim' })
  await page.getByRole('link', { name: /^Contact/ }).click()
  await page.route('**/contacts/*/reply', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' })
  })
  await openReply(page)
  await dialog(page).getByLabel('Message').fill('Said once.')
  await dialog(page).getByRole('button', { name: 'Send Reply' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Failed to send reply: HTTP error! status: 502')
  await page.unroute('**/contacts/*/reply')
}

test('a reply that is sent again after a look at another page is not mailed twice', async ({
  page,
  smtp,
}) => {
  await sendThroughFailingProxy(page)
  await page.goBack()
  await page.goForward()
  await openReply(page)
  await expect(dialog(page).getByLabel('Message')).toHaveValue('Said once.')
  await dialog(page).getByRole('button', { name: 'Send Reply' }).click()
  await expectAlert(page, 'Reply sent successfully!')
  expect(smtp.emails.filter(isReply)).toHaveLength(1)
})

test('a reply that is sent again with another text gets an error that names the first; the next try mails both', async ({
  page,
  smtp,
}) => {
  await sendThroughFailingProxy(page)
  await dialog(page).getByLabel('Message').fill('Said otherwise.')
  await dialog(page).getByRole('button', { name: 'Send Reply' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText(
    'An earlier version of this reply was already saved',
  )
  await expect(dialog(page).getByLabel('Message')).toHaveValue('Said otherwise.')
  expect(smtp.emails.filter(isReply)).toHaveLength(1)
  await dialog(page).getByRole('button', { name: 'Send Reply' }).click()
  await expectAlert(page, 'Reply sent successfully!')
  await expect.poll(() => smtp.emails.filter(isReply).length).toBe(2)
})
