// The gallery, as a visitor uses it.
import { expect, openWithoutCode, test } from '../support/browser.ts'
import { seed } from '../support/seed.ts'

test.beforeEach(({ noise }) => void noise.push(/status of 500|ERR_INTERNET_DISCONNECTED/))

test('the ten projects are filtered by the URL, and found by fast typing', async ({ page }) => {
  const articles = page.getByRole('article')
  const box = page.getByPlaceholder('Search...')
  const pressed = page.getByRole('group', { name: 'Category' }).locator('[aria-pressed=true]')
  await page.clock.install()
  await page.goto('/portfolio?category=Nope')
  await expect(articles).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Nope' })).toHaveCount(0)
  // What is typed into a URL is normalised by the server, and hydrated as it was rendered.
  await page.goto('/portfolio?search=%20+%00fjord&category=%20aLL%20')
  await expect(articles).toHaveCount(1)
  await expect(box).toHaveValue('fjord')
  await expect(pressed).toHaveText('All')
  await page.goto('/portfolio')
  await expect(articles).toHaveCount(10)
  await expect(page.getByText('No more projects to load')).toBeVisible()
  const image = page.locator('article img').first()
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Branding' }).click()
  await expect(page).toHaveURL('/portfolio?category=Branding')
  await expect(articles).toHaveCount(3)
  await expect(pressed).toHaveText('Branding')
  await page.goBack()
  await expect(articles).toHaveCount(10)
  await expect(pressed).toHaveText('All')

  await test.step('fast typing makes one request, finds without accents, and is restored by Back', async () => {
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/getportfolio/public')) requested.push(new URL(request.url()).search)
    })
    // The clock stands while a quick user types, so that a slow machine does not make them slow.
    await page.clock.pauseAt(Date.now() + 60_000)
    await box.pressSequentially('velo at')
    await page.clock.runFor(299)
    expect(requested).toHaveLength(0)
    await page.clock.resume()
    await expect(articles.getByRole('heading')).toHaveText(['Vélo Atlas'])
    expect(requested).toHaveLength(1)
    await expect(page).toHaveURL('/portfolio?search=velo+at')
    await page.getByRole('link', { name: 'View Vélo Atlas' }).click()
    await expect(page).toHaveTitle('Vélo Atlas | Juno Balint')
    await page.goBack()
    await expect(box).toHaveValue('velo at')
    await expect(articles).toHaveCount(1)
  })

  await test.step('an error has a way to try again', async () => {
    await box.fill('')
    await expect(articles).toHaveCount(10)
    const calls = '**/getportfolio/public?*'
    const failure = { status: 500, json: { success: false, message: 'Something went wrong.' } }
    await page.route(calls, (route) => route.fulfill(failure))
    await page.getByRole('button', { name: 'React' }).click()
    await expect(page.getByText('Error: Something went wrong.')).toBeVisible()
    await page.unroute(calls)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(articles).toHaveCount(2)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'WordPress' }).click()
    await expect(page.getByText('Error: Something went wrong.')).toBeVisible()
  })
})

test('more projects load by link without code, while scrolling, and by button for keyboards', async ({
  page,
  app,
}) => {
  // Of these 16 are published, next to the ten of the demo.
  await seed(app.context.db, { projects: 20 })
  const hydrate = await openWithoutCode(page, '/portfolio')
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByRole('article')).toHaveCount(24)
  await expect(page.getByRole('article').nth(12)).toBeInViewport()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByRole('article')).toHaveCount(26)
  await hydrate()
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
