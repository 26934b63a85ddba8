// The preview next to the site editor, and its versions.
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../../support/browser.ts'
import { enter } from '../../support/dashboard.ts'

const line = (page: Page) => page.getByLabel('Line', { exact: true })
const frame = (page: Page) => page.frameLocator('iframe[title=Preview]')
const delivered = 'I have 2 years of experience in Frontend.'

async function openEditor(page: Page) {
  await enter(page, '/dashboard/site')
  await expect(frame(page).getByText(delivered)).toBeVisible()
}

test('the preview follows what is typed, as a visitor would see it, and nothing is published', async ({
  page,
}) => {
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
  // The drawings in the form follow the name, too.
  const portrait = page.locator('img[src^="data:image/svg+xml"]')
  const logo = page
    .getByRole('region', { name: 'Name and brand' })
    .locator('svg:has(circle[fill="var(--mark)"])')
  const [portraitBefore, logoBefore] = [await portrait.getAttribute('src'), await logo.innerHTML()]
  await page.getByLabel('Your name').fill('Anna Berg')
  await page.getByRole('textbox', { name: 'Brand' }).fill('Werkstatt')
  await expect.poll(() => portrait.getAttribute('src')).not.toBe(portraitBefore)
  await expect.poll(() => logo.innerHTML()).not.toBe(logoBefore)
  await expect(page.getByLabel('Description of Home')).toHaveAttribute('placeholder', /^Anna Berg, /)
  await expect(page.getByText(/^1240 px, shown at \d+ %\. Not published yet\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Phone' }).click()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(page.getByText(/^390 px/)).toBeVisible()
  // The theme of the dashboard is another one.
  await expect(frame(page).locator('body')).toHaveClass(/dark/)
  await expect(page.locator('body')).not.toHaveClass(/dark/)
  const shown = page.getByLabel('Page', { exact: true })
  await shown.selectOption('About')
  await page.getByRole('textbox', { name: 'Text', exact: true }).last().fill('I bake **well**.')
  await expect(frame(page).getByText('well', { exact: true })).toBeVisible()
  await shown.selectOption('Imprint')
  await page.getByLabel('Imprint').fill('# Imprint\n\nAnna Berg, *Bergen*')
  await expect(frame(page).locator('em')).toHaveText('Bergen')
  expect(await (await page.request.get('/')).text()).not.toContain('1999')
  await expectAccessible(page)
})

test('what is typed while Publish is under way stays, as a change that is not published', async ({
  page,
}) => {
  await openEditor(page)
  await line(page).fill('First.')
  await page.route('/api/admin/site', async (route) => {
    const response = await route.fetch()
    await line(page).fill('Second.')
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published!', { exact: true })).toBeVisible()
  await expect(line(page)).toHaveValue('Second.')
  await expect(page.getByText('1 section not published')).toBeVisible()
  expect(await (await page.request.get('/')).text()).toContain('First.')
})

test('the page of the preview shows nothing without the editor around it', async ({ page }) => {
  await openEditor(page)
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
  const { content, version } = await (await page.request.get('/api/admin/site')).json()
  content.hero.line = delivered.replace('2 years', '1 year')
  await page.request.put('/api/admin/site', { data: { content, basedOn: version } })
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
})
