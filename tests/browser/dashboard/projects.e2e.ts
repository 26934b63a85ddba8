// The dashboard's list of projects: bulk actions, filters, and the edit dialog.
import { factLabels } from '../../../contract/case-study.ts'
import { expect, test } from '../../support/browser.ts'
import { covers, enter, expectAlert } from '../../support/dashboard.ts'

test('rows are selected, set to draft, published and deleted in bulk, by keyboard', async ({ page }) => {
  await enter(page, '/dashboard/view-portfolio')
  const all = page.getByRole('checkbox', { name: 'Select all' }).first()
  await page.getByLabel('Select Fjordlys Hotel').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 selected')).toBeVisible()
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await page.getByRole('button', { name: 'Apply' }).press('Enter')
  await expectAlert(page, 'Please select portfolios and a status to update.')
  await page.getByLabel('Update Status').selectOption({ label: 'Set to Draft' })
  await page.getByRole('button', { name: 'Apply' }).press('Enter')
  await expectAlert(page, '1 portfolio set to draft.')
  await expect(page.getByRole('row', { name: /Fjordlys Hotel/ })).toContainText('Draft')
  await page.getByLabel('Select Fjordlys Hotel').check()
  await page.getByLabel('Update Status').selectOption({ label: 'Set to Published' })
  await page.getByRole('button', { name: 'Apply' }).click()
  await expectAlert(page, '1 portfolio set to published. View live')
  await page.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await expect(page.getByText('10 selected')).toBeVisible()
  // The bar took the focus with its own box, and gives it back when it goes.
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Delete (10)' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText(
    'Are you sure you want to delete 10 portfolio(s)? This action cannot be undone.',
  )
  await expect(page.getByRole('dialog')).toContainText('Their images and client links are deleted with them.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectAlert(page, 'Delete successful!')
  await expect(page.getByText('No portfolios found')).toBeVisible()
  await expect(page.getByText('Page 1 of 1')).toBeVisible()
})

test('search, status and sort are restored by Back and reload, and a search clears the selection', async ({
  page,
}) => {
  await enter(page, '/dashboard/view-portfolio')
  await page.getByLabel('Select Fjordlys Hotel').check()
  await page.getByLabel('Search').fill('velo atlas')
  await expect(page).toHaveURL(/search=velo\+atlas/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByLabel('Search').fill('')
  await expect(page.getByRole('row')).toHaveCount(11)
  await expect(page.getByLabel('Select Fjordlys Hotel')).not.toBeChecked()
  await page.getByLabel('Sort').selectOption('oldest')
  await expect(page.getByRole('row').nth(1)).toContainText('Sable & Stone')
  await page.getByLabel('Status').selectOption('Draft')
  await expect(page.getByText('No portfolios found')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(11)
  await page.reload()
  await expect(page.getByLabel('Sort')).toHaveValue('oldest')
})

test('the edit dialog says what is wrong, field by field, counts what is long, and confirms before it discards', async ({
  page,
}) => {
  await enter(page, '/dashboard/view-portfolio')
  const opener = page.getByRole('button', { name: 'Edit Kestrel Audio' })
  const dialog = page.getByRole('dialog', { name: 'Edit Portfolio' })
  await opener.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(dialog.getByRole('link', { name: 'Current image' })).toHaveAttribute('href', /^\/uploads\//)
  for (const [label, value, error] of [
    ['Portfolio Name', '  ', 'Portfolio name is required.'],
    ['Portfolio URL', '', 'Portfolio URL is required.'],
    ['Portfolio URL', 'kestrel-audio', 'Invalid URL format.'],
    ['Categories', ' , ', 'At least one category is required.'],
  ] as const) {
    const field = dialog.getByLabel(label)
    const before = await field.inputValue()
    await field.fill(value)
    await dialog.getByRole('button', { name: 'Update Portfolio' }).click()
    await expect(dialog.getByText(error)).toBeVisible()
    await expect(field).toBeFocused()
    await field.fill(before || 'https://kestrel.example')
    await expect(dialog.getByText(error)).toHaveCount(0)
  }
  await dialog.getByLabel('Portfolio Name').fill('Kestrel')
  await page.keyboard.press('Escape')
  const discard = page.getByRole('dialog', { name: 'Discard changes?' })
  await discard.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByLabel('Portfolio Name')).toHaveValue('Kestrel')
  await dialog.getByLabel('Image', { exact: true }).setInputFiles(`${covers}/ostara.webp`)
  await expect(dialog.getByText('ostara.webp')).toBeVisible()
  await dialog.getByRole('button', { name: 'Update Portfolio' }).click()
  // The dialog stays open.
  await expectAlert(page, 'Portfolio updated successfully!')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('row', { name: /^Select Kestrel Kestrel / })).toBeVisible()

  // The facts of a case study are counted while typing, rejected beyond their limit, stored and cleared.
  const open = page.getByRole('button', { name: 'Edit Kestrel' })
  const group = page.getByRole('dialog').getByRole('region', { name: 'Case study' })
  await open.click()
  await dialog.getByRole('heading', { name: 'Case study' }).click()
  for (const label of Object.values(factLabels)) await expect(group.getByLabel(label)).toHaveValue('')
  const role = group.getByLabel('Role')
  await expect(role).toHaveAccessibleDescription('0 of 80')
  await role.fill('Design and frontend')
  await expect(role).toHaveAccessibleDescription('19 of 80')
  const year = group.getByLabel('Year')
  // Typing is not cut.
  await year.fill('2025, and a little of 2026')
  await expect(year).toHaveAccessibleDescription('26 of 20')
  await expect(group.getByText('26 of 20')).toHaveCSS('font-weight', '600')
  const send = page.getByRole('button', { name: 'Update Portfolio' })
  await send.click()
  await expect(year).toBeFocused()
  await expect(year).toHaveAccessibleDescription('Year must be at most 20 characters. 26 of 20')
  await year.fill('2025')
  await send.click()
  await expectAlert(page, 'Portfolio updated successfully!')
  await role.fill('')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await send.click()
  await expectAlert(page, 'Portfolio updated successfully!')
  await page.reload()
  await open.click()
  await expect(role).toHaveValue('')
  await expect(year).toHaveValue('2025')
})
