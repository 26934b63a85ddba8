// The card of Settings that says how long messages are stored.
import { expect, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'

test('nothing is deleted until a period is chosen; messages that it deletes at once are counted and confirmed first', async ({
  page,
}) => {
  await enter(page, '/dashboard/settings')
  let messages = 1234
  await page.route('/api/settings/messages/old?months=6', (route) => route.fulfill({ json: { messages } }))
  const card = page.getByRole('region', { name: 'Messages' })
  const save = card.getByRole('button', { name: 'Save' })
  await expect(card.getByLabel('Delete messages')).toBeEnabled()
  await expect(card.getByLabel('Delete messages')).toHaveValue('0')
  await expect(save).toBeDisabled()
  await card.getByLabel('Delete messages').selectOption('After 6 months')
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Delete old messages?' })
  await expect(dialog).toContainText(
    '1,234 messages arrived more than 6 months ago and are deleted within an hour',
  )
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(save).toBeEnabled()
  await expect(card.getByLabel('Delete messages')).toHaveValue('6')
  expect((await (await page.request.get('/api/settings/messages')).json()).months).toBe(0)
  messages = 1
  await save.click()
  await expect(dialog).toContainText('1 message arrived more than 6 months ago and is deleted')
  await dialog.getByRole('button', { name: 'Delete 1 message' }).click()
  await expect(card.getByText('Setting saved!')).toBeVisible()
  expect((await (await page.request.get('/api/settings/messages')).json()).months).toBe(6)
})
