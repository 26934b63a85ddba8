import { expect, readOnlyTest as test } from '../support/browser.ts'

test('a new page begins at its top with the focus on its heading; Back restores scroll position and focus; the skip link leads past the bar', async ({
  page,
}) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await page.evaluate(() => scrollTo(0, 900))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900)
  await page.goto('/portfolio')
  const view = page.getByRole('link', { name: 'View Tidewater Journal' })
  await view.press('Enter')
  await expect(page).toHaveURL(/\/portfolio\/tidewater/)
  await page.goBack()
  await expect(view).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every public page can be read', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText('Frontend Developer')).toBeVisible()
    await expect(page.locator('#services').getByText('Web Development')).toBeVisible()
    await page.goto('/portfolio')
    await expect(page.getByRole('article')).toHaveCount(10)
    await page.goto('/portfolio?category=Branding')
    await expect(page.getByRole('article')).toHaveCount(3)
    await page.goto('/about')
    await expect(page.getByText('92%')).toBeVisible()
    await page.goto('/contact')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('a preview, the profile and the dashboard say that they need JavaScript, and offer a link', async ({
    page,
    app,
  }) => {
    // Playwright finds no text in a <noscript>, only elements.
    const needs = page.locator('noscript p').first()
    const { portfolios } = await (await page.request.get('/getportfolio/public?limit=1')).json()
    await page.goto(`/portfolio/${portfolios[0].id}`)
    await expect(needs).toBeVisible()
    await expect(page.getByText('Loading')).toBeHidden()
    expect(await needs.innerText()).toMatch(/JavaScript, which is switched off in this browser\.$/)
    const open = page.locator('noscript a')
    await expect(open).toHaveAttribute('href', portfolios[0].purl)
    await open.click()
    await expect(page).toHaveURL(portfolios[0].purl)
    for (const path of ['/profile', '/profile/edit-profile', '/dashboard', '/dashboard/view-contacts']) {
      await page.goto(path)
      await expect(needs).toBeVisible()
      await expect(page.getByText('Loading', { exact: true })).toBeHidden()
      await page.locator('noscript a').click()
      await expect(page).toHaveURL(`${app.url}/`)
    }
  })
})

test('the page is painted before its code is fetched', async ({ page }) => {
  await page.goto('/')
  const [painted, fetched] = await page.evaluate(() => {
    const code = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      Math.min(...code.map(({ startTime }) => startTime)),
    ] as const
  })
  expect(fetched).toBeGreaterThan(painted)
  expect(fetched).not.toBe(Number.POSITIVE_INFINITY)
})

test('in Safari before 26.2, without the Navigation API and scrollend: Close leads back to the gallery as it was, and the slider goes round', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'navigation', { value: undefined })
    Reflect.deleteProperty(window, 'onscrollend')
    addEventListener('scrollend', (event) => event.stopImmediatePropagation(), true)
  })
  await page.goto('/portfolio?search=fjord')
  await page.getByRole('link', { name: 'View Fjordlys Hotel' }).click()
  await page.getByRole('link', { name: 'Close preview' }).click()
  await expect(page).toHaveURL('/portfolio?search=fjord')
  await page.goto('/portfolio/fjordlys-hotel')
  await page.getByRole('link', { name: 'Close preview' }).click()
  await expect(page).toHaveURL('/portfolio')
  await page.goto('/')
  for (const slide of [4, 1]) {
    await page.getByRole('button', { name: 'Next slide' }).click()
    await expect(page.locator('[aria-current=true]')).toHaveAccessibleName(`Show slide ${slide}`)
  }
})
