// What the site editor says about images that are taken all the same: too small, or without a description.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { chosenImage } from '../support/chosen-image.ts'
import { enter } from '../support/dashboard.ts'

const input = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const description = (page: Page, slide: number) => page.getByLabel(`Description of image ${slide}`)
const missing = (page: Page, slide: number) =>
  page.getByText(`Image ${slide} needs a description before you publish.`)
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true })

test('an image with fewer pixels than its hint says is taken with a warning that names both sizes', async ({
  page,
}) => {
  await enter(page, '/dashboard/site')
  const note = (text: string) => page.getByRole('status').filter({ hasText: text })
  for (const [label, width, height, sharp] of [
    ['Logo', 100, 60, '512 × 512 px'],
    ['Image above the slides', 1920, 400, '1920 × 624 px'],
    ['Portrait', 800, 1000, '1280 px wide'],
    ['Share image', 600, 315, '1200 × 630 px'],
  ] as const) {
    const said = note(
      `This image is ${width} × ${height} px and may look blurred. From ${sharp} on it is sharp on every screen.`,
    )
    await expect(page.getByText(`${sharp} or larger`, { exact: false })).toBeVisible()
    await input(page, label).setInputFiles(await chosenImage(width, height))
    await expect(said).toBeVisible()
  }
  await input(page, 'Image 5').setInputFiles(await chosenImage(640, 480))
  await expect(note('Image 5 is 640 × 480 px and may look blurred.')).toContainText(
    'From 1280 × 960 px on it is sharp on every screen.',
  )
  await expectAccessible(page)
  // Large enough: nothing is said.
  await input(page, 'Logo').setInputFiles(await chosenImage(900, 400))
  await input(page, 'Image above the slides').setInputFiles(await chosenImage(1920, 624))
  await input(page, 'Portrait').setInputFiles(await chosenImage(1280, 640))
  await input(page, 'Share image').setInputFiles(await chosenImage(1200, 630))
  await input(page, 'Image 5').setInputFiles(await chosenImage(1280, 960))
  await expect(page.getByText('may look blurred')).toHaveCount(0)
})

test('another image for a slide has no description yet', async ({ page }) => {
  await enter(page, '/dashboard/site')
  await input(page, 'Image 2').setInputFiles(await chosenImage(1280, 960))
  await expect(missing(page, 2)).toBeVisible()
  await expect(description(page, 2)).toHaveValue('')
  await publish(page).click()
  await expect(description(page, 2)).toBeFocused()
  await expectAccessible(page)
  await description(page, 2).fill('A loaf on a table')
  await expect(missing(page, 2)).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove the image of A loaf on a table' }).click()
  await expect(description(page, 2)).toHaveValue('')
  await description(page, 2).fill('As installed')
  await publish(page).click()
  await expect(page.getByText('Published!', { exact: true })).toBeVisible()
})

test('a description that is typed while its image is uploaded stays', async ({ page }) => {
  await enter(page, '/dashboard/site')
  const upload = Promise.withResolvers<void>()
  await page.route('**/api/admin/site/images', async (route) => {
    await upload.promise
    await route.continue()
  })
  await input(page, 'Image 4').setInputFiles(await chosenImage(1280, 960))
  await description(page, 4).fill('A red door')
  upload.resolve()
  await expect(page.getByRole('button', { name: 'Remove the image of A red door' })).toBeVisible()
  await expect(description(page, 4)).toHaveValue('A red door')
})
