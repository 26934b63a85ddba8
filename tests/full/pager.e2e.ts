// Pages of a list by keyboard alone.
import { expect, test } from '../support/browser.ts'
import { enter, writeMessage } from '../support/dashboard.ts'
import { holdRequests } from '../support/held-requests.ts'

test('the button that turns the page keeps the focus, also while the page is fetched and on the last one', async ({
  page,
}) => {
  for (let n = 1; n <= 21; n++) await writeMessage(page.request, { name: `Visitor ${n}` })
  await enter(page, '/dashboard/view-contacts')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  const next = pages.getByRole('button', { name: 'Next' })
  await expect(pages).toContainText('Page 1 of 3')
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
  const second = await holdRequests(page, '**/contacts?*page=2*')
  await next.press('Enter')
  await expect(next).toBeDisabled()
  // Nothing happens to what is pressed meanwhile.
  await page.keyboard.press('Enter')
  await expect(next).toBeFocused()
  second.release()
  await expect(pages).toContainText('Page 2 of 3')
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pages).toContainText('Page 3 of 3')
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=3/)
  await pages.getByRole('button', { name: 'Previous' }).press('Enter')
  await expect(pages).toContainText('Page 2 of 3')
})
