// Screenshots of the whole page in a preview: for visitors and by a client link.
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { admin, expect, expectAccessible } from '../../support/browser.ts'
import { publish } from '../../support/dashboard.ts'
import { test } from '../../support/peers/framed-site.ts'

test.use({ expectedNoise: /net::ERR_|Failed to load resource/ })

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
    const response = await request.put(`/api/portfolio/${id}/${path}`, {
      multipart: { image },
      // Making the parts of a long page takes most of the usual time on a busy machine: the test's own limit counts.
      timeout: 0,
    })
    expect(response.ok(), await response.text()).toBe(true)
  }
  await request.post('/logout', { data: {} })
  return id
}

const region = (page: Page) => page.getByRole('region', { name: /^Image of/ })
const isLoaded = (image: ReturnType<Page['locator']>) =>
  expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
/** Ten times the height of what is shown, in widths of the region. */
const shape = (page: Page) =>
  region(page).evaluate((one) => {
    const images = [...one.querySelectorAll('img')]
    const height = images.reduce((sum, image) => sum + image.getBoundingClientRect().height, 0)
    return Math.round((10 * height) / one.clientWidth)
  })

test('each device shows its own screenshot, otherwise that of the desktop, otherwise the cover; by a client link, too', async ({
  page,
  browser,
  app,
}) => {
  const id = await publishWith(page.request, 'Devices', {
    'pages/desktop': await noisyImage(320, 12_000),
    'pages/mobile': await noisyImage(375, 2_000),
  })
  const expectDevices = async (shown: Page) => {
    await expect.poll(() => shape(shown)).toBe(375)
    await shown.getByRole('button', { name: 'Tablet' }).click()
    await expect.poll(() => shape(shown)).toBe(375)
    await expect(shown.getByText('The desktop page, scaled down.')).toBeAttached()
    await shown.getByRole('button', { name: 'Mobile' }).click()
    await expect.poll(() => shape(shown)).toBe(53)
    await expect(shown.getByText('The desktop page, scaled down.')).not.toBeAttached()
    await isLoaded(region(shown).locator('img').first())
  }
  await page.goto(`/portfolio/${id}`)
  await expectDevices(page)

  await page.request.post('/login', { data: { email: admin.email, password: admin.password } })
  await page.request.post('/bulk-update-status', { data: { ids: [id], status: 'draft' } })
  const made = await (await page.request.post(`/api/portfolio/${id}/client-links`, { data: {} })).json()
  const client = await (await browser.newContext({ baseURL: app.url })).newPage()
  expect((await client.goto(`/portfolio/${id}`))?.status()).toBe(404)
  await client.goto(made.url)
  await expectDevices(client)
  await expectAccessible(client)
  await client.context().close()

  const other = await publishWith(page.request, 'Cover', { 'pages/mobile': await noisyImage(375, 2_000) })
  await page.goto(`/portfolio/${other}`)
  await isLoaded(region(page).getByRole('img', { name: 'Cover' }))
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
  await isLoaded(images.first())
  expect(fetched.size).toBeLessThan(5)
  const measure = () =>
    region(page).evaluate(({ scrollTop, scrollHeight, clientHeight }) => ({
      top: scrollTop,
      height: scrollHeight,
      left: scrollHeight - clientHeight - scrollTop,
    }))
  const { height } = await measure()
  // Without a choice of what has the focus, too.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.keyboard.press('PageDown')
  await expect.poll(async () => (await measure()).top).toBeGreaterThan(100)
  await region(page).focus()
  await page.keyboard.press('End')
  await expect.poll(async () => (await measure()).left).toBeLessThanOrEqual(1)
  await isLoaded(images.last())
  // What is not there yet has its space already.
  expect((await measure()).height).toBe(height)
})
