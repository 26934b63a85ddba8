// The owner writes a case study in the form of a project, and a visitor reads it.
import { join } from 'node:path'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { covers, enter, expectAlert } from '../support/dashboard.ts'

test.use({ expectedNoise: /status of 400/ })

const shots = process.env.SHOTS

test('blocks of all six kinds are written by keyboard and mouse, kept in a reload, mended and published', async ({
  page,
  app,
}) => {
  await enter(page, '/dashboard/view-portfolio')
  const dialog = page.getByRole('dialog', { name: 'Edit Portfolio' })
  await page.getByRole('button', { name: 'Edit Kestrel Audio' }).click()
  await dialog.getByRole('heading', { name: 'Case study' }).click()
  const shot = async (name: string) => {
    if (shots) await page.screenshot({ path: join(shots, `${name}.png`) })
  }
  await shot('a')
  await dialog.getByRole('radio', { name: /^Case study/ }).check()
  await dialog.getByLabel('Summary').fill('Loudspeakers that are heard and not seen.')
  const add = dialog.getByRole('button', { name: 'Add block' })
  await add.press('Enter')
  await expect(page.getByRole('menuitem', { name: /^Text/ })).toBeFocused()
  await shot('menu')
  await page.keyboard.press('q')
  await expect(page.getByRole('menuitem', { name: /^Quote/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  await add.press('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Heading')).toBeFocused()
  await page.keyboard.type('What was asked')
  await page.keyboard.press('Tab')
  await page.keyboard.type('A shop that **plays** what it sells.')
  await add.click()
  await page.getByRole('menuitem', { name: /^Picture/ }).click()
  await dialog.getByRole('button', { name: 'Pair' }).click()
  await dialog.getByLabel('Picture 1', { exact: true }).setInputFiles(`${covers}/kestrel.webp`)
  await dialog.getByLabel('Picture 2', { exact: true }).setInputFiles(`${covers}/molino.webp`)
  await dialog.getByLabel('Description of picture 1').fill('The shop')
  await shot('pair')
  await add.click()
  await page.getByRole('menuitem', { name: /^Gallery/ }).click()
  await dialog.getByLabel('Add pictures').setInputFiles([`${covers}/kestrel.webp`, `${covers}/molino.webp`])
  await expect(dialog.getByLabel('Description of picture 2')).toBeVisible()
  await shot('gallery')
  await page.waitForTimeout(2000)
  await shot('gallery2')
  await expectAccessible(page)
})
