// Screenshots of the whole page in the edit dialog, by file and keyboard.
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '../../support/browser.ts'
import { enter, expectAlert } from '../../support/dashboard.ts'

test.use({ expectedNoise: /status of 4\d\d|net::ERR_FAILED|could not be loaded/ })

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
const fileOf = async (width: number, height: number) => ({
  name: 'page.png',
  mimeType: 'image/png',
  buffer: await png(width, height),
})

/** Opens the dialog of a project that no other test here changes. */
async function open(page: Page, name: string) {
  await enter(page, '/dashboard/view-portfolio')
  await page.getByRole('button', { name: `Edit ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Preview' }).click()
  return dialog
}

const screenshot = (dialog: Locator, device = 'Full page') =>
  dialog.getByLabel(`${device} screenshot`, { exact: true })

test('screenshots are chosen, replaced and removed, and saved together with what is typed', async ({
  page,
}) => {
  const dialog = await open(page, 'Kestrel Audio')
  const name = dialog.getByLabel('Portfolio Name')
  const save = dialog.getByRole('button', { name: 'Update Portfolio' })
  await name.fill('Kestrel, typed')
  const svg = { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }
  await screenshot(dialog).setInputFiles(svg)
  await expect(dialog.getByText('Choose a PNG, JPEG or WebP image.')).toBeVisible()
  await screenshot(dialog).setInputFiles(await fileOf(60, 20_001))
  await expect(dialog.getByText('Choose a PNG, JPEG or WebP image.')).toBeHidden()
  await save.click()
  await expect(screenshot(dialog)).toBeFocused({ timeout: 30_000 })
  await expect(screenshot(dialog)).toHaveAccessibleDescription('A screenshot may be at most 20,000 px high.')
  await screenshot(dialog).setInputFiles(await fileOf(60, 5_000))
  await dialog.getByRole('button', { name: 'Tablet and phone screenshots' }).press('Enter')
  await screenshot(dialog, 'Phone').setInputFiles(await fileOf(40, 300))
  await save.click()
  await expectAlert(page, 'Portfolio updated successfully!')
  await expect(dialog.getByText('60 x 5,000 px')).toBeVisible()
  const zone = screenshot(dialog).locator('..')
  expect(await zone.evaluate((box) => box.scrollHeight <= box.clientHeight)).toBe(true)
  await expect(dialog.getByText('40 x 300 px')).toBeVisible()

  await dialog.getByRole('button', { name: 'Remove Phone screenshot' }).press('Enter')
  await expect(dialog.getByText('40 x 300 px')).toBeHidden()
  await expect(screenshot(dialog, 'Phone')).toBeFocused()
  await screenshot(dialog).setInputFiles(await fileOf(90, 500))
  await save.click()
  await expect(dialog.getByText('90 x 500 px')).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await page.getByRole('button', { name: 'Edit Kestrel, typed' }).click()
  await expect(dialog.getByText('90 x 500 px')).toBeVisible()
  await expect(dialog.getByText('40 x 300 px')).toHaveCount(0)
})
