// Images in the site editor: described, previewed, published, compared and removed again. Chosen: first-hour.e2e.ts.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../support/browser.ts'
import { enter } from '../../support/dashboard.ts'
import { holdRequests } from '../../support/peers/held-requests.ts'
import { chosenImage } from '../../support/sample-images.ts'

const input = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('a logo and slides are shown in the preview first, then on the site; removed, they are compared with what was', async ({
  page,
}) => {
  const press = (name: string) => page.getByRole('button', { name }).click()
  const publish = async () => {
    await press('Publish')
    await expect(page.getByText('Published!', { exact: true })).toBeVisible()
  }
  await enter(page, '/dashboard/site')
  await expect(page.getByText('Drawn from your initials')).toBeVisible()
  await input(page, 'Logo').setInputFiles(await chosenImage(600, 600))
  await expect(page.getByText('Your logo')).toBeVisible()
  const preview = page.frameLocator('iframe[title=Preview]')
  await expect(preview.locator('header image')).toHaveAttribute('href', /\/uploads\/.+-512x512\/512\.webp/)
  // What is typed while its image is uploaded stays; another image has no description before.
  const upload = await holdRequests(page, '**/api/images')
  await input(page, 'Image 4').setInputFiles(await chosenImage(1280, 960))
  await input(page, 'Description of image 4').fill('A red door')
  upload.release()
  await expect(page.getByRole('button', { name: 'Remove the image of A red door' })).toBeVisible()
  await expect(input(page, 'Description of image 4')).toHaveValue('A red door')
  await input(page, 'Image 2').setInputFiles(await chosenImage(640, 480))
  await expect(page.getByText('Image 2 needs a description before you publish.')).toBeVisible()
  expect(await (await page.request.get('/')).text()).not.toContain('/uploads/')
  await press('Publish')
  await expect(input(page, 'Description of image 2')).toBeFocused()
  await input(page, 'Description of image 2').fill('A loaf on a table')
  await publish()
  // Without loading a document again.
  await page.getByRole('link', { name: 'View site' }).click()
  const logo = page.getByRole('link', { name: 'Juno Balint' }).first().locator('image')
  await expect(logo).toHaveAttribute('href', /-512x512/)
  const slide = page.getByAltText('A loaf on a table')
  await slide.scrollIntoViewIfNeeded()
  await expect.poll(() => slide.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await page.goto('/dashboard/site')
  await press('Remove: Logo')
  await press('Remove the image of A red door')
  await press('Remove the image of A loaf on a table')
  // The button has gone with the image.
  await expect(page.getByRole('button', { name: 'Move Row 2', exact: true })).toBeFocused()
  await expect(page.getByText('Drawn from your initials')).toBeVisible()
  await page.getByLabel('No portrait: show the logo or monogram in its place').check()
  await expect(input(page, 'Portrait')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByLabel(/^Compare Your changes/).check()
  const versions = page.getByLabel(/^Compare/)
  await versions.nth(1).check()
  const compared = page.getByRole('region', { name: 'Comparison' })
  await expect(compared.getByAltText('Slider: Image 2 before')).toBeVisible()
  await expect(compared.getByAltText('About: Portrait after')).toHaveCount(0)
  await expectAccessible(page)
  await input(page, 'Description of image 2').fill('As installed')
  await input(page, 'Description of image 4').fill('As installed, too')
  await publish()
  const home = await (await page.request.get('/')).text()
  expect(home).not.toContain('/uploads/')
  expect(home).not.toContain('/pictures/portrait')
})
