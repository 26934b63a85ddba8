// A preview of slow sites, and of one whose owner chose the image. What the server found: preview-found.e2e.ts.
import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'
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
