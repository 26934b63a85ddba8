// Screenshots of the whole page in the edit dialog, by file and keyboard.
import { expect, test } from '../../support/browser.ts'
import { enter, expectAlert } from '../../support/dashboard.ts'
import { chosenImage } from '../../support/sample-images.ts'

test.beforeEach(({ noise }) => void noise.push(/status of 4\d\d|net::ERR_FAILED|could not be loaded/))

test('screenshots are chosen, replaced and removed with what is typed', async ({ page }) => {
  await enter(page, '/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Edit Kestrel Audio' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Preview' }).click()
  const desktop = dialog.getByLabel('Full page screenshot', { exact: true })
  const phone = dialog.getByLabel('Phone screenshot', { exact: true })
  const save = dialog.getByRole('button', { name: 'Update Portfolio' })
  await dialog.getByLabel('Portfolio Name').fill('Kestrel, typed')
  const wrongType = dialog.getByText('Choose a PNG, JPEG or WebP image.')
  await desktop.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(wrongType).toBeVisible()
  await desktop.setInputFiles(await chosenImage(60, 20_001))
  await expect(wrongType).toBeHidden()
  await save.click()
  await expect(desktop).toBeFocused({ timeout: 30_000 })
  await expect(desktop).toHaveAccessibleDescription('A screenshot may be at most 20,000 px high.')
  await desktop.setInputFiles(await chosenImage(60, 5_000))
  await dialog.getByRole('button', { name: 'Tablet and phone screenshots' }).press('Enter')
  await phone.setInputFiles(await chosenImage(40, 300))
  await save.click()
  await expectAlert(page, 'Portfolio updated successfully!')
  const phoneSize = dialog.getByText('40 x 300 px')
  for (const size of [dialog.getByText('60 x 5,000 px'), phoneSize]) await expect(size).toBeVisible()

  await dialog.getByRole('button', { name: 'Remove Phone screenshot' }).press('Enter')
  await expect(phone).toBeFocused()
  await desktop.setInputFiles(await chosenImage(90, 500))
  await save.click()
  await expect(dialog.getByText('90 x 500 px')).toBeVisible({ timeout: 30_000 })
  await page.reload()
  await page.getByRole('button', { name: 'Edit Kestrel, typed' }).click()
  await expect(dialog.getByText('90 x 500 px')).toBeVisible()
  await expect(phoneSize).toHaveCount(0)
})
