// The owner writes a case study in the form of a project, and a visitor reads it.
import { expect, expectAccessible, test } from '../../support/browser.ts'
import { enter, expectAlert } from '../../support/dashboard.ts'
import { chosenImage } from '../../support/sample-images.ts'

test.beforeEach(({ noise }) => void noise.push(/status of 400/))

const video = {
  name: 'move.mp4',
  mimeType: 'video/mp4',
  buffer: Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypmp42\0\0\0\0mp42isom'),
    Buffer.alloc(2_000),
  ]),
}

test('all six kinds of blocks are written, mended and published', async ({ page, browser, app }) => {
  const image = await chosenImage(40, 30)
  await enter(page, '/dashboard/view-portfolio')
  const dialog = page.getByRole('dialog', { name: 'Edit Portfolio' })
  const opener = page.getByRole('button', { name: 'Edit Kestrel Audio' })
  const frame = page.frameLocator('iframe[title=Preview]')
  await opener.click()
  // The project's card, as long as there is no page.
  await expect(frame.getByText('Kestrel Audio')).toBeVisible()
  await dialog.getByRole('heading', { name: 'Case study' }).click()
  await dialog.getByRole('radio', { name: /^Case study/ }).check()

  // The menu, by keyboard: arrows, first letters, Escape.
  const add = dialog.getByRole('button', { name: 'Add block' })
  const option = (name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
  await add.press('Enter')
  await expect(option('Text')).toBeFocused()
  await page.keyboard.press('q')
  await expect(option('Quote')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(option('Before and after')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(option('Text')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Heading')).toBeFocused()
  await page.keyboard.type('What was asked')
  await page.keyboard.press('Tab')
  await page.keyboard.type('A shop that **plays** what it sells.')
  await expect(frame.getByText('plays', { exact: true })).toBeVisible()

  // Each comes below the open one.
  const choose = async (name: string) => {
    await add.click()
    await option(name).click()
  }
  const upload = async (label: string) => {
    await dialog.getByLabel(label, { exact: true }).setInputFiles(image)
    await expect(add).toBeEnabled({ timeout: 30_000 })
  }
  await choose('Picture')
  await dialog.getByRole('button', { name: 'Pair' }).click()
  await upload('Picture 1')
  await upload('Picture 2')
  await dialog.getByLabel('Description of picture 1').fill('The shop')
  await dialog.getByLabel('Caption').fill('Two rooms')
  await expect(dialog.getByLabel('Caption')).toHaveAccessibleDescription('9 of 160')
  await choose('Quote')
  await dialog.getByLabel('Quote', { exact: true }).fill('We hear it now.')
  await choose('Before and after')
  await upload('Picture 1')
  await upload('Picture 2')
  await dialog.getByLabel('Description of picture 1').fill('The old shop')
  await dialog.getByLabel('Description of picture 2').fill('The new shop')
  await choose('Video')
  await dialog.getByLabel('Or a file').setInputFiles(video)
  // In its row, too.
  await expect(dialog.getByText('MP4, 2 kB')).toHaveCount(2)
  await choose('Gallery')
  await upload('Add pictures')
  await upload('Add pictures')
  await dialog.getByLabel('Description of picture 1').fill('A dial')
  await dialog.getByLabel('Description of picture 2').fill('A knob')
  await expectAccessible(page)

  // One is removed and comes back; one is moved.
  const row = (name: string) =>
    dialog.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await dialog.getByRole('button', { name: 'Remove Quote' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Remove Before and after' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row('Quote')).toBeVisible()
  await dialog.getByRole('button', { name: 'Move Quote up' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Move Quote up' })).toBeFocused()

  // The draft outlives a reload.
  await page.reload()
  await opener.click()
  await expect(dialog.getByText('6 blocks')).toBeVisible()
  await expect(dialog.getByText('Changes not saved')).toBeVisible()
  await dialog.getByRole('button', { name: 'Update Portfolio' }).click()
  const needed = 'Picture 2 of block 3 needs a description before the project is published.'
  await expect(dialog.getByLabel('Description of picture 2')).toBeFocused()
  await expect(dialog.getByLabel('Description of picture 2')).toHaveAccessibleDescription(needed)
  await page.keyboard.type('The workshop')
  await dialog.getByRole('button', { name: 'Update Portfolio' }).click()
  await expectAlert(page, 'Portfolio updated successfully!')
  await expect(dialog.getByText('Changes not saved')).toHaveCount(0)

  const visitor = await (await browser.newContext({ baseURL: app.url })).newPage()
  await visitor.goto('/portfolio')
  await visitor.getByRole('link', { name: 'View Kestrel Audio' }).click()
  await expect(visitor).toHaveURL(/\/portfolio\/kestrel-audio\/case-study$/)
  await expect(visitor.getByText('We hear it now.')).toBeVisible()
  await expect(visitor.getByRole('img', { name: 'The workshop' })).toBeVisible()
  await expect(visitor.getByRole('slider')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Play' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Enlarge: A knob' })).toBeVisible()
})
