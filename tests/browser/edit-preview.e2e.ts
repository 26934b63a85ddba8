// What the server found out about a project, in its edit dialog.
import { expect, expectAccessible } from '../support/browser.ts'
import { test } from '../support/checked-site.ts'
import { enter } from '../support/dashboard.ts'
import { publish } from '../support/framed-site.ts'

test('the badge opens the reason and the line to add, and checks again without losing what was typed', async ({
  page,
  checked,
}) => {
  checked.responses['b.example/'] = [200, { 'X-Frame-Options': 'SAMEORIGIN' }]
  await publish(page.request, [{ pname: 'Closed', purl: 'http://b.example/' }])
  await checked.check()
  await enter(page, '/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Edit Closed' }).click()
  const state = page.getByRole('dialog').getByRole('region', { name: 'Preview' })
  const badge = state.getByRole('button', { name: 'Cannot be framed' })
  await badge.press('Enter')
  await expect(badge).toHaveAttribute('aria-expanded', 'true')
  await expect(state).toContainText('It responds with X-Frame-Options: SAMEORIGIN.')
  await expect(state.getByRole('tab', { name: 'nginx' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Role').fill('Design')
  checked.responses['b.example/'] = [200, {}]
  await state.getByRole('button', { name: 'Check again: Closed' }).click()
  await expect(state.getByRole('button', { name: 'Shown live' })).toBeVisible()
  await expect(state.getByRole('status')).toHaveText('Checked now: Shown live.')
  await expect(page.getByLabel('Role')).toHaveValue('Design')
  const help = state.getByRole('heading', { name: 'This site is shown live' })
  await expect(help).toBeVisible()
  await state.getByRole('button', { name: 'Shown live' }).click()
  await expect(help).toHaveCount(0)
})
