// The site editor in detail: its preview and versions, images, the accent, and others who publish. Chosen: first-hour.e2e.ts.
import type { Page } from '@playwright/test'
import {
  enter,
  expect,
  expectAccessible,
  expectAlert,
  holdRequests,
  publish,
  publishSite,
  test,
} from '../../support/browser.ts'
import { chosenImage } from '../../support/sample-images.ts'

const line = (page: Page) => page.getByLabel('Line', { exact: true })
const bar = (page: Page) => page.getByRole('region', { name: 'Unpublished changes' })
const publishButton = (page: Page) => bar(page).getByRole('button', { name: 'Publish' })
const frame = (page: Page) => page.frameLocator('iframe[title=Preview]')
const delivered = 'I have 2 years of experience in Frontend.'

async function openEditor(page: Page) {
  await enter(page, '/dashboard/site')
  await expect(frame(page).getByText(delivered)).toBeVisible()
}

test('the preview follows what is typed, and nothing is published', async ({ page }) => {
  await openEditor(page)
  await line(page).fill('Bread since <b>1999</b>.')
  await page.getByLabel('Your name').fill('Łukasz Żółć')
  await expect(frame(page).getByText('Bread since <b>1999</b>.')).toBeVisible()
  await expect(frame(page).getByRole('heading', { level: 1, includeHidden: true })).toHaveText('Łukasz Żółć')
  // Inert: nothing in it is read, pressed or focused.
  await expect(frame(page).locator('[inert] nav').first()).toContainText('Login')
  const focused = await frame(page)
    .locator('a')
    .first()
    .evaluate((link: HTMLElement) => {
      link.focus()
      return document.activeElement?.tagName
    })
  expect(focused).toBe('BODY')
  // The drawing in the form follows the name, too.
  const portrait = page.locator('img[src^="data:image/svg+xml"]')
  const before = await portrait.getAttribute('src')
  await page.getByLabel('Your name').fill('Anna Berg')
  await expect.poll(() => portrait.getAttribute('src')).not.toBe(before)
  await expect(page.getByText(/^1240 px, shown at \d+ %\. Not published yet\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Phone' }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.getByText(/^390 px/)).toBeVisible()
  // The theme of the dashboard is another one.
  await expect(frame(page).locator('body')).toHaveClass(/dark/)
  await expect(page.locator('body')).not.toHaveClass(/dark/)
  // It shows the page of the field that is typed in; one that is on every page changes nothing.
  const shown = page.getByLabel('Page', { exact: true })
  await page.getByRole('textbox', { name: 'Text', exact: true }).last().fill('I bake **well**.')
  await expect(frame(page).getByText('well', { exact: true })).toBeVisible()
  await page.getByLabel('Imprint').fill('# Imprint\n\nAnna Berg, *Bergen*')
  await expect(frame(page).locator('em')).toHaveText('Bergen')
  await page.getByLabel('Your name').focus()
  await expect(shown).toHaveValue('imprint')
  await line(page).focus()
  await expect(shown).toHaveValue('home')
  await shown.selectOption('Contact')
  await expect(frame(page).getByRole('textbox', { name: 'Message', includeHidden: true })).toBeVisible()
  expect(await (await page.request.get('/')).text()).not.toContain('1999')
  await expectAccessible(page)

  // Without the editor around it the page of the preview shows nothing.
  const { content } = await (await page.request.get('/api/admin/site')).json()
  const view = await (await page.request.post('/api/admin/site/preview', { data: { content } })).json()
  await page.goto('/dashboard/site/preview')
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  // Messages are handled in order: the second one's answer comes after the first was handled.
  await page.evaluate((view) => {
    postMessage({ kind: 'site-preview', view, page: 'home', theme: 'light' }, '*')
    return new Promise((resolve) => {
      addEventListener('message', ({ data }) => data === 'after' && resolve(data))
      postMessage('after', '*')
    })
  }, view)
  await expect(page.getByRole('heading')).toHaveCount(0)
})

test('two versions are compared by word, and one is put back into the form', async ({ page }) => {
  await openEditor(page)
  await publishSite(page.request, ({ hero }) =>
    Object.assign(hero, { line: delivered.replace('2 years', '1 year') }),
  )
  await page.reload()
  await page.getByRole('textbox', { name: 'Greeting' }).fill('Good day,')
  await page.getByRole('tab', { name: 'Versions' }).click()
  await expect(page.getByText(/^Live now\. .*\. Hero$/)).toBeVisible()
  await page.getByLabel('Compare Your changes').check()
  await page.getByLabel('Compare As installed').check()
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await expect(comparison.getByText('2 differences')).toBeVisible()
  await expect(comparison.locator('del')).toContainText(['Hello', '2', 'years'])
  await expect(comparison.locator('ins')).toContainText(['Good', '1', 'year'])
  await expectAccessible(page)
  // The third takes the place of the first.
  await page.getByRole('checkbox', { name: /^Compare .*\d$/ }).check()
  await expect(page.getByLabel('Compare Your changes')).not.toBeChecked()
  await expect(comparison.locator('del')).toHaveText(['2', 'years'])
  await page.getByRole('button', { name: 'Restore As installed' }).click()
  await expect(page.getByText('As installed is in the form. Publish it to make it live.')).toBeVisible()
  await expect(line(page)).toHaveValue(delivered)
  await expect(page.getByRole('textbox', { name: 'Greeting' })).toHaveValue('Hello, I’m')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('textbox', { name: 'Greeting' })).toHaveValue('Good day,')
})

const input = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('a logo and slides are previewed, published, removed and compared', async ({ page }) => {
  const press = (name: string) => page.getByRole('button', { name }).click()
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
  // Nothing is published without it, and leaving it is confirmed, also by the browser.
  await expect(bar(page).getByRole('button', { name: 'Uploading...' })).toBeDisabled()
  const event = 'new Event("beforeunload", { cancelable: true })'
  expect(await page.evaluate(`dispatchEvent(${event})`)).toBe(false)
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const leaving = page.getByRole('dialog', { name: 'Leave this page?' })
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  upload.release()
  await expect(page.getByRole('button', { name: 'Remove the image of A red door' })).toBeVisible()
  await expect(input(page, 'Description of image 4')).toHaveValue('A red door')
  await input(page, 'Image 2').setInputFiles(await chosenImage(640, 480))
  await expect(page.getByText('Image 2 needs a description before you publish.')).toBeVisible()
  expect(await (await page.request.get('/')).text()).not.toContain('/uploads/')
  await publishButton(page).click()
  await expect(input(page, 'Description of image 2')).toBeFocused()
  await input(page, 'Description of image 2').fill('A loaf on a table')
  await publish(page)

  await press('Remove: Logo')
  await press('Remove the image of A red door')
  await press('Undo')
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
  await publish(page)
  const home = await (await page.request.get('/')).text()
  expect(home).not.toContain('/uploads/')
  expect(home).not.toContain('/pictures/portrait')
  // The page is left also by an answer that comes after the upload.
  const late = await holdRequests(page, '**/api/images')
  await input(page, 'Image 4').setInputFiles(await chosenImage(1280, 960))
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await expect(leaving).toBeVisible()
  late.release()
  await expect(input(page, 'Image 4')).toBeEnabled()
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/dashboard\/settings$/)
})

