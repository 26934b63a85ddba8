// Screenshots of the whole page in a preview, and the images of "About this project".
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { admin, expect, expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts'
import { publish, test } from '../support/framed-site.ts'

test.use({ expectedNoise: /Refused to display|net::ERR_|Failed to load resource/ })

/** Grey rows with noise, so that a part has bytes that count. */
const noisyImage = (width: number, height: number) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 8 } as const
  return sharp({ create: { width, height, channels: 3, background: '#246', noise } })
    .jpeg({ quality: 60 })
    .toBuffer()
}

/** @returns its id */
async function publishWith(request: APIRequestContext, pname: string, files: Record<string, Buffer>) {
  const [id = ''] = await publish(request, [{ pname, purl: 'https://whole.example', preview: 'image' }])
  await request.post('/login', { data: { email: admin.email, password: admin.password } })
  for (const [path, buffer] of Object.entries(files)) {
    const image = { name: 'page.jpg', mimeType: 'image/jpeg', buffer }
    const [where = '', alt = ''] = path.split('#')
    const response = await request.fetch(`/api/portfolio/${id}/${where}`, {
      method: where === 'images' ? 'POST' : 'PUT',
      multipart: { image, alt },
      // Making the parts of a long page takes most of the usual time on a busy machine: the test's own limit counts.
      timeout: 0,
    })
    expect(response.ok(), await response.text()).toBe(true)
  }
  await request.post('/logout', { data: {} })
  return id
}

const region = (page: Page) => page.getByRole('region', { name: /^Image of/ })
/** Ten times the height of what is shown, in widths of the region. */
const shape = (page: Page) =>
  region(page).evaluate((one) => {
    const images = [...one.querySelectorAll('img')]
    const height = images.reduce((sum, image) => sum + image.getBoundingClientRect().height, 0)
    return Math.round((10 * height) / one.clientWidth)
  })
const scaled = (page: Page) => page.getByText('The desktop page, scaled down.')

