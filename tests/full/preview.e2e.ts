// The preview of a project in detail: devices in every window, slow sites, the image that its owner chose, and where Close leads.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectNoSidewaysScroll } from '../support/browser.ts'
import { enter, expectAlert } from '../support/dashboard.ts'
import { expectWholeImage, type FramedSite, notice, publish, test } from '../support/framed-site.ts'

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

  test('that responds in time is shown, and stays', async ({ page, site }) => {
    await publish(page.request, [{ pname: 'Late', purl: `${site.origin}/late` }])
    await openWithStandingClock(page, 'Late')
    await page.clock.runFor(7_000)
    await expect(loading(page)).toBeVisible()
    site.release()
    await expectFramed(page, 'late')
    await page.clock.runFor(60_000)
    await expectFramed(page, 'late')
    await expect(notice(page)).toHaveCount(0)
  })
})

test('the owner chooses the image: nothing is requested from the site, until the choice is the live site again', async ({
  page,
  site,
}) => {
  const [id] = await publish(page.request, [{ pname: 'Choice', purl: `${site.origin}/` }])
  const choose = async (before: RegExp, after: RegExp) => {
    await enter(page, '/dashboard/view-portfolio')
    await page.getByRole('button', { name: 'Edit Choice' }).click()
    if (before.test('Live site')) await page.getByRole('heading', { name: 'Preview' }).click()
    const choice = (name: RegExp) => page.getByRole('dialog').getByRole('radio', { name })
    await expect(choice(before)).toBeChecked()
    await choice(after).check()
    await page.getByRole('button', { name: 'Update Portfolio' }).click()
    await expectAlert(page, 'Portfolio updated successfully!')
    await page.goto(`/portfolio/${id}`)
  }
  await choose(/^Live site/, /^Image/)
  await expect(notice(page)).toBeVisible()
  await expectWholeImage(page)
  expect(site.requests).toEqual([])
  await choose(/^Image/, /^Live site/)
  await expectFramed(page, 'start')
})

/** Parts of the stage: the frame of the device, and on phones the line with its width. */
const framePart = 'main > div:has(iframe)'
const dimension = 'main > p'

// Window, device, CSS width inside, label, width of the frame, height of the frame (of a stage below the 64 px bar).
const sizes = [
  [390, 844, 'Desktop', 1280, '1280 px, shown at 29%', 366, 780 - 52],
  [390, 844, 'Tablet', 768, '768 px, shown at 48%', 366, 780 * 0.9],
  [390, 844, 'Mobile', 375, '375 px, shown at 93%', 350, 780 * 0.8],
  [320, 568, 'Desktop', 1280, '1280 px, shown at 23%', 296, 504 - 52],
  // A phone held sideways: the height of the dimension line comes first.
  [640, 360, 'Tablet', 768, '768 px, shown at 80%', 616, 296 - 62],
  [768, 1024, 'Desktop', 1280, '1280 px, shown at 60%', 768, 960],
  [768, 1024, 'Tablet', 768, '768 px, shown at 95%', 728, 960 * 0.9],
] as const

test('every device has its CSS width in every window, and its frame the size of the design', async ({
  page,
}) => {
  const inside = () =>
    frame(page)
      .locator('html')
      .evaluate((html) => [html.clientWidth, html.clientHeight])
  const box = async (part: string) => {
    const found = await page.locator(part).boundingBox()
    if (!found) throw new Error(`${part} is not there`)
    return found
  }
  const { portfolios } = await (await page.request.get('/getportfolio/public?limit=1')).json()
  let loads = 0
  await page.goto(`/portfolio/${portfolios[0].id}`)
  await expect(page.getByRole('group', { name: 'Device' })).toBeVisible()
  page.on('request', (request) => {
    if (request.url().includes('/demo/')) loads++
  })
  for (const [width, height, device, css, label, frameWidth, frameHeight] of sizes)
    await test.step(`${device} at ${width} px`, async () => {
      await page.setViewportSize({ width, height })
      await page.getByRole('button', { name: device }).click()
      await expect(page.getByText(label, { exact: true })).toBeVisible()
      await expect.poll(async () => (await inside())[0]).toBe(css)
      await expect.poll(async () => (await box(framePart)).width).toBeCloseTo(frameWidth, 0)
      await expect.poll(async () => (await box(framePart)).height).toBeCloseTo(frameHeight, 0)
      const [shown, site, stage] = [await box(framePart), await box('iframe'), await box('main')]
      // The page inside fills its frame and nothing else, in true proportion.
      expect(site.width).toBeCloseTo(shown.width, 0)
      expect(site.height).toBeCloseTo(shown.height, 0)
      expect(((await inside())[1] ?? 0) / css).toBeCloseTo(frameHeight / frameWidth, 2)
      // Nothing is cut off, the dimension line neither.
      expect(shown.y + shown.height).toBeLessThanOrEqual(stage.y + stage.height)
      if (width <= 640) expect((await box(dimension)).y).toBeGreaterThanOrEqual(stage.y)
      await expectNoSidewaysScroll(page)
    })
  expect(loads).toBe(0)
})
