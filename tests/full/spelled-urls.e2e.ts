// Pages opened under URLs that no link of the site has: the server renders normalised input, and the browser must agree.
import { expect, readOnlyTest as test } from '../support/browser.ts'

test('the gallery shows search and category of its URL normalised', async ({ page }) => {
  // The second reader gets what was cached for the first.
  for (const [query, search, category, cards] of [
    ['?category=All', '', 'All', 10],
    ['?category=%20aLL%20', '', 'All', 10],
    ['?search=fjord%20', 'fjord', 'All', 1],
    ['?search=%20+%00fjord', 'fjord', 'All', 1],
    ['?category=BRANDING', '', 'Branding', 3],
    ['?search=&category=&utm_source=x', '', 'All', 10],
    ['?search=fjord&search=velo', 'fjord', 'All', 1],
    ['?search=%ff%fe', '\ufffd\ufffd', 'All', 0],
  ] as const)
    for (const reader of ['first', 'second']) {
      await page.goto(`/portfolio${query}`)
      await expect(page.getByRole('article'), reader).toHaveCount(cards)
      await expect(page.getByPlaceholder('Search...')).toHaveValue(search)
      const pressed = page.getByRole('group', { name: 'Category' }).locator('[aria-pressed=true]')
      await expect(pressed).toHaveText([category])
    }
})

test('a page opened under another spelling of its path is redirected to its URL', async ({ page, app }) => {
  for (const path of ['/%61bout', '//about', '/About/', '/about']) {
    await page.goto(app.url + path)
    await expect(page).toHaveURL('/about')
    await expect(page.getByRole('navigation').getByRole('link', { name: 'About' }).first()).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test.describe('pages that are not there', () => {
  test.use({ expectedNoise: /status of 404/ })

  test('are the not-found page on every path, and the preview’s own text for projects', async ({ page }) => {
    for (const path of [
      '/made-up',
      '/about/made-up',
      '/portfolio/made-up/again',
      '/profile/made-up',
      '/100%',
    ]) {
      const response = await page.goto(path)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
      await expect(page.getByRole('navigation').locator('[aria-current=page]')).toHaveCount(0)
    }
    for (const path of ['/portfolio/made-up', '/portfolio/0123456789abcdef01234567']) {
      await page.goto(path)
      await expect(page.getByText('Portfolio not found.')).toBeVisible()
    }
  })
})
