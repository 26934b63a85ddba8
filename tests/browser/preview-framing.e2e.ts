// A preview of sites that may be framed, that may not, that are slow: the live site, or the project's image.
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { covers, enter } from '../support/dashboard.ts'
import { expectWholeImage, notice, publish, test } from '../support/framed-site.ts'

// The browser itself says which sites it did not frame.
test.use({
  expectedNoise: /Refused to display|Framing '|violates the following Content|status of|net::ERR_|sandboxed/,
})

const sentence = 'This site may not allow embedding. Here is an image of it.'
const framed = (page: Page, title: string) =>
  page.frameLocator('iframe').getByRole('heading', { name: title, exact: true })

/** Opens a preview from the gallery while the page's clock stands: only what a test runs goes by. */
async function openWithStandingClock(page: Page, name: string) {
  await page.clock.install()
  await page.goto('/portfolio')
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('link', { name: `View ${name}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
}

for (const path of ['/denies', '/no-ancestors', '/moves-to-denies', '/gone', '/hangs-up'])
  test(`a site that cannot be framed (${path}) shows the project's image at once`, async ({ page, site }) => {
    await publish(page.request, [{ pname: 'Closed', purl: site.origin + path }])
    await openWithStandingClock(page, 'Closed')
    await expect(notice(page)).toContainText(sentence)
    await expect(page.locator('iframe')).toHaveCount(0)
    await expectWholeImage(page)
    const live = page.getByRole('link', { name: 'Open live site' })
    await expect(live).toHaveAttribute('href', site.origin + path)
    await expect(live).toHaveAttribute('target', '_blank')
    await page.clock.runFor(60_000)
    await expect(notice(page)).toBeVisible()
  })

test('a site on a machine that does not respond at all shows the image at once', async ({ page, site }) => {
  await publish(page.request, [{ pname: 'Dead', purl: site.origin }])
  await site.stop()
  await openWithStandingClock(page, 'Dead')
  await expect(notice(page)).toContainText(sentence)
})

test('a site that never responds shows the image after 8 s, not before', async ({ page, site }) => {
  await publish(page.request, [{ pname: 'Slow', purl: `${site.origin}/never` }])
  await openWithStandingClock(page, 'Slow')
  await expect(page.getByText('Loading preview...')).toBeVisible()
  await page.clock.runFor(7_999)
  await expect(page.getByText('Loading preview...')).toBeVisible()
  await page.clock.runFor(1)
  await expect(notice(page)).toContainText(sentence)
  await expectWholeImage(page)
  await expect(page.getByText('Loading preview...')).toHaveCount(0)
})

test('a site that responds in time is shown, and stays', async ({ page, site }) => {
  await publish(page.request, [{ pname: 'Late', purl: `${site.origin}/late` }])
  await openWithStandingClock(page, 'Late')
  await page.clock.runFor(7_000)
  await expect(page.getByText('Loading preview...')).toBeVisible()
  site.release()
  await expect(framed(page, 'late')).toBeVisible()
  await page.clock.runFor(60_000)
  await expect(framed(page, 'late')).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
})

test('a site that loads after 8 s takes the place of its image, and the focus is not lost', async ({
  page,
  site,
}) => {
  await publish(page.request, [{ pname: 'Late', purl: `${site.origin}/late` }])
  await openWithStandingClock(page, 'Late')
  await page.clock.runFor(8_000)
  await expect(notice(page)).toBeVisible()
  await expect(page.locator('iframe')).toBeHidden()
  await page.getByRole('region', { name: 'Image of Late' }).focus()
  site.release()
  await expect(framed(page, 'late')).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Late' })).toBeFocused()
})

test('a site runs its scripts once, in the frame that is seen', async ({ page, site }) => {
  const [id] = await publish(page.request, [{ pname: 'Open', purl: `${site.origin}/` }])
  await page.goto(`/portfolio/${id}`)
  await expect(framed(page, 'start')).toBeVisible()
  await expect.poll(() => site.requests).toContain('/script-ran')
  await page.getByRole('button', { name: 'Tablet' }).click()
  await expect(page.getByText('768 px')).toBeVisible()
  expect(site.requests.filter((path) => path === '/script-ran')).toHaveLength(1)
  expect(site.requests.filter((path) => path === '/').length).toBeLessThanOrEqual(2)
  // What was only needed to find out is removed.
  await expect(page.locator('iframe')).toHaveCount(1)
})

test('where the check cannot be made, a site that has loaded is shown', async ({ page, site }) => {
  const [id] = await publish(page.request, [{ pname: 'Open', purl: `${site.origin}/` }])
  await page.route('**/framing-check', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto(`/portfolio/${id}`)
  await expect(framed(page, 'start')).toBeVisible()
  await expect(notice(page)).toHaveCount(0)
})

test('the owner chooses the image: nothing is requested from the site', async ({ page, site }) => {
  const [id] = await publish(page.request, [{ pname: 'Choice', purl: `${site.origin}/` }])
  await enter(page, '/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Edit Choice' }).click()
  const choice = (name: RegExp) => page.getByRole('dialog').getByRole('radio', { name })
  await expect(choice(/^Live site/)).toBeChecked()
  await choice(/^Image/).check()
  await page.getByRole('button', { name: 'Update Portfolio' }).click()
  await expect(page.getByRole('alert')).toHaveText('Portfolio updated successfully!')
  await page.goto(`/portfolio/${id}`)
  await expect(notice(page)).toContainText(sentence)
  await expectWholeImage(page)
  expect(site.requests).toEqual([])
  await page.goto('/dashboard/view-portfolio')
  await page.getByRole('button', { name: 'Edit Choice' }).click()
  await expect(choice(/^Image/)).toBeChecked()
  await choice(/^Live site/).check()
  await page.getByRole('button', { name: 'Update Portfolio' }).click()
  await expect(page.getByRole('alert')).toHaveText('Portfolio updated successfully!')
  await page.goto(`/portfolio/${id}`)
  await expect(framed(page, 'start')).toBeVisible()
})

test('a project is added with its image as preview', async ({ page }) => {
  await enter(page, '/dashboard/add-portfolio')
  await page.getByLabel('Project name').fill('Added')
  await page.getByLabel('URL').fill('https://added.example')
  await page.getByLabel('Categories').fill('Web')
  await page.getByLabel('Preview', { exact: true }).selectOption('Show the image')
  await page.locator('input[type="file"]').setInputFiles(join(covers, 'kestrel.webp'))
  await page.getByRole('button', { name: 'Add Portfolio' }).click()
  await expect(page.getByRole('alert')).toContainText('Portfolio added successfully!')
  const { portfolios } = await (await page.request.get('/get-portfolios?search=added')).json()
  expect(portfolios).toMatchObject([{ name: 'Added', preview: 'image', status: 'draft' }])
})

test.describe('a site without encryption on a site with it', () => {
  const https = 'https://portfolio.test'
  test.use({ env: { PUBLIC_URL: https } })

  test('shows the image at once and says why [R56]', async ({ page, app, site }) => {
    // The browser takes the pages for encrypted; the answers are those of the product.
    await page.route(`${https}/**`, async (route) => {
      const { pathname, search } = new URL(route.request().url())
      await route.fulfill({ response: await route.fetch({ url: app.url + pathname + search }) })
    })
    const [id] = await publish(page.request, [{ pname: 'Plain', purl: `${site.origin}/` }])
    await page.goto(`${https}/portfolio/${id}`)
    await expect(
      page.getByText('This project is served without encryption, and browsers do not show such pages'),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open live site' })).toHaveAttribute(
      'href',
      `${site.origin}/`,
    )
    await expectWholeImage(page)
    expect(site.requests).toEqual([])
  })
})
