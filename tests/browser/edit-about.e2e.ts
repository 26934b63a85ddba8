// The fields of "About this project" in the edit dialog, as the owner fills them in.
import type { Page } from '@playwright/test'
import { aboutLabels } from '../../contract/portfolio.ts'
import { expect, test } from '../support/browser.ts'
import { enter, expectAlert } from '../support/dashboard.ts'

const open = (page: Page) => page.getByRole('button', { name: 'Edit Fjordlys Hotel' })
const group = (page: Page) => page.getByRole('dialog').getByRole('region', { name: 'About this project' })

test('are counted while typing, rejected beyond their limit, stored and cleared', async ({ page }) => {
  await enter(page, '/dashboard/view-portfolio')
  await open(page).click()
  for (const label of Object.values(aboutLabels)) await expect(group(page).getByLabel(label)).toHaveValue('')
  const role = group(page).getByLabel('Role')
  await expect(role).toHaveAccessibleDescription('0 of 80')
  await role.fill('Design and frontend')
  await expect(role).toHaveAccessibleDescription('19 of 80')
  const year = group(page).getByLabel('Year')
  // Typing is not cut.
  await year.fill('2025, and a little of 2026')
  await expect(year).toHaveAccessibleDescription('26 of 20')
  await expect(group(page).getByText('26 of 20')).toHaveCSS('font-weight', '600')
  await group(page).getByLabel('Outcome').fill('First line.\nSecond line.')
  const send = page.getByRole('button', { name: 'Update Portfolio' })
  await send.click()
  await expect(year).toBeFocused()
  await expect(year).toHaveAccessibleDescription('Year must be at most 20 characters. 26 of 20')
  await year.fill('2025')
  await send.click()
  await expectAlert(page, 'Portfolio updated successfully!')

  await open(page).click()
  await expect(role).toHaveValue('Design and frontend')
  await expect(group(page).getByLabel('Outcome')).toHaveValue('First line.\nSecond line.')
  await role.fill('')
  await send.click()
  await expectAlert(page, 'Portfolio updated successfully!')
  await page.reload()
  await open(page).click()
  await expect(role).toHaveValue('')
  await expect(year).toHaveValue('2025')
})

test('survive a reload while they are not sent, and closing asks first', { tag: '@full' }, async ({
  page,
}) => {
  await enter(page, '/dashboard/view-portfolio')
  await open(page).click()
  await group(page).getByLabel('Summary').fill('A booking site.')
  await group(page).getByLabel('Tools').fill('Figma')
  await page.reload()
  await open(page).press('Enter')
  await expect(group(page).getByLabel('Summary')).toHaveValue('A booking site.')
  await expect(group(page).getByLabel('Tools')).toHaveValue('Figma')
  await expect(group(page).getByText('15 of 200')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await open(page).click()
  await expect(group(page).getByLabel('Summary')).toHaveValue('')
})

test('what was saved stands in the form that is opened before the list is loaded again', {
  tag: '@full',
}, async ({ page }) => {
  await enter(page, '/dashboard/view-portfolio')
  // From here on the list takes its time.
  const list = Promise.withResolvers<void>()
  await page.route('**/get-portfolios?*', async (route) => {
    await list.promise
    await route.continue()
  })
  await open(page).click()
  await group(page).getByLabel('Role').fill('Design and frontend')
  await page.getByRole('dialog').getByLabel('Status').selectOption('draft')
  await page.getByRole('button', { name: 'Update Portfolio' }).click()
  await expectAlert(page, 'Portfolio updated successfully!')
  await open(page).click()
  await expect(group(page).getByLabel('Role')).toHaveValue('Design and frontend')
  await expect(page.getByRole('dialog').getByLabel('Status')).toHaveValue('draft')
  list.resolve()
})
