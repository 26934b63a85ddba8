// The owner writes a case study in the form of a project, and a visitor reads one: by keyboard. Without scripts: visitor.e2e.ts.
import {
  enter,
  expect,
  expectAccessible,
  expectAlert,
  holdRequests,
  signIn,
  test,
} from '../support/browser.ts'
import { chosenImage } from '../support/sample-images.ts'

const path = '/portfolio/fjordlys-hotel/case-study'
const film = 'vimeo.com/123456789'

test('a visitor comes from the card, moves, plays, enlarges, and goes on', async ({ page }) => {
  const { request } = page
  await signIn(request)
  const blocks = JSON.stringify([{ kind: 'video', source: film, caption: 'A ride.' }])
  for (const [name, more] of [
    ['Fjordlys Hotel', { opens: 'case-study' }],
    ['Vélo Atlas', { opens: 'case-study', blocks }],
  ] as const) {
    const [project] = (await (await request.get(`/getportfolio/public?search=${name}`)).json()).portfolios
    const multipart = {
      ...{ pname: project.pname, purl: project.purl, categories: JSON.stringify(project.categories) },
      ...more,
    }
    expect((await request.put(`/update/${project.id}`, { multipart })).ok()).toBe(true)
  }
  await page.context().clearCookies()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.route('https://player.vimeo.com/**', (route) => route.fulfill({ body: 'The film.' }))

  await page.goto('/portfolio')
  await page.getByRole('link', { name: 'View Fjordlys Hotel' }).press('Enter')
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  const slider = page.getByRole('slider', { name: 'Before and after' })
  for (const [key, now] of [
    ['ArrowRight', 51],
    ['Shift+ArrowLeft', 41],
    ['Home', 0],
    ['Shift+ArrowUp', 10],
  ] as const) {
    await slider.press(key)
    await expect(slider).toHaveAttribute('aria-valuenow', `${now}`)
  }
  await expect(slider).toHaveAttribute('aria-valuetext', '10 % Before, 2011')
  const box = await slider.locator('..').boundingBox()
  if (!box) throw new Error('the slider is not shown')
  await page.mouse.move(box.x + box.width / 10, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.75, box.y + 40)
  await page.mouse.up()
  await page.mouse.move(box.x, box.y)
  await expect(slider).toHaveAttribute('aria-valuenow', '75')

  expect(requested.filter((url) => url.includes('.mp4'))).toEqual([])
  await page.getByRole('button', { name: 'Play' }).press('Enter')
  await expect(page.locator('video')).toBeFocused()
  await expect.poll(() => requested.filter((url) => url.endsWith('/video.mp4')).length).toBeGreaterThan(0)

  const key = page.getByRole('link', { name: 'Enlarge: Key tag of the room Naust' })
  await key.press('Enter')
  const enlarged = (name: string) => page.getByRole('dialog').getByRole('img', { name })
  await expect(enlarged('Key tag of the room Naust')).toBeInViewport()
  await page.keyboard.press('ArrowRight')
  await expect(enlarged('The two houses at night')).toBeInViewport()
  await expect(enlarged('Key tag of the room Naust')).not.toBeInViewport()
  await expectAccessible(page)
  // From the last one to the first.
  await page.getByRole('button', { name: 'Next image' }).click()
  await expect(enlarged('The two houses at night')).not.toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(key).toBeFocused()

  await page.getByRole('link', { name: 'Live preview' }).last().press('Enter')
  await expect(page).toHaveURL('/portfolio/fjordlys-hotel')
  await page.getByRole('link', { name: 'Case study' }).press('Enter')
  await page.getByRole('navigation', { name: 'Next project' }).getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Vélo Atlas' })).toBeFocused()

  await expect(
    page.getByText('A ride. Plays from vimeo.com; nothing is loaded before you press Play.'),
  ).toBeVisible()
  // Without a poster it has the project's cover.
  await expect(page.locator('figure', { hasText: 'A ride.' }).getByRole('presentation')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  expect(requested.filter((url) => url.includes('vimeo'))).toEqual([])
  await page.getByRole('button', { name: 'Play' }).press('Enter')
  await expect(page.frameLocator('iframe').getByText('The film.')).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute(
    'src',
    /^https:\/\/player\.vimeo\.com\/video\/123456789\?.*dnt=1/,
  )
})

const video = {
  name: 'move.mp4',
  mimeType: 'video/mp4',
  buffer: Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypmp42\0\0\0\0mp42isom'),
    Buffer.alloc(2_000),
  ]),
}

