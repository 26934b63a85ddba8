// Images in the site editor: chosen, described, moved, previewed, published, compared and removed again.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../support/browser.ts'
import { chosenImage } from '../../support/chosen-image.ts'
import { enter } from '../../support/dashboard.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Unpublished changes' })
const publish = (page: Page) => bar(page).getByRole('button', { name: 'Publish' })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const preview = (page: Page) => page.frameLocator('iframe[title=Preview]')
const input = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('logo, portrait, a slide and the share image are shown in the preview first, then on the site', async ({
  page,
}) => {
  await enter(page, '/dashboard/site')
  await expect(page.getByText('Drawn from your initials')).toBeVisible()
  await input(page, 'Logo').setInputFiles(await chosenImage(600, 600))
  await expect(page.getByText('Your logo')).toBeVisible()
  await expect(preview(page).locator('header image')).toHaveAttribute(
    'href',
    /\/uploads\/.+-512x512\/512\.webp/,
  )
  await input(page, 'Portrait').setInputFiles(await chosenImage(800, 1000))
  await expect(page.getByText('Your image')).toHaveCount(1)
  // What is typed while its image is uploaded stays; another image has no description before.
  const upload = Promise.withResolvers<void>()
  await page.route('**/api/images', async (route) => {
    await upload.promise
    await route.continue()
  })
  await input(page, 'Image 4').setInputFiles(await chosenImage(1280, 960))
  await input(page, 'Description of image 4').fill('A red door')
  upload.resolve()
  await expect(page.getByRole('button', { name: 'Remove the image of A red door' })).toBeVisible()
  await expect(input(page, 'Description of image 4')).toHaveValue('A red door')
  await input(page, 'Image 2').setInputFiles(await chosenImage(640, 480))
  await expect(preview(page).locator('section[aria-label=Projects] li:nth-child(2) img')).toHaveAttribute(
    'src',
    /-640x480\/640\.webp/,
  )
  await input(page, 'Share image').setInputFiles(await chosenImage(1300, 700))
  await expect(page.getByText('Your image')).toHaveCount(2)
  expect(await (await page.request.get('/')).text()).not.toContain('/uploads/')
  await expect(page.getByText('Image 2 needs a description before you publish.')).toBeVisible()
  await publish(page).click()
  await expect(input(page, 'Description of image 2')).toBeFocused()
  await expectAccessible(page)
  await input(page, 'Description of image 2').fill('A loaf on a table')
  await publish(page).click()
  await expect(toast(page, 'Published!')).toBeVisible()
  // Without loading a document again.
  await page.getByRole('link', { name: 'View site' }).click()
  await expect(page.getByRole('link', { name: 'Juno Balint' }).first().locator('image')).toHaveAttribute(
    'href',
    /-512x512/,
  )
  await expect(page.getByAltText('Portrait of Juno Balint')).toHaveAttribute('src', /-800x1000/)
  const slide = page.getByAltText('A loaf on a table')
  await slide.scrollIntoViewIfNeeded()
  await expect.poll(() => slide.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('what was uploaded is removed, and versions are compared by image', async ({ page }) => {
  await enter(page, '/dashboard/site')
  const upload = async (kind: string, width: number, height: number) => {
    const multipart = { kind, image: await chosenImage(width, height) }
    return (await (await page.request.post('/api/images', { multipart })).json()).name
  }
  const { content } = await (await page.request.get('/api/admin/site')).json()
  content.name.logo = await upload('logo', 80, 80)
  content.about.portrait = await upload('image', 80, 100)
  content.search.image = await upload('image', 120, 63)
  content.slider.slides[1] = { image: await upload('image', 80, 60), alt: 'A loaf on a table' }
  const data = { content, basedOn: 0 }
  expect((await page.request.put('/api/admin/site', { data })).status()).toBe(200)
  await page.reload()
  for (const name of [
    'Remove: Logo',
    'Remove: Portrait',
    'Remove: Share image',
    'Remove the image of A loaf on a table',
  ])
    await page.getByRole('button', { name }).click()
  // The button has gone with the image.
  await expect(page.getByRole('button', { name: 'Move Row 2', exact: true })).toBeFocused()
  await expect(page.getByText('Drawn from your initials')).toBeVisible()
  await page.getByLabel('No portrait: show the logo or monogram in its place').check()
  await expect(input(page, 'Portrait')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByLabel(/^Compare Your changes/).check()
  await page
    .getByLabel(/^Compare/)
    .nth(1)
    .check()
  const compared = page.getByRole('region', { name: 'Comparison' })
  await expect(compared.getByText('5 differences')).toBeVisible()
  await expect(compared.getByAltText('Slider: Image 2 before')).toBeVisible()
  await expect(compared.getByAltText('About: Portrait after')).toHaveCount(0)
  await expectAccessible(page)
  await input(page, 'Description of image 2').fill('As installed')
  await publish(page).click()
  await expect(toast(page, 'Published!')).toBeVisible()
  const home = await (await page.request.get('/')).text()
  expect(home).not.toContain('/uploads/')
  expect(home).not.toContain('/pictures/portrait')
})
