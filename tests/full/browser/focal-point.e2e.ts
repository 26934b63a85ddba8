// The focal point of a project's image: chosen by pointer and by keyboard, stored, and seen in the gallery.
import { expect, expectAccessible, test } from '../../support/browser.ts'
import { enter, expectAlert, publish } from '../../support/dashboard.ts'
import { chosenImage } from '../../support/sample-images.ts'

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
