// The preview of a project in detail: devices in every window, slow sites, the image that its owner chose, and where Close leads.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect } from '../../support/browser.ts'
import { publish } from '../../support/dashboard.ts'
import { expectWholeImage, type FramedSite, notice, test } from '../../support/peers/framed-site.ts'

// The browser itself says which scripts of the test, which look into the frame, it did not run.
test.use({ expectedNoise: /status of|Blocked script execution|the document's frame is sandboxed/ })

const frame = (page: Page) => page.frameLocator('iframe')
const expectFramed = (page: Page, title: string) =>
  expect(frame(page).getByRole('heading', { name: title, exact: true })).toBeVisible()
const loading = (page: Page) => page.getByText('Loading preview...')

test.describe('Close', () => {
  const close = (page: Page) => page.getByRole('link', { name: 'Close preview' })
  const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

  async function twenty(site: FramedSite) {
    const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#475' } })
      .png()
      .toBuffer()
    return Array.from({ length: 20 }, (_, i) => ({
      image,
      pname: `Project ${String(i).padStart(2, '0')}`,
      purl: `${site.origin}/`,
      categories: i % 10 ? 'Many' : 'Many, Few',
    }))
  }

  /** The second page of the filtered gallery, from which the last project is opened. @returns the scroll position. */
  async function openFarDown(page: Page): Promise<number> {
    await page.goto('/portfolio')
    await page.getByRole('button', { name: 'Many', exact: true }).click()
    await expect(page).toHaveURL('/portfolio?category=Many')
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 20_000)
        return page.getByRole('article').count()
      })
      .toBe(20)
    const link = page.getByRole('link', { name: 'View Project 00' })
    await link.scrollIntoViewIfNeeded()
    await expect(page.getByText('No more projects to load')).toBeVisible()
    const position = await scrolled(page)
    expect(position).toBeGreaterThan(1_000)
    await link.click()
    await expectFramed(page, 'start')
    return position
  }

  /** Two links inside the frame: two steps of the history that are not ours. */
  async function followLinks(page: Page) {
    await frame(page).getByRole('link', { name: 'Second page' }).click()
    await expectFramed(page, 'second')
    await frame(page).getByRole('link', { name: 'Third page' }).click()
    await expectFramed(page, 'third')
  }

  test('returns to filter, page and scroll position after links and Back in the frame, to the filter after a reload, and from a link to the gallery', async ({
    page,
    site,
  }) => {
    const [id] = await publish(page.request, await twenty(site))
    const position = await openFarDown(page)
    await followLinks(page)
    await page.evaluate(() => history.back())
    await expectFramed(page, 'second')
    await close(page).click()
    await expect(page).toHaveURL('/portfolio?category=Many')
    await expect(page.getByRole('article')).toHaveCount(20)
    await expect.poll(() => scrolled(page)).toBe(position)
    // It was a step back, not one more step: Back leads to what was before the filter.
    await page.goBack()
    await expect(page).toHaveURL('/portfolio')
    await page.goForward()
    await expect(page).toHaveURL('/portfolio?category=Many')
    await page.getByRole('link', { name: 'View Project 00' }).click()
    await expectFramed(page, 'start')
    await page.reload()
    await expect(page.getByRole('group', { name: 'Device' })).toBeVisible()
    await close(page).click()
    await expect(page).toHaveURL('/portfolio?category=Many')

    // Typed into the address bar of a tab that showed another page of ours.
    await page.goto('/about')
    await page.goto(`/portfolio/${id}`)
    await expectFramed(page, 'start')
    await followLinks(page)
    await close(page).click()
    await expect(page).toHaveURL('/portfolio')
  })
})

test.describe('a slow site', () => {
  /** Opens a preview from the gallery while the page's clock stands: only what a test runs goes by. */
  async function openWithStandingClock(page: Page, name: string) {
    await page.clock.install()
    await page.goto('/portfolio')
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('link', { name: `View ${name}` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  }

  test('is its image after 8 s, not before; once it loads it takes the place of the image, and the focus is not lost', async ({
    page,
    site,
  }) => {
    await publish(page.request, [{ pname: 'Late', purl: `${site.origin}/late` }])
    await openWithStandingClock(page, 'Late')
    await page.clock.runFor(7_999)
    await expect(loading(page)).toBeVisible()
    await page.clock.runFor(1)
    await expect(notice(page)).toContainText('This site may not allow embedding. Here is an image of it.')
    await expectWholeImage(page)
    await expect(loading(page)).toHaveCount(0)
    await expect(page.locator('iframe')).toBeHidden()
    await page.getByRole('region', { name: 'Image of Late' }).focus()
    site.release()
    await expectFramed(page, 'late')
    await expect(notice(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: 'Late' })).toBeFocused()
  })
})
