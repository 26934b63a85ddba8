// The edit dialog laid out as a page: its columns, its order, and the bar at its foot.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { covers, enter } from '../support/dashboard.ts'

const name = 'Kestrel Audio'

/** Stores more images and client links of the project. */
async function fill({ request }: Page, images: number, links: number) {
  const [{ id }] = (await (await request.get('/getportfolio/public?search=Kestrel')).json()).portfolios
  const buffer = await readFile(`${covers}/kestrel.webp`)
  for (let at = 1; at <= images; at++) {
    const multipart = { alt: `View ${at}`, image: { name: 'a.webp', mimeType: 'image/webp', buffer } }
    expect((await request.post(`/api/portfolio/${id}/images`, { multipart })).status()).toBe(201)
  }
  for (let at = 1; at <= links; at++) {
    const data = { name: `Client ${at}`, days: 14 }
    expect((await request.post(`/api/portfolio/${id}/client-links`, { data })).status()).toBe(201)
  }
  return id as string
}

async function open(page: Page) {
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Portfolio' })
  await expect(dialog.getByRole('heading', { name: 'More images' })).toBeVisible()
  return dialog
}

const part = (dialog: Locator, title: string) => dialog.getByRole('region', { name: title, exact: true })
async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not shown')
  return box
}

test('details and images are side by side in 7 : 5, and one column up to 960 px', async ({ page }) => {
  test.slow()
  await enter(page, '/dashboard/view-portfolio')
  await fill(page, 8, 3)
  const dialog = await open(page)
  // It has come up.
  await expect.poll(async () => (await boxOf(dialog)).y).toBe(0)
  await dialog.getByRole('button', { name: 'Tablet and phone screenshots' }).click()
  const titles = ['Project', 'Preview', 'About this project', 'Client links']
  const imageTitles = ['Cover', 'Full page', 'More images']
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText([...titles, ...imageTitles])
  const [details, cover] = [await boxOf(part(dialog, 'Project')), await boxOf(part(dialog, 'Cover'))]
  expect(cover.y).toBeCloseTo(details.y, 0)
  expect(cover.x - details.x - details.width).toBeCloseTo(64, 0)
  expect(details.width / cover.width).toBeCloseTo(7 / 5, 2)
  await expectAccessible(page)
  for (const width of [1920, 1440, 961, 960, 768, 641, 640, 390, 360, 320]) {
    await page.setViewportSize({ width, height: 900 })
    const [last, first] = [await boxOf(part(dialog, 'Client links')), await boxOf(part(dialog, 'Cover'))]
    expect(first.y > last.y, `${width} px`).toBe(width <= 960)
    expect(await dialog.evaluate((box) => box.scrollWidth <= box.clientWidth), `${width} px`).toBe(true)
    await expectNoSidewaysScroll(page)
    // The buttons below an image are inside of its tile.
    const tiles = part(dialog, 'More images').getByRole('listitem')
    const tooWide = await tiles.evaluateAll((all) =>
      all.filter((tile) => tile.scrollWidth > tile.clientWidth).map((tile) => tile.textContent),
    )
    expect(tooWide, `${width} px`).toEqual([])
    await expect(tiles).toHaveCount(8)
  }
  await expectAccessible(page)
})

