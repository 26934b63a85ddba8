// Projects in the owner's order: by keyboard and menu, what is announced, and the gallery that follows. Dragged rows:
// site-editor.e2e.ts.
import { expect, test } from '../../support/browser.ts'
import { enter } from '../../support/dashboard.ts'

test('a handle lifts with Space, moves with arrows, restores with Escape and drops with Space; the menu of a row moves it, too', async ({
  page,
}) => {
  const expectTitles = (...names: string[]) =>
    expect(page.locator('tr[data-row] td:nth-child(4)').filter({ visible: true })).toContainText(names)
  const said = (text: string) => expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1)
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await enter(page, '/dashboard/view-portfolio?sort=own')
  await expect(page.getByText('The public gallery follows this order.')).toBeVisible()
  await expectTitles('Fjordlys Hotel', 'Vélo Atlas', 'Kestrel Audio', 'Molino Bakery')
  const kestrel = page.getByRole('button', { name: 'Move Kestrel Audio', exact: true })
  await kestrel.focus()
  await press('Space')
  await said('Kestrel Audio lifted, position 3 of 10')
  await press('ArrowUp', 'ArrowUp', 'ArrowUp')
  await said('Kestrel Audio, position 1 of 10')
  await press('Escape')
  await said('Kestrel Audio is back at position 3 of 10')
  await press('Space', 'ArrowUp', 'Space')
  await said('Kestrel Audio dropped, position 2 of 10')
  await expectTitles('Fjordlys Hotel', 'Kestrel Audio', 'Vélo Atlas', 'Molino Bakery')
  await expect(kestrel).toBeFocused()
  const more = page.getByRole('button', { name: 'More for Molino Bakery' })
  await more.press('Enter')
  const up = page.getByRole('menuitem', { name: 'Move up' })
  await expect(up).toBeFocused()
  await press('ArrowDown', 'ArrowDown', 'Enter')
  await expectTitles('Molino Bakery', 'Fjordlys Hotel', 'Kestrel Audio')
  await expect(more).toBeFocused()
  await more.press('Enter')
  await expect(up).toBeDisabled()
  await press('Escape')
  await page.getByLabel('Status').selectOption('Published')
  await expect(page.getByText('Clear search and status to move projects.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Move/ })).toHaveCount(0)
  await page.goto('/portfolio')
  await expect(page.getByRole('heading', { level: 2 }).nth(2)).toHaveText('Kestrel Audio')
})
