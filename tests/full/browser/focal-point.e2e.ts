// The focal point of a project's image: chosen by pointer and by keyboard, stored, and seen in the gallery.
import type { Locator } from '@playwright/test'
import { expect, expectAccessible, test } from '../../support/browser.ts'
import { chosenImage as image } from '../../support/chosen-image.ts'
import { enter, expectAlert } from '../../support/dashboard.ts'

const positionOf = (image: Locator) => image.evaluate((element) => getComputedStyle(element).objectPosition)

test('a tall image shows its top, until another point is dragged or moved by keys', async ({
  page,
  browser,
  app,
}) => {
  await enter(page, '/dashboard/add-portfolio')
  await page.getByLabel('Project name').fill('Harbour Radio')
  await page.getByLabel('URL').fill('harbour.example')
  await page.getByLabel('Categories', { exact: true }).fill('Radio')
  await page.getByLabel('Status').selectOption('published')
  const small = page.getByText('may look blurred')
  const point = page.getByRole('slider', { name: 'Focal point' })
  const choose = page.getByLabel('Image', { exact: true })
  await choose.setInputFiles(await image(640, 480))
  await expect(small).toContainText('This image is 640 × 480 px')
  await choose.setInputFiles(await image(1200, 3600))
  await page.getByRole('button', { name: 'Focal point' }).click()
  await expect(small).toHaveCount(0)
  await expect(point).toHaveAttribute('aria-valuetext', '50 % from the left, 0 % from the top')
  // Also at the very top, the whole point is on the image.
  const [frameBox, handle] = await Promise.all([point.locator('..').boundingBox(), point.boundingBox()])
  expect(handle?.y).toBeGreaterThanOrEqual(frameBox?.y ?? Number.POSITIVE_INFINITY)
  const preview = page.getByRole('img', { name: 'Preview' })
  expect(await positionOf(preview)).toBe('50% 0%')
  await point.press('ArrowDown')
  await point.press('Shift+ArrowDown')
  await point.press('ArrowLeft')
  await expect(point).toHaveAttribute('aria-valuetext', '49 % from the left, 11 % from the top')
  expect(await positionOf(preview)).toBe('49% 11%')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add Portfolio' }).click()
  await expectAlert(page, /^Portfolio added successfully!/)

  await page.goto('/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Edit Harbour Radio' }).click()
  await page.getByRole('button', { name: 'Focal point' }).click()
  // A press on the image sets the point, and dragging moves it.
  await point.hover()
  await page.mouse.down()
  // Measured now: the hover waits for the dialog's animation and scrolls the point into view.
  const frame = await point.locator('..').boundingBox()
  if (!frame) throw new Error('the image is not shown')
  await page.mouse.move(frame.x + frame.width / 4, frame.y + frame.height * 0.9, { steps: 4 })
  await page.mouse.up()
  await expect(point).toHaveAttribute('aria-valuetext', '25 % from the left, 90 % from the top')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Update Portfolio' }).click()
  await expectAlert(page, 'Portfolio updated successfully!')
  await page.getByRole('button', { name: 'Cancel' }).click()
  const shown = page.getByRole('row', { name: /Harbour Radio/ }).locator('img')
  await expect(shown).toHaveCSS('object-position', '25% 90%')

  // In the server's HTML too.
  const visitor = await browser.newContext({ javaScriptEnabled: false })
  const gallery = await visitor.newPage()
  await gallery.goto(`${app.url}/portfolio`)
  expect(await positionOf(gallery.getByRole('img', { name: 'Harbour Radio' }))).toBe('25% 90%')
  expect(await positionOf(gallery.getByRole('img', { name: 'Fjordlys Hotel' }))).toBe('50% 0%')
  await visitor.close()
})