const markOf = (body: ReturnType<Page['locator']>) =>
  expect.poll(() => body.evaluate((element) => getComputedStyle(element).getPropertyValue('--mark')))

test('a colour is in the preview at once, and on all pages once it is published', async ({ page }) => {
  await enter(page, '/dashboard/site')
  const hex = page.getByRole('textbox', { name: 'Accent colour', exact: true })
  const body = page.locator('body')
  const previewed = page.frameLocator('iframe[title=Preview]').locator('body')
  const ratios = page.getByRole('list', { name: 'Contrast of text on the accent' }).getByRole('listitem')
  await hex.fill('5585E8')
  await expect(page.getByLabel('Pick the accent colour')).toHaveValue('#5585e8')
  await expect(ratios).toHaveText(['Light theme 4.8', 'Dark theme 5.1'])
  await markOf(previewed).toBe('#5585e8')
  // Nothing but the preview before it is published.
  await markOf(body).not.toBe('#5585e8')
  await publish(page)
  await markOf(body).toBe('#5585e8')
  // Back to the delivered one.
  await page.goto('/dashboard/site')
  await page.getByRole('button', { name: 'Default' }).click()
  await expect(hex).toBeFocused()
  await markOf(previewed).toBe('#fab82f')
})

test('two tabs have one draft, and what one of them publishes is no change in the other', async ({
  page,
  context,
}) => {
  await enter(page, '/dashboard/site')
  const other = await context.newPage()
  await other.goto('/dashboard/site')
  await page.getByRole('textbox', { name: 'Brand' }).fill('Emma & Co')
  await expect(other.getByRole('textbox', { name: 'Brand' })).toHaveValue('Emma & Co')
  await other.getByLabel('Greeting').fill('Good day,')
  await expect(page.getByLabel('Greeting')).toHaveValue('Good day,')
  await publish(other)
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByLabel('Greeting')).toHaveValue('Good day,')
  // Also what cannot be published; and discarded in one tab it is gone in both.
  const long = 'x'.repeat(500)
  await line(page).fill(long)
  await expect(line(other)).toHaveValue(long)
  await page.reload()
  await expect(line(page)).toHaveValue(long)
  await bar(other).getByRole('button', { name: 'Discard' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(bar(page)).toHaveCount(0)
  await expect(line(page)).toHaveValue('I have 2 years of experience in Frontend.')
  await expect(page.getByRole('textbox', { name: 'Brand' })).toHaveValue('Emma & Co')
})

test('what is typed while Publish is under way, or a second admin publishes, is not lost', async ({
  page,
  noise,
}) => {
  noise.push(/409 \(Conflict\)/)
  await openEditor(page)
  await line(page).fill('First.')
  await page.route(
    '/api/admin/site',
    async (route) => {
      const response = await route.fetch()
      await line(page).fill('Second.')
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await publish(page)
  await expect(line(page)).toHaveValue('Second.')
  await expect(page.getByText('1 section not published')).toBeVisible()
  expect(await (await page.request.get('/')).text()).toContain('First.')

  await page.getByLabel('Greeting').fill('Good day,')
  await page.getByRole('textbox', { name: 'Lead' }).fill('Order a loaf.')
  await publishSite(page.request, ({ hero }) => Object.assign(hero, { line: 'Theirs.' }))
  await publishButton(page).click()
  await expectAlert(
    page,
    /has published another version\. Your changes are still here.*Hero: yours is in the form/,
  )
  await expect(page.getByLabel('Greeting')).toHaveValue('Good day,')
  await expect(page.getByRole('textbox', { name: 'Lead' })).toHaveValue('Order a loaf.')
  await publish(page)
  await expect(page.getByRole('alert').filter({ hasText: 'another version' })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('Back closes the preview alone', async ({ page }) => {
    await enter(page, '/dashboard/view-portfolio?sort=oldest')
    const form = page.getByRole('dialog', { name: 'Edit Portfolio' })
    const look = page.getByRole('dialog', { name: 'How it looks' })
    await page.getByRole('button', { name: 'Edit Kestrel Audio' }).click()
    await form.getByLabel('Portfolio Name').fill('Kestrel')
    await form.getByRole('button', { name: 'How it looks' }).click()
    await expect(look).toBeVisible()
    await page.goBack()
    await expect(look).toHaveCount(0)
    await expect(form.getByLabel('Portfolio Name')).toHaveValue('Kestrel')

    await page.goto('/dashboard/settings')
    await page.goto('/dashboard/site')
    const dialog = page.getByRole('dialog', { name: 'Preview' })
    // As a hasty double tap: one step there, and one back.
    const pressTwice = (button: HTMLElement) => {
      button.click()
      button.click()
    }
    const open = async () => {
      await page.getByRole('button', { name: 'Preview' }).evaluate(pressTwice)
      await expect(dialog).toBeVisible()
    }
    await open()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await open()
    await dialog.getByRole('button', { name: 'Close' }).evaluate(pressTwice)
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/dashboard/site')
    await page.goBack()
    await expect(page).toHaveURL('/dashboard/settings')
  })
})
