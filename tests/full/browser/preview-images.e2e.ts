// Screenshots of the whole page in a preview. By a client link: client-links.test.ts.
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, signIn, test } from '../../support/browser.ts'
import { publishProject } from '../../support/seed.ts'
import type { TestServer } from '../../support/test-server.ts'

test.beforeEach(({ noise }) => void noise.push(/net::ERR_|Failed to load resource/))

/** @returns the id of a project with screenshots of these sizes, by device. The admin stays signed in. */
async function publishWith(
  app: TestServer,
  { request }: Page,
  pname: string,
  sizes: Record<string, [number, number]>,
) {
  const { id } = await publishProject(app, pname, { purl: 'https://whole.example', preview: 'image' })
  await signIn(request)
  for (const [device, [width, height]] of Object.entries(sizes)) {
    // So that a part has bytes that count.
    const noise = { type: 'gaussian', mean: 128, sigma: 8 } as const
    const noisy = sharp({ create: { width, height, channels: 3, background: '#246', noise } })
    const buffer = await noisy.jpeg({ quality: 60 }).toBuffer()
    const image = { name: 'page.jpg', mimeType: 'image/jpeg', buffer }
    // Making the parts of a long page takes most of the usual time on a busy machine: the test's own limit counts.
    const sent = { multipart: { image }, timeout: 0 }
    await expect(await request.put(`/api/portfolio/${id}/pages/${device}`, sent)).toBeOK()
  }
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

test('each device has its own screenshot, or that of the desktop, or the cover', async ({ page, app }) => {
  const id = await publishWith(app, page, 'Devices', { desktop: [320, 12_000], mobile: [375, 2_000] })
  const scaled = page.getByText('The desktop page, scaled down.')
  await page.goto(`/portfolio/${id}`)
  await expect.poll(() => shape(page)).toBe(375)
  await page.getByRole('button', { name: 'Tablet' }).click()
  await expect.poll(() => shape(page)).toBe(375)
  await expect(scaled).toBeAttached()
  await page.getByRole('button', { name: 'Mobile' }).click()
  await expect.poll(() => shape(page)).toBe(53)
  await expect(scaled).not.toBeAttached()
  await isLoaded(region(page).locator('img').first())
  await expectAccessible(page)

  const other = await publishWith(app, page, 'Cover', { mobile: [375, 2_000] })
  await page.goto(`/portfolio/${other}`)
  await isLoaded(region(page).getByRole('img', { name: 'Cover' }))
  await expect.poll(() => shape(page)).toBeLessThan(10)
})

test('a page of 20,000 px is fetched part by part, and scrolls to its foot by keyboard', async ({
  page,
  app,
}) => {
  const id = await publishWith(app, page, 'Long', { desktop: [1_200, 20_000] })
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
  const read = (what: 'scrollTop' | 'scrollHeight' | 'clientHeight') =>
    region(page).evaluate((one, what) => one[what], what)
  const height = await read('scrollHeight')
  await region(page).focus()
  await page.keyboard.press('End')
  const foot = height - (await read('clientHeight'))
  await expect.poll(() => read('scrollTop')).toBeGreaterThanOrEqual(foot - 1)
  await isLoaded(images.last())
  // What is not there yet has its space already.
  expect(await read('scrollHeight')).toBe(height)
})