test('each device shows its own screenshot, otherwise that of the desktop, otherwise the cover', async ({
  page,
}) => {
  const id = await publishWith(page.request, 'Devices', {
    'pages/desktop': await noisyImage(320, 12_000),
    'pages/mobile': await noisyImage(375, 2_000),
  })
  await page.goto(`/portfolio/${id}`)
  await expect.poll(() => shape(page)).toBe(375)
  await page.getByRole('button', { name: 'Tablet' }).click()
  await expect.poll(() => shape(page)).toBe(375)
  await expect(scaled(page)).toBeAttached()
  await page.getByRole('button', { name: 'Mobile' }).click()
  await expect.poll(() => shape(page)).toBe(53)
  await expect(scaled(page)).not.toBeAttached()

  const other = await publishWith(page.request, 'Cover', { 'pages/mobile': await noisyImage(375, 2_000) })
  await page.goto(`/portfolio/${other}`)
  const cover = region(page).getByRole('img', { name: 'Cover' })
  await expect.poll(() => cover.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  await expect.poll(() => shape(page)).toBeLessThan(10)
})

test('a page of 20,000 px is fetched part by part, and scrolls to its foot by keyboard', async ({ page }) => {
  test.setTimeout(120_000)
  const id = await publishWith(page.request, 'Long', { 'pages/desktop': await noisyImage(1_200, 20_000) })
  const fetched = new Set<string>()
  page.on('request', (request) => {
    const part = /uploads\/([\da-f]{24}-1200x\d+)\//.exec(request.url())?.[1]
    if (part) fetched.add(part)
  })
  await page.setViewportSize({ width: 1200, height: 800 })
  await page.goto(`/portfolio/${id}`)
  const images = region(page).locator('img')
  expect(await images.count()).toBe(9)
  await expect.poll(() => fetched.size).toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
  expect(fetched.size).toBeLessThan(5)
  const total = await region(page).evaluate((one) => one.scrollHeight)
  // Without a choice of what has the focus, too.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.keyboard.press('PageDown')
  await expect.poll(() => region(page).evaluate((one) => one.scrollTop)).toBeGreaterThan(100)
  await page.keyboard.press('Home')
  await expect.poll(() => region(page).evaluate((one) => one.scrollTop)).toBe(0)
  await region(page).focus()
  await page.keyboard.press('PageDown')
  await expect.poll(() => region(page).evaluate((one) => one.scrollTop)).toBeGreaterThan(100)
  await page.keyboard.press('End')
  const rest = () => region(page).evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop)
  await expect.poll(rest).toBeLessThanOrEqual(1)
  const last = images.last()
  await expect.poll(() => last.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  // What is not there yet has its space already.
  expect(await region(page).evaluate((one) => one.scrollHeight)).toBe(total)
})

test('parts or a cover that cannot be loaded leave the initials', async ({ page }) => {
  const id = await publishWith(page.request, 'Broken Page', { 'pages/desktop': await noisyImage(100, 9_000) })
  const other = await publishWith(page.request, 'Broken Image', {})
  await page.route('**/uploads/**', (route) => route.abort())
  await page.goto(`/portfolio/${id}`)
  await expect(page.getByRole('img', { name: 'Broken Page' })).toHaveText('BP')
  await page.goto(`/portfolio/${other}`)
  await expect(page.getByRole('img', { name: 'Broken Image' })).toHaveText('BI')
})

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test.describe(`${theme}, ${width} px`, () => {
    test.use({
      colorScheme: theme,
      viewport: { width, height: 844 },
      hasTouch: width === 390,
      isMobile: width === 390,
    })

    test('images are in the panel and open large, and the page is accessible', async ({ page }) => {
      const id = await publishWith(page.request, `Panel ${width}`, {
        'pages/desktop': await noisyImage(640, 5_000),
        'images#Rooms': await noisyImage(400, 300),
        images: await noisyImage(300, 400),
      })
      const image = /uploads\/[\da-f]{24}-400x300\//
      let isFetched = false
      page.on('request', (request) => {
        if (image.test(request.url())) isFetched = true
      })
      await page.goto(`/portfolio/${id}`)
      await page.locator('html[data-hydrated]').waitFor()
      await page.waitForLoadState('networkidle')
      expect(isFetched).toBe(false)
      await expectAccessible(page)
      const toggle = page.getByRole('button', { name: 'About this project' })
      await (width === 390 ? toggle.tap() : toggle.press('Enter'))
      const panel = page.getByRole('complementary', { name: 'About this project' })
      const rooms = panel.getByRole('img', { name: 'Rooms' })
      await expect(rooms).toBeVisible()
      await expect.poll(() => rooms.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
      await expect(panel.getByRole('img', { name: 'Image 2' })).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      const [opened] = await Promise.all([
        page.waitForEvent('popup'),
        panel.getByRole('link', { name: 'Rooms' }).press('Enter'),
      ])
      await expect(opened).toHaveURL(image)
    })
  })

test('a client link shows the screenshots of each device and the images of its draft', async ({
  page,
  browser,
  app,
}) => {
  const id = await publishWith(page.request, 'For Rui', {
    'pages/desktop': await noisyImage(320, 12_000),
    'pages/mobile': await noisyImage(375, 2_000),
    'images#Rooms': await noisyImage(400, 300),
  })
  await page.request.post('/login', { data: { email: admin.email, password: admin.password } })
  await page.request.post('/bulk-update-status', { data: { ids: [id], status: 'draft' } })
  const made = await (await page.request.post(`/api/portfolio/${id}/client-links`, { data: {} })).json()
  const client = await (await browser.newContext({ baseURL: app.url })).newPage()
  expect((await client.goto(`/portfolio/${id}`))?.status()).toBe(404)
  await client.goto(made.url)
  await expect.poll(() => shape(client)).toBe(375)
  await client.getByRole('button', { name: 'Mobile' }).click()
  await expect.poll(() => shape(client)).toBe(53)
  const loaded = () => region(client).locator('img').first()
  await expect.poll(() => loaded().evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  await client.getByRole('button', { name: 'About this project' }).click()
  const rooms = client.getByRole('complementary').getByRole('img', { name: 'Rooms' })
  await expect.poll(() => rooms.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(client)
  await client.context().close()
})

test('the images are in the structured data', async ({ page, app }) => {
  const id = await publishWith(page.request, 'Structured', { images: await noisyImage(400, 300) })
  await page.goto(`/portfolio/${id}`)
  const text = await page.locator('script[type="application/ld+json"]').textContent()
  const { image } = JSON.parse(text ?? '')
  expect(image).toHaveLength(2)
  for (const url of image) expect(url).toMatch(new RegExp(`^${app.url}/uploads/`))
})
