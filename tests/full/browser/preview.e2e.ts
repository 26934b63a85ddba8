// The preview of a project in detail: where Close leads, what a site may do, slow sites, and the image in their place.
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/browser.ts'
import { publishProject } from '../../support/seed.ts'

test.beforeEach(({ noise }) => void noise.push(/status of/))

const origin = 'http://site.example'

/** The site of a project. @returns what makes `/late` respond */
async function serveSite(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`${origin}/**`, async (route) => {
    const title = new URL(route.request().url()).pathname.slice(1) || 'start'
    if (title === 'late') await promise
    const links = '<a href="/second">second</a> <a href="/third">third</a>'
    const body = `<!doctype html><title>${title}</title><h1>${title}</h1>${links}`
    await route.fulfill({ contentType: 'text/html', body })
  })
  return resolve
}

const frame = (page: Page) => page.frameLocator('iframe')
const expectFramed = (page: Page, title: string) =>
  expect(frame(page).getByRole('heading', { name: title, exact: true })).toBeVisible()

test('a site has few rights, and Close returns to filter, page and scroll position', async ({
  page,
  app,
}) => {
  await serveSite(page)
  for (let n = 0; n < 20; n++) {
    const pname = `Project ${String(n).padStart(2, '0')}`
    await publishProject(app, pname, { purl: `${origin}/`, categories: ['Many'] })
  }
  const scrolled = () => page.evaluate(() => Math.round(scrollY))
  const link = page.getByRole('link', { name: 'View Project 00' })
  const articles = page.getByRole('article')

  // The second page of the filtered gallery.
  await page.goto('/portfolio')
  await page.getByRole('button', { name: 'Many', exact: true }).click()
  await expect(page).toHaveURL('/portfolio?category=Many')
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 20_000)
      return articles.count()
    })
    .toBe(20)
  await link.scrollIntoViewIfNeeded()
  await expect(page.getByText('No more projects to load')).toBeVisible()
  const position = await scrolled()
  expect(position).toBeGreaterThan(1_000)
  await link.click()
  await expectFramed(page, 'start')
  // It may run scripts, send forms and open windows, and nothing else: it cannot lead the page away, and learns no path.
  const iframe = page.locator('iframe')
  await expect(iframe).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups')
  await expect(iframe).toHaveAttribute('allow', '')
  await expect(iframe).toHaveAttribute('referrerpolicy', 'strict-origin')
  // Two links inside the frame: two steps of the history that are not ours.
  for (const title of ['second', 'third']) {
    await frame(page).getByRole('link', { name: title }).click()
    await expectFramed(page, title)
  }
  await page.evaluate(() => history.back())
  await expectFramed(page, 'second')
  await page.getByRole('link', { name: 'Close preview' }).click()
  await expect(page).toHaveURL('/portfolio?category=Many')
  await expect(articles).toHaveCount(20)
  await expect.poll(scrolled).toBe(position)
  // It was a step back, not one more step: Back leads to what was before the filter.
  await page.goBack()
  await expect(page).toHaveURL('/portfolio')
})

test('a slow site is its image after 8 s until it loads, and the focus is not lost', async ({
  page,
  app,
}) => {
  const release = await serveSite(page)
  await publishProject(app, 'Late', { purl: `${origin}/late` })
  // The page's clock stands: only what the test runs goes by.
  await page.clock.install()
  await page.goto('/portfolio')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('link', { name: 'View Late' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Late' })
  await expect(heading).toBeVisible()
  const loading = page.getByText('Loading preview...')
  const notice = page.getByRole('status').filter({ hasText: 'This site may not allow embedding' })
  await page.clock.runFor(7_999)
  await expect(loading).toBeVisible()
  await page.clock.runFor(1)
  await expect(notice).toContainText('Here is an image of it.')
  await expect(page.getByRole('region', { name: 'Image of Late' }).getByRole('img')).toBeVisible()
  await expect(loading).toHaveCount(0)
  await expect(page.locator('iframe')).toBeHidden()
  await page.getByRole('region', { name: 'Image of Late' }).focus()
  release()
  await expectFramed(page, 'late')
  await expect(notice).toHaveCount(0)
  await expect(heading).toBeFocused()
})