test('by keyboard alone: details first, then the images, and nothing that has the focus is covered', async ({
  page,
}) => {
  // Low, so that each step may scroll.
  await page.setViewportSize({ width: 1440, height: 600 })
  await enter(page, '/dashboard/view-portfolio')
  await fill(page, 2, 1)
  await page.getByRole('button', { name: `Edit ${name}` }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Portfolio' })
  await expect(dialog.getByLabel('Description of image 2')).toBeVisible()
  await expect(dialog.getByLabel('Portfolio Name')).toBeFocused()
  /** Where the focus is, and whether all of it is between the title and the bar at the foot. */
  const focused = () =>
    page.evaluate(() => {
      const one = document.activeElement as HTMLInputElement
      const head = one.closest('dialog')?.querySelector('header')?.getBoundingClientRect()
      const bar = one.form?.querySelector('[type=submit]')?.parentElement?.getBoundingClientRect()
      const { top, bottom } = one.getBoundingClientRect()
      return {
        label: one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent ?? '',
        part: one.closest('section')?.querySelector('h3')?.textContent ?? '',
        isSeen: !head || !bar || (top >= head.bottom && bottom <= bar.top),
      }
    })
  const parts: string[] = []
  const tile: string[] = []
  const covered: string[] = []
  for (let steps = 0; steps < 60; steps++) {
    const { label, part, isSeen } = await focused()
    if (part === '') break
    if (parts.at(-1) !== part) parts.push(part)
    if (part === 'More images') tile.push(label)
    if (!isSeen) covered.push(label)
    await page.keyboard.press('Tab')
  }
  expect(covered).toEqual([])
  expect(parts).toEqual([
    'Project',
    'Preview',
    'About this project',
    'Client links',
    'Cover',
    'Full page',
    'More images',
  ])
  expect(tile).toEqual([
    'Move View 1',
    'Description of image 1',
    'Move View 1 left',
    'Move View 1 right',
    'Remove View 1',
    'Move View 2',
    'Description of image 2',
    'Move View 2 left',
    'Move View 2 right',
    'Remove View 2',
    'Add image',
  ])
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()

  const press = (label: string, key: string) => dialog.getByRole('button', { name: label }).press(key)
  await press('Move View 1 right', 'Enter')
  // At the end it keeps the focus, and moves nothing any more.
  await expect(dialog.getByRole('button', { name: 'Move View 1 right' })).toBeFocused()
  await expect(dialog.getByRole('button', { name: 'Move View 1 right' })).toBeDisabled()
  await press('Remove View 2', 'Enter')
  await expect(dialog.getByRole('button', { name: 'Remove View 1' })).toBeFocused()
  await press('Remove View 1', 'Enter')
  await expect(dialog.getByLabel('Add image')).toBeFocused()
  await expect(dialog.getByText('0 of 8', { exact: true })).toBeVisible()
})

test('the bar says what is not saved, and the preview opens in another tab', async ({ page, context }) => {
  await enter(page, '/dashboard/view-portfolio')
  const id = await fill(page, 1, 0)
  const dialog = await open(page)
  const notSaved = dialog.getByText('Changes not saved')
  await dialog.getByLabel('Description of image 1').fill('A speaker')
  await dialog.getByLabel('Description of image 1').press('Enter')
  await expect(notSaved).toHaveCount(0)
  const role = dialog.getByLabel('Role')
  await role.fill('Design')
  await expect(notSaved).toBeVisible()
  await role.fill('')
  await expect(notSaved).toHaveCount(0)
  await dialog.getByRole('radio', { name: /^Image/ }).check()
  await expect(notSaved).toBeVisible()
  const opening = context.waitForEvent('page')
  await dialog.getByRole('link', { name: 'Open preview' }).click()
  const preview = await opening
  await expect(preview).toHaveURL(new RegExp(`/portfolio/${id}`))
  await preview.close()
  await expect(notSaved).toBeVisible()
  await dialog.getByLabel('Status').selectOption('draft')
  await dialog.getByRole('button', { name: 'Update Portfolio' }).click()
  await expect(dialog).toHaveCount(0)
  await open(page)
  await expect(dialog.getByRole('radio', { name: /^Image/ })).toBeChecked()
})

test('the crops of the cover follow its focal point, also of a cover as wide as its card', async ({
  page,
}) => {
  await enter(page, '/dashboard/view-portfolio')
  const cover = part(await open(page), 'Cover')
  const point = cover.getByRole('slider', { name: 'Focal point' })
  await point.press('Shift+ArrowLeft')
  await point.press('ArrowDown')
  for (const crop of ['Gallery and share image', 'Featured tile'])
    await expect(cover.getByRole('figure', { name: crop }).locator('img')).toHaveCSS(
      'object-position',
      '40% 1%',
    )
})
