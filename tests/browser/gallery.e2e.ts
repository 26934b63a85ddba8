// The gallery, as a visitor uses it.
import { addProjects } from '../support/add-projects.ts'
import { expect, expectAccessible, test } from '../support/browser.ts'
import { holdRequests, openWithoutCode } from '../support/held-requests.ts'

test.describe('gallery', () => {
  // The tools of the test look into the frame of a preview, and the sandbox rejects their scripts.
  test.use({ expectedNoise: /the document's frame is sandboxed/ })

  test('shows the ten projects, newest first, and that there are no more', async ({ page }) => {
    await page.goto('/portfolio')
    await expect(page.getByRole('article').getByRole('heading')).toHaveText([
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
        .locator('article img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThan(0)
  })

  test('the search box takes the width that the categories leave, or a row of its own', {
    tag: '@full',
  }, async ({ page }) => {
    await page.goto('/portfolio')
    const left = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.x
    const search = page.getByRole('searchbox', { name: 'Search projects' })
    await page.setViewportSize({ width: 641, height: 900 })
    const row = await page.locator('form[action="/portfolio"]').boundingBox()
    expect((await search.boundingBox())?.width).toBe(row?.width)
    // The first of the second line begins where the first of all does.
    expect(await left('WooCommerce')).toBe(await left('All'))
    await page.setViewportSize({ width: 1440, height: 900 })
    expect((await search.boundingBox())?.width).toBeLessThan(280)
  })

  test('curly quotes of a category are straight in the request', { tag: '@full' }, async ({ page }) => {
    await addProjects(page, ['Quoted'], { categories: 'Client’s “own”' })
    await page.goto('/portfolio')
    const request = page.waitForRequest((sent) => sent.url().includes('category='))
    await page.getByRole('button', { name: 'Client’s “own”' }).click()
    expect(new URL((await request).url()).searchParams.get('category')).toBe(`Client's "own"`)
    await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Quoted'])
    await expect(page.getByRole('button', { name: 'Client’s “own”' })).toHaveAttribute('aria-pressed', 'true')
  })

  test('nothing found says so, and a search from there shows that it is loading', { tag: '@full' }, async ({
    page,
  }) => {
    await page.goto('/portfolio?search=zzz')
    await expect(page.getByText('No projects found')).toBeVisible()
    await expect(page.getByText('No more projects to load')).toHaveCount(0)
    await expectAccessible(page)
    const search = await holdRequests(page, '**/getportfolio/public?search=kestrel*')
    await page.getByRole('searchbox').fill('kestrel')
    await expect(page.getByText('Loading projects')).toBeAttached()
    await expect(page.getByText('No projects found')).toHaveCount(0)
    await expect(page.locator('main [aria-hidden=true] > [aria-hidden=true]').first()).toBeVisible()
    search.release()
    await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Kestrel Audio'])
  })

  test('a category filters, is in the URL, and is undone by Back', async ({ page }) => {
    await page.goto('/portfolio')
    await expect(page.getByRole('group', { name: 'Category' }).getByRole('button').first()).toHaveText('All')
    await page.getByRole('button', { name: 'Branding' }).click()
    await expect(page).toHaveURL('/portfolio?category=Branding')
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Branding' })).toHaveAttribute('aria-pressed', 'true')
    await page.goBack()
    await expect(page.getByRole('article')).toHaveCount(10)
    await expect(page.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true')
  })

  test('a category that there is none of is not a filter', async ({ page }) => {
    await page.goto('/portfolio?category=Nope')
    await expect(page.getByRole('article')).toHaveCount(10)
    await expect(page.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: 'Nope' })).toHaveCount(0)
  })

  test('fast typing makes one request, finds without accents, and is restored by Back', async ({ page }) => {
    await page.clock.install()
    await page.goto('/portfolio')
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/getportfolio/public')) requested.push(new URL(request.url()).search)
    })
    const box = page.getByPlaceholder('Search...')
    // The clock stands while a quick user types, so that a slow machine does not make them slow.
    await page.clock.pauseAt(Date.now() + 60_000)
    await box.pressSequentially('velo at')
    await page.clock.runFor(299)
    expect(requested).toHaveLength(0)
    await page.clock.resume()
    await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Vélo Atlas'])
    expect(requested).toHaveLength(1)
    await expect(page).toHaveURL('/portfolio?search=velo+at')
    await page.getByRole('link', { name: 'View Vélo Atlas' }).click()
    await expect(page).toHaveTitle('Vélo Atlas | Juno Balint')
    await page.goBack()
    await expect(box).toHaveValue('velo at')
    await expect(page.getByRole('article')).toHaveCount(1)
  })

  test('a search typed before hydration is made after it', { tag: '@full' }, async ({ page }) => {
    const hydrate = await openWithoutCode(page, '/portfolio')
    await page.getByPlaceholder('Search...').fill('fjord')
    await hydrate()
    await expect(page).toHaveURL('/portfolio?search=fjord')
    await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Fjordlys Hotel'])
    await expect(page.getByPlaceholder('Search...')).toHaveValue('fjord')
  })

  test('more projects load while scrolling, and by button for keyboards', async ({ page }) => {
    const names = Array.from({ length: 16 }, (_, i) => `Project ${String(i).padStart(2, '0')}`)
    await addProjects(page, names)
    await page.goto('/portfolio')
    await expect(page.getByRole('article')).toHaveCount(12)
    await expect(page.getByText('No more projects to load')).toHaveCount(0)
    await expect
      .poll(async () => {
        await page.mouse.wheel(0, 20_000)
        return page.getByRole('article').count()
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
    await expect(page.getByRole('article')).toHaveCount(24)
  })

  test.describe('when the server fails', () => {
    test.use({ expectedNoise: /status of 500/ })

    test('the error is shown with a way to try again', async ({ page }) => {
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
      await expect(page.getByRole('article')).toHaveCount(2)
    })
  })
})
