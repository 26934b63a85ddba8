// The preview next to the site editor, and its versions.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../support/browser.ts'
import { enter } from '../../support/dashboard.ts'

const line = (page: Page) => page.getByLabel('Line', { exact: true })
const frame = (page: Page) => page.frameLocator('iframe[title=Preview]')

async function publishLine(page: Page, text: string): Promise<void> {
  const { content, version } = await (await page.request.get('/api/admin/site')).json()
  content.hero.line = text
  const data = { content, basedOn: version }
  expect((await page.request.put('/api/admin/site', { data })).status()).toBe(200)
}

test('the preview follows what is typed, as a visitor would see it, and nothing is published', async ({
  page,
}) => {
  await enter(page, '/dashboard/site')
  await expect(frame(page).getByText('I have 2 years of experience in Frontend.')).toBeVisible()
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
  // The drawings in the form follow the name, too.
  await expect(page.getByText('Drawn from your name')).toBeVisible()
  const image = page.locator('img[src^="data:image/svg+xml"]')
  const logo = page
    .getByRole('region', { name: 'Name and brand' })
    .locator('svg:has(circle[fill="var(--mark)"])')
  const drawings = () => Promise.all([image.getAttribute('src'), logo.innerHTML()])
  const [imageBefore, logoBefore] = await drawings()
  await page.getByLabel('Your name').fill('Anna Berg')
  await page.getByRole('textbox', { name: 'Brand' }).fill('Werkstatt')
  await expect.poll(async () => (await drawings())[0]).not.toBe(imageBefore)
  await expect.poll(async () => (await drawings())[1]).not.toBe(logoBefore)
  await expect(page.getByLabel('Description of Home')).toHaveAttribute('placeholder', /^Anna Berg, /)
  await expect(page.getByText(/^1240 px, shown at \d+ %\. Not published yet\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Phone' }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.getByText(/^390 px/)).toBeVisible()
  await expect(frame(page).locator('body')).toHaveClass(/dark/)
  await expect(page.locator('body')).not.toHaveClass(/dark/)
  const background = () =>
    frame(page)
      .locator('body')
      .evaluate((body) => getComputedStyle(body).backgroundColor)
  const dark = await background()
  // The theme of the dashboard is another one.
  await page.getByRole('switch', { name: 'Dark theme' }).first().click()
  await page.getByRole('switch', { name: 'Dark theme' }).first().click()
  expect(await background()).toBe(dark)
  await page.getByLabel('Page', { exact: true }).selectOption('About')
  await page.getByRole('textbox', { name: 'Text', exact: true }).last().fill('I bake **well**.')
  await expect(frame(page).getByText('well', { exact: true })).toBeVisible()
  await page.getByLabel('Page', { exact: true }).selectOption('Imprint')
  await page.getByLabel('Imprint').fill('# Imprint\n\nAnna Berg, *Bergen*')
  await expect(frame(page).getByRole('heading', { name: 'Imprint', includeHidden: true })).toHaveCount(1)
  await expect(frame(page).locator('em')).toHaveText('Bergen')
  const home = await (await page.request.get('/')).text()
  expect(home).not.toContain('1999')
  await expectAccessible(page)
})

test('what is typed while Publish is under way stays, as a change that is not published', async ({
  page,
}) => {
  await enter(page, '/dashboard/site')
  await line(page).fill('First.')
  await page.route('/api/admin/site', async (route) => {
    const response = await route.fetch()
    await line(page).fill('Second.')
    await page.getByLabel('Greeting').fill('Good day,')
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published!', { exact: true })).toBeVisible()
  await expect(line(page)).toHaveValue('Second.')
  await expect(page.getByLabel('Greeting')).toHaveValue('Good day,')
  await expect(page.getByRole('region', { name: 'Unpublished changes' })).toContainText(
    '1 section not published',
  )
  expect(await (await page.request.get('/')).text()).toContain('First.')
})

test('the page of the preview shows nothing without the editor around it', async ({ page }) => {
  await enter(page, '/dashboard/site')
  await expect(frame(page).getByText('I have 2 years of experience in Frontend.')).toBeVisible()
  const { content } = await (await page.request.get('/api/admin/site')).json()
  const view = await (await page.request.post('/api/admin/site/preview', { data: { content } })).json()
  await page.goto('/dashboard/site/preview')
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0)
  await page.evaluate(
    (view) => postMessage({ kind: 'site-preview', view, page: 'home', theme: 'light' }, '*'),
    view,
  )
  // Messages are handled in order: the second one's answer comes after the first was handled.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('message', resolve, { once: true })
        postMessage('after', '*')
      }),
  )
  await expect(page.getByRole('heading')).toHaveCount(0)
})

test('two versions are compared by word, and one is put back into the form', async ({ page }) => {
  await enter(page, '/dashboard/site')
  await publishLine(page, 'I have 1 year of experience in Frontend.')
  await page.reload()
  await expect(line(page)).toHaveValue('I have 1 year of experience in Frontend.')
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
  await expect(line(page)).toHaveValue('I have 2 years of experience in Frontend.')
  await expect(page.getByRole('textbox', { name: 'Greeting' })).toHaveValue('Hello, I’m')
})
