// Screenshots of the whole page in the edit dialog, by file and keyboard.
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'

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
  await expect(dialog.getByRole('heading', { name: 'Full page' })).toBeVisible()
  return dialog
}

const screenshot = (dialog: Locator, device = 'Full page') =>
  dialog.getByLabel(`${device} screenshot`, { exact: true })

test('a screenshot is chosen, replaced and removed, and nothing that is typed is lost', async ({ page }) => {
  const dialog = await open(page, 'Kestrel Audio')
  const name = dialog.getByLabel('Portfolio Name')
  await name.fill('Kestrel, typed')
  await screenshot(dialog).setInputFiles(await fileOf(60, 20_001))
  await expect(dialog.getByText('A screenshot may be at most 20,000 px high.')).toBeVisible()
  await expect(screenshot(dialog)).toHaveAccessibleDescription('A screenshot may be at most 20,000 px high.')
  const svg = { name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }
  await screenshot(dialog).setInputFiles(svg)
  await expect(dialog.getByText('Choose a PNG, JPEG or WebP image.')).toBeVisible()
  await screenshot(dialog).setInputFiles(await fileOf(60, 5_000))
  await expect(dialog.getByText('60 x 5,000 px')).toBeVisible()
  const zone = screenshot(dialog).locator('..')
  expect(await zone.evaluate((box) => box.scrollHeight <= box.clientHeight)).toBe(true)
  await expect(dialog.getByText('Choose a PNG, JPEG or WebP image.')).toBeHidden()
  await screenshot(dialog).setInputFiles(await fileOf(90, 500))
  await expect(dialog.getByText('90 x 500 px')).toBeVisible()

  await dialog.getByRole('button', { name: 'Tablet and phone screenshots' }).press('Enter')
  await screenshot(dialog, 'Phone').setInputFiles(await fileOf(40, 300))
  await expect(dialog.getByText('40 x 300 px')).toBeVisible()
  await expect(dialog.getByText('90 x 500 px')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove Phone screenshot' }).press('Enter')
  await expect(dialog.getByText('40 x 300 px')).toBeHidden()
  await expect(screenshot(dialog, 'Phone')).toBeFocused()
  await expect(name).toHaveValue('Kestrel, typed')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Edit Kestrel Audio' }).click()
  await expect(dialog.getByText('90 x 500 px')).toBeVisible()
})
