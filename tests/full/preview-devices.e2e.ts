// The devices of a preview: the page inside keeps its CSS width, and is scaled down where there is less space.
import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, readOnlyTest as test } from '../support/browser.ts'

// The tools of the test look into the frame, and the sandbox rejects their scripts.
test.use({ expectedNoise: /the document's frame is sandboxed/ })

const inside = (page: Page) =>
  page
    .frameLocator('iframe')
    .locator('html')
    .evaluate((html) => [html.clientWidth, html.clientHeight])

/** Parts of the stage: the frame of the device, and on phones the line with its width. */
const framePart = 'main > div:has(iframe)'
const dimension = 'main > p'

const box = async (page: Page, part: string) => {
  const found = await page.locator(part).boundingBox()
  if (!found) throw new Error(`${part} is not there`)
  return found
}

const sizes = [
  // Window, device, CSS width inside, label, width of the frame, height of the frame (of a stage below the 64 px bar).
  [390, 844, 'Desktop', 1280, '1280 px, shown at 29%', 366, 780 - 52],
  [390, 844, 'Tablet', 768, '768 px, shown at 48%', 366, 780 * 0.9],
  [390, 844, 'Mobile', 375, '375 px, shown at 93%', 350, 780 * 0.8],
  [320, 568, 'Desktop', 1280, '1280 px, shown at 23%', 296, 504 - 52],
  // A phone held sideways: the height of the dimension line comes first.
  [640, 360, 'Tablet', 768, '768 px, shown at 80%', 616, 296 - 62],
  [640, 360, 'Mobile', 375, '375 px', 375, 296 - 62],
  [768, 1024, 'Desktop', 1280, '1280 px, shown at 60%', 768, 960],
  [768, 1024, 'Tablet', 768, '768 px, shown at 95%', 728, 960 * 0.9],
  [768, 1024, 'Mobile', 375, '375 px', 375, 960 * 0.8],
  [1440, 900, 'Desktop', 1440, 'Full width', 1440, 836],
  [1440, 900, 'Tablet', 768, '768 px', 768, 836 * 0.9],
  [1440, 900, 'Mobile', 375, '375 px', 375, 836 * 0.8],
] as const

test('every device has its CSS width in every window, and its frame the size of the design', async ({
  page,
}) => {
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
      await expect.poll(async () => (await inside(page))[0]).toBe(css)
      await expect.poll(async () => (await box(page, framePart)).width).toBeCloseTo(frameWidth, 0)
      await expect.poll(async () => (await box(page, framePart)).height).toBeCloseTo(frameHeight, 0)
      const [frame, site, stage] = [
        await box(page, framePart),
        await box(page, 'iframe'),
        await box(page, 'main'),
      ]
      // The page inside fills its frame and nothing else, in true proportion.
      expect(site.width).toBeCloseTo(frame.width, 0)
      expect(site.height).toBeCloseTo(frame.height, 0)
      const inner = await inside(page)
      expect((inner[1] ?? 0) / css).toBeCloseTo(frameHeight / frameWidth, 2)
      // Nothing is cut off, the dimension line neither.
      expect(frame.y + frame.height).toBeLessThanOrEqual(stage.y + stage.height)
      if (width <= 640) expect((await box(page, dimension)).y).toBeGreaterThanOrEqual(stage.y)
      await expectNoSidewaysScroll(page)
    })
  expect(loads).toBe(0)
})
