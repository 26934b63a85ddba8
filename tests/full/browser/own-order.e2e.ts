// Projects in the owner's order: by mouse, finger, keyboard and menu, what is announced, and the gallery that follows.
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser.ts'
import { enter } from '../../support/dashboard.ts'
import { dragByMouse, middleOf } from '../../support/gestures.ts'

const path = '/dashboard/view-portfolio?sort=own'
const first = ['Fjordlys Hotel', 'Vélo Atlas', 'Kestrel Audio', 'Molino Bakery']

const titles = (page: Page) =>
  page
    .locator('tr[data-row] td:nth-child(4)')
    .evaluateAll((cells) => cells.map((cell) => cell.firstChild?.textContent))
const expectTitles = (page: Page, names: string[]) =>
  expect.poll(async () => (await titles(page)).slice(0, names.length)).toEqual(names)
const said = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1)
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })

test('a handle lifts with Space, moves with arrows, restores with Escape and drops with Space; the menu of a row moves it, too', async ({
  page,
}) => {
  await enter(page, path)
  await expectTitles(page, first)
  await expect(page.getByText('The public gallery follows this order.')).toBeVisible()
  // As in every other order.
  const row = page.getByRole('row', { name: /Sable & Stone/ })
  await expect(row.locator('time')).toBeVisible()
  await row.getByRole('button', { name: 'Delete Sable & Stone' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('“Sable & Stone” is deleted')
  await question.getByRole('button', { name: 'Cancel' }).click()
  const kestrel = handle(page, 'Kestrel Audio')
  await kestrel.focus()
  await page.keyboard.press('Space')
  await said(page, 'Kestrel Audio lifted, position 3 of 10')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await said(page, 'Kestrel Audio, position 1 of 10')
  await page.keyboard.press('Escape')
  await said(page, 'Kestrel Audio is back at position 3 of 10')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Space')
  await said(page, 'Kestrel Audio dropped, position 2 of 10')
  await expectTitles(page, ['Fjordlys Hotel', 'Kestrel Audio', 'Vélo Atlas', 'Molino Bakery'])
  await expect(kestrel).toBeFocused()
  const more = page.getByRole('button', { name: 'More for Molino Bakery' })
  await more.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectTitles(page, ['Molino Bakery', 'Fjordlys Hotel', 'Kestrel Audio'])
  await expect(more).toBeFocused()
  await more.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Move up' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await page.goto('/portfolio')
  await expect(page.getByRole('heading', { level: 2 }).nth(2)).toHaveText('Kestrel Audio')
})

test('a row is dragged with the mouse; with a search or a filter there are no handles', async ({ page }) => {
  await enter(page, path)
  await expectTitles(page, first)
  await drag(page, 'Molino Bakery', 'Fjordlys Hotel')
  await expectTitles(page, ['Molino Bakery', 'Fjordlys Hotel', 'Vélo Atlas', 'Kestrel Audio'])
  await page.getByLabel('Status').selectOption('Published')
  await expect(page.getByText('Clear search and status to move projects.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0)
})

async function drag(page: Page, name: string, onto: string) {
  const from = await middleOf(handle(page, name))
  const { x, y } = await middleOf(handle(page, onto))
  await dragByMouse(page, from, { x, y: y + (y < from.y ? -10 : 10) })
}