test('all six kinds of blocks are written, fixed and published', async ({ page, browser, app, noise }) => {
  noise.push(/status of 400/)
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

  // The menu, by keyboard.
  const add = dialog.getByRole('button', { name: 'Add block' })
  const option = (name: string) => page.getByRole('menuitem', { name: new RegExp(`^${name}`) })
  await add.press('Enter')
  await expect(option('Text')).toBeFocused()
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
  const upload = async (label: string, file = image) => {
    await dialog.getByLabel(label, { exact: true }).setInputFiles(file)
    await expect(add).toBeEnabled({ timeout: 30_000 })
  }
  await choose('Picture')
  await dialog.getByRole('button', { name: 'Pair' }).click()
  await upload('Picture 1', await chosenImage(40, 60))
  await upload('Picture 2')
  await dialog.getByLabel('Description of picture 1').fill('The shop')
  await dialog.getByLabel('Caption').fill('Two rooms')
  await expect(dialog.getByLabel('Caption')).toHaveAccessibleDescription('9 of 160')
  await choose('Quote')
  await dialog.getByLabel('Quote', { exact: true }).fill('„We hear it now.“')
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
  // Of several files one is no image: the others are there.
  const heic = { name: 'phone.heic', mimeType: 'image/heic', buffer: image.buffer }
  await dialog.getByLabel('Add pictures').setInputFiles([image, heic, image])
  const rejected = dialog.getByText('phone.heic: Choose a PNG, JPEG or WebP image.')
  await expect(rejected).toBeVisible()
  await dialog.getByLabel('Description of picture 1').fill('A dial')
  await dialog.getByLabel('Description of picture 2').fill('A knob')
  // The preview next to the form follows.
  await expect(frame.getByRole('img', { name: 'A knob' })).toBeInViewport()
  await expectAccessible(page)

  // One is removed and comes back; one is moved.
  const row = (name: string) =>
    dialog.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await row('Picture, pair').getByRole('button', { expanded: false }).click()
  await expect(dialog.getByLabel('Description of picture 1')).toHaveValue('The shop')
  await expect(rejected).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Remove Quote' }).press('Enter')
  await expect(dialog.getByRole('button', { name: 'Remove Before and after' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).last().click()
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
  // An image that is being uploaded is a change, which waits to be saved.
  const held = await holdRequests(page, '**/api/images')
  await dialog.getByRole('button', { name: 'Remove Gallery' }).click()
  await expect(page.getByText('Removed: Gallery')).toBeVisible()
  await dialog.getByLabel('Picture 2', { exact: true }).focus()
  await dialog.getByLabel('Picture 2', { exact: true }).setInputFiles(image)
  await expect(dialog.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  // Nobody has to wait for one that takes too long.
  await dialog.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(dialog.getByRole('button', { name: 'Update Portfolio' })).toBeEnabled()
  await expect(dialog.getByLabel('Picture 2', { exact: true })).toBeFocused()
  await dialog.getByLabel('Picture 2', { exact: true }).setInputFiles(image)
  await expect(dialog.getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  // What is stored goes to its row: until then none comes back.
  expect(await page.getByText('Removed: Gallery').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('dialog', { name: 'Discard changes?' }).getByRole('button', { name: 'Cancel' }).click()
  held.release()
  await expect(dialog.getByRole('button', { name: 'Update Portfolio' })).toBeEnabled()
  await expect(dialog.getByText('Changes not saved')).toBeVisible()
  // What was removed in a dialog that is closed has no Undo any more.
  await dialog.getByRole('button', { name: 'Remove Quote' }).click()
  await expect(page.getByText('Removed: Quote')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(opener).toBeFocused()
  expect(await page.getByText('Removed: Quote').count()).toBe(0)

  const visitor = await (await browser.newContext({ baseURL: app.url })).newPage()
  await visitor.goto('/portfolio')
  await visitor.getByRole('link', { name: 'View Kestrel Audio' }).click()
  await expect(visitor).toHaveURL(/\/portfolio\/kestrel-audio\/case-study$/)
  // In the marks of the page, and not in those it was pasted with, too.
  await expect(visitor.getByText('We hear it now.', { exact: true })).toBeVisible()
  await expect(visitor.getByRole('img', { name: 'The workshop' })).toBeVisible()
  // An upright one is shown whole.
  const upright = await visitor.getByRole('img', { name: 'The shop' }).boundingBox()
  expect((upright?.height ?? 0) / (upright?.width ?? 1)).toBeCloseTo(1.5)
  await expect(visitor.getByRole('slider')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Play' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Enlarge: A knob' })).toBeVisible()
})
