// The gallery, as a visitor uses it.
import { expect, test } from '../support/browser.ts'
import { openWithoutCode } from '../support/peers/held-requests.ts'
import { seed } from '../support/seed.ts'

test.beforeEach(({ noise }) => void noise.push(/status of 500|ERR_INTERNET_DISCONNECTED/))

test('the ten projects are listed, and filtered by a category of the URL', async ({ page }) => {
  const pressed = page.getByRole('group', { name: 'Category' }).locator('[aria-pressed=true]')
  await page.goto('/portfolio?category=Nope')
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect(page.getByRole('button', { name: 'Nope' })).toHaveCount(0)
  // What is typed into a URL is normalised by the server, and hydrated as it was rendered.
  await page.goto('/portfolio?search=%20+%00fjord&category=%20aLL%20')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByPlaceholder('Search...')).toHaveValue('fjord')
  await expect(pressed).toHaveText('All')
  await page.goto('/portfolio')
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect(page.getByText('No more projects to load')).toBeVisible()
  const image = page.locator('article img').first()
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Branding' }).click()
  await expect(page).toHaveURL('/portfolio?category=Branding')
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(pressed).toHaveText('Branding')
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(10)
  await expect(pressed).toHaveText('All')

  // An error has a way to try again.
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
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'WordPress' }).click()
  await expect(page.getByText('Error: Something went wrong.')).toBeVisible()
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
