// Gallery and live preview, as a visitor uses them.

import type { Page } from '@playwright/test'
import { admin, expect, expectAccessible, test } from './browser.ts'

/** Drafts and published items straight through the API, as the dashboard makes them. */
async function addProjects(page: Page, names: string[], fields: Record<string, string> = {}) {
  await page.request.post('/login', { data: { email: admin.email, password: admin.password } })
  for (const name of names) {
    const answer = await page.request.post('/portfolio/add-portfolio', {
      multipart: {
        pname: name,
        purl: 'https://example.com',
        categories: 'Many',
        status: 'published',
        ...fields,
        pimage: { name: 'a.png', mimeType: 'image/png', buffer: onePixel },
      },
    })
    expect(answer.status()).toBe(201)
  }
  await page.context().clearCookies()
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.describe('gallery', () => {
  // The tools of the test look into the frame of a preview, and the sandbox refuses their scripts.
  test.use({ expectedNoise: /the document's frame is sandboxed/ })

  test('shows the ten projects, newest first, and says that this is all', async ({ page }) => {
    await page.goto('/portfolio')
    await expect(page.locator('.card h2')).toHaveText([
      'Fjordlys Hotel',
      'Vélo Atlas',
      'Kestrel Audio',
      'Molino Bakery',
      'Northbank Architects',
      'Ostara Festival',
      'Tidewater Journal',
      'Ledgerline',
      'Plantenhuis',
      'Sable & Stone',
    ])
    await expect(page.getByText('No more projects to load')).toBeVisible()
    expect(
      await page
        .locator('.card img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0)
  })

  test('a category filters, stands in the address, and Back takes it back', async ({ page }) => {
    await page.goto('/portfolio')
    await expect(page.getByRole('group', { name: 'Category' }).getByRole('button').first()).toHaveText('All')
    await page.getByRole('button', { name: 'Branding' }).click()
    await expect(page).toHaveURL('/portfolio?category=Branding')
    await expect(page.locator('.card')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Branding' })).toHaveAttribute('aria-pressed', 'true')
    await page.goBack()
    await expect(page.locator('.card')).toHaveCount(10)
    await expect(page.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true')
  })

  test('fast typing asks once, finds without accents, and is restored by Back', async ({ page }) => {
    await page.clock.install()
    await page.goto('/portfolio')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/getportfolio/public')) asked.push(new URL(request.url()).search)
    })
    const box = page.getByPlaceholder('Search...')
    // The clock stands while a quick person types, so that a slow machine does not make them slow.
    await page.clock.pauseAt(Date.now() + 60_000)
    await box.pressSequentially('velo at')
    await page.clock.runFor(299)
    expect(asked).toHaveLength(0)
    await page.clock.resume()
    await expect(page.locator('.card h2')).toHaveText(['Vélo Atlas'])
    expect(asked).toHaveLength(1)
    await expect(page).toHaveURL('/portfolio?search=velo+at')
    await page.getByRole('link', { name: 'View Vélo Atlas' }).click()
    await expect(page).toHaveTitle('Vélo Atlas | Juno Balint')
    await page.goBack()
    await expect(box).toHaveValue('velo at')
    await expect(page.locator('.card')).toHaveCount(1)
  })

  test('a search typed before the page comes alive is made once it does', async ({ page }) => {
    await page.route('**/assets/*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await route.continue()
    })
    await page.goto('/portfolio', { waitUntil: 'commit' })
    await page.getByPlaceholder('Search...').fill('fjord')
    await expect(page).toHaveURL('/portfolio?search=fjord')
    await expect(page.locator('.card h2')).toHaveText(['Fjordlys Hotel'])
    await expect(page.getByPlaceholder('Search...')).toHaveValue('fjord')
  })

  test('nothing found says so', async ({ page }) => {
    await page.goto('/portfolio?search=zzz')
    await expect(page.getByText('No projects found')).toBeVisible()
    await expect(page.getByText('No more projects to load')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('more come by themselves 300 px before the end, and by button for keyboards', async ({ page }) => {
    const names = Array.from({ length: 16 }, (_, i) => `Project ${String(i).padStart(2, '0')}`)
    await addProjects(page, names)
    await page.goto('/portfolio')
    await expect(page.locator('.card')).toHaveCount(12)
    await expect(page.getByText('No more projects to load')).toHaveCount(0)
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 20_000)
        return page.locator('.card').count()
      })
      .toBe(26)
    await expect(page.getByText('No more projects to load')).toBeVisible()
    // Where nothing is noticed to come into view, the button is the way.
    await page.addInitScript(() => {
      IntersectionObserver.prototype.observe = () => {}
    })
    await page.reload()
    await page.getByRole('button', { name: 'Load more' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('.card:not([aria-hidden])')).toHaveCount(24)
  })

  test.describe('when the server fails', () => {
    test.use({ expectedNoise: /status of 500/ })

    test('the error is shown with a way to try again (decision 47)', async ({ page }) => {
      await page.goto('/portfolio')
      let fail = true
      await page.route('**/getportfolio/public?*', (route) =>
        fail
          ? route.fulfill({ status: 500, json: { success: false, message: 'Something went wrong.' } })
          : route.continue(),
      )
      await page.getByRole('button', { name: 'React' }).click()
      await expect(page.getByText('Error: Something went wrong.')).toBeVisible()
      fail = false
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.locator('.card')).toHaveCount(2)
    })
  })
})

test.describe('preview', () => {
  // The tools of the test look into the frame, and the sandbox refuses their scripts.
  test.use({ expectedNoise: /status of 404|the document's frame is sandboxed/ })

  async function open(page: Page) {
    await page.goto('/portfolio')
    await page.getByRole('link', { name: 'View Fjordlys Hotel' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fjordlys Hotel')
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
  }

  test('shows the real page in a frame that can do nothing else', async ({ page }) => {
    await open(page)
    const frame = page.locator('iframe')
    await expect(frame).toHaveAttribute('title', 'Preview of Fjordlys Hotel')
    const sandbox = (await frame.getAttribute('sandbox')) ?? ''
    expect(sandbox).not.toContain('top-navigation')
    expect(sandbox).not.toContain('allow-same-origin')
    await expect(page.getByText('Loading preview...')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('target', '_blank')
    await expectAccessible(page)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.locator('footer')).toHaveCount(0)
  })

  test('tablet is 768 px wide and 90 % high, mobile 375 px and 80 %, without loading anew', async ({
    page,
  }) => {
    await open(page)
    let loads = 0
    page.on('request', (request) => {
      if (request.url().includes('/demo/')) loads++
    })
    const stage = await page.locator('.pv-stage').boundingBox()
    for (const [device, width, share] of [
      ['Tablet', 768, 0.9],
      ['Mobile', 375, 0.8],
    ] as const) {
      const button = page.getByRole('button', { name: device })
      await button.click()
      await expect(button).toHaveAttribute('aria-pressed', 'true')
      await expect
        .poll(async () => Math.round((await page.locator('.pv-frame').boundingBox())?.width ?? 0))
        .toBe(width)
      const box = await page.locator('.pv-frame').boundingBox()
      expect((box?.height ?? 0) / (stage?.height ?? 1)).toBeCloseTo(share, 1)
      await expect(page.getByText(`${width} px`)).toBeVisible()
    }
    await page.getByRole('button', { name: 'Desktop' }).click()
    await expect.poll(async () => (await page.locator('.pv-frame').boundingBox())?.width).toBe(stage?.width)
    expect(loads).toBe(0)
  })

  test('on a phone a tablet page keeps its 768 px and is shrunk to fit', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 800 })
    await open(page)
    await page.getByRole('button', { name: 'Tablet' }).click()
    await expect
      .poll(() =>
        page
          .frameLocator('iframe')
          .locator('html')
          .evaluate((html) => html.clientWidth),
      )
      .toBe(768)
    await expect
      .poll(async () => (await page.locator('iframe').boundingBox())?.width ?? 999)
      .toBeLessThanOrEqual(390)
  })

  test('Close goes back; opened from a link it goes to the gallery (decision 54)', async ({ page }) => {
    await page.goto('/portfolio?search=fjord')
    await page.getByRole('link', { name: 'View Fjordlys Hotel' }).click()
    await expect(page.locator('iframe')).toBeVisible()
    const address = page.url()
    await page.getByRole('link', { name: 'Close preview' }).click()
    await expect(page).toHaveURL('/portfolio?search=fjord')
    const fresh = await page.context().newPage()
    await fresh.goto(address)
    await fresh.getByRole('link', { name: 'Close preview' }).click()
    await expect(fresh).toHaveURL('/portfolio')
  })

  test('the title comes with the HTML; a draft and an unknown id are not there (decision 43)', async ({
    page,
  }) => {
    await addProjects(page, ['Secret Draft'], { status: 'draft' })
    const list = await (await page.request.get('/getportfolio/public?search=kestrel')).json()
    const html = await (await page.request.get(`/portfolio/${list.portfolios[0].id}`)).text()
    expect(html).toContain('<title>Kestrel Audio | Juno Balint</title>')
    const unknown = await page.goto('/portfolio/0123456789abcdef01234567')
    expect(unknown?.status()).toBe(404)
    await expect(page.getByText('Portfolio not found.')).toBeVisible()
  })

  test('both overlays, and an answer that fails (decision 53)', async ({ page }) => {
    await page.goto('/portfolio')
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/getportfolio/public?id=*', async (route) => {
      await held
      await route.continue()
    })
    let loaded = () => {}
    const slow = new Promise<void>((resolve) => {
      loaded = resolve
    })
    await page.route('**/demo/*', async (route) => {
      await slow
      await route.continue()
    })
    await page.getByRole('link', { name: 'View Fjordlys Hotel' }).click()
    await expect(page.getByText('Loading portfolio...')).toBeVisible()
    answer()
    await expect(page.getByText('Loading preview...')).toBeVisible()
    await expect(page.getByRole('group', { name: 'Device' })).toHaveCount(0)
    loaded()
    await expect(page.getByText('Loading preview...')).toHaveCount(0)
    await expect(page.getByRole('group', { name: 'Device' })).toBeVisible()
    await page.unroute('**/getportfolio/public?id=*')
    await page.goto('/portfolio')
    await page.route('**/getportfolio/public?id=*', (route) => route.abort())
    page.removeAllListeners('console')
    await page.getByRole('link', { name: 'View Ledgerline' }).click()
    await expect(page.getByText('Something went wrong.')).toBeVisible()
  })

  test('opened by another name of this machine the demo is still framed', async ({ page, app }) => {
    const list = await (await page.request.get('/getportfolio/public?limit=1')).json()
    await page.goto(`http://127.0.0.1:${app.port}/portfolio/${list.portfolios[0].id}`)
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible()
  })
})
