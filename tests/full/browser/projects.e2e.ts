// Projects in the owner's order, and the focal point of their images. Dragged rows: tests/browser/dashboard/site-editor.e2e.ts.
import { expect, expectAccessible, test } from '../../support/browser.ts'
import { enter, expectAlert, publish } from '../../support/dashboard.ts'
import { chosenImage } from '../../support/sample-images.ts'

test('a project is moved by the keyboard on its handle, and by its menu', async ({ page }) => {
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

test('a tall image shows its top, until another point is moved by keys or dragged', async ({ page }) => {
  await publish(page.request, [{ pname: 'Harbour Radio' }])
  await enter(page, '/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Edit Harbour Radio' }).click()
  const small = page.getByText('may look blurred')
  const point = page.getByRole('slider', { name: 'Focal point' })
  const expectPoint = async (left: number, top: number) => {
    const text = `${left} % from the left, ${top} % from the top`
    await expect(point).toHaveAttribute('aria-valuetext', text)
    const preview = page.getByRole('dialog').locator('img[style*="object-position"]').first()
    await expect(preview).toHaveCSS('object-position', `${left}% ${top}%`)
  }
  const frame = async () => (await point.locator('..').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const choose = page.getByLabel('Image', { exact: true })
  await choose.setInputFiles(await chosenImage(640, 480))
  await expect(small).toContainText('This image is 640 × 480 px')
  await choose.setInputFiles(await chosenImage(1200, 3600))
  await page.getByRole('button', { name: 'Focal point' }).click()
  await expect(small).toHaveCount(0)
  await expectPoint(50, 0)
  // Also at the very top, the whole point is on the image.
  expect((await point.boundingBox())?.y).toBeGreaterThanOrEqual((await frame()).y)
  for (const key of ['ArrowDown', 'Shift+ArrowDown', 'ArrowLeft']) await point.press(key)
  await expectPoint(49, 11)
  // A press on the image sets the point, and dragging moves it.
  await point.hover()
  await page.mouse.down()
  // Measured now: the hover waits for the dialog's animation and scrolls the point into view.
  const { x, y, width, height } = await frame()
  await page.mouse.move(x + width / 4, y + height * 0.9, { steps: 4 })
  await page.mouse.up()
  await expectPoint(25, 90)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Update Portfolio' }).click()
  await expectAlert(page, 'Portfolio updated successfully!')
  await page.getByRole('button', { name: 'Cancel' }).click()
  const shown = page.getByRole('row', { name: /Harbour Radio/ }).locator('img')
  await expect(shown).toHaveCSS('object-position', '25% 90%')

  await page.goto('/portfolio')
  for (const [name, position] of Object.entries({ 'Harbour Radio': '25% 90%', 'Fjordlys Hotel': '50% 0%' }))
    await expect(page.getByRole('img', { name })).toHaveCSS('object-position', position)
})
