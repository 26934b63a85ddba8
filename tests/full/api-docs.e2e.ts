// The description of the API in the dashboard: reached from Settings, read by mouse, keyboard and touch.
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'

// Axe reads the page whole, twice over.
test.describe.configure({ timeout: 150_000 })

for (const [theme, width] of [
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const)
  test.describe(`${theme}, ${width} px`, () => {
    test.use({ colorScheme: theme, viewport: { width, height: 900 }, hasTouch: width < 641 })

    test('a call shows what it takes and what it responds with', async ({ page }) => {
      await enter(page, '/api/docs')
      const line = page.getByText('/contacts', { exact: true }).first()
      if (width < 641) await line.tap()
      else await line.click()
      const call = page.locator('#sendMessage')
      await expect(call.getByRole('heading', { name: 'Example' })).toBeVisible()
      await expect(call.getByText('For: Everybody.')).toBeVisible()
      await expect(call.locator('pre').first()).toContainText("-d '{")
      await expect(call.getByRole('link', { name: 'Done' })).toHaveAttribute('href', '#schema-Done')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    })
  })

test('the description is reached from Settings and read by keyboard alone', async ({ page }) => {
  await enter(page, '/dashboard/settings')
  await page.getByRole('link', { name: 'API description' }).press('Enter')
  await expect(page).toHaveURL(/\/api\/docs$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API')
  await expect(page.getByRole('navigation', { name: 'Dashboard' }).locator('[aria-current]')).toHaveText(
    'Settings',
  )
  await page.getByRole('link', { name: 'Access tokens' }).press('Enter')
  await expect(page).toHaveURL(/#access-tokens$/)
  await expect(page.getByRole('heading', { name: 'Access tokens' })).toBeInViewport()
  await page.locator('#createToken summary').press('Enter')
  await expect(page.locator('#createToken')).toContainText('1 to 4 items')
  const call = page.locator('#replyToMessage')
  await call.locator('summary').press('Enter')
  await expect(call).toHaveAttribute('open', '')
  await call.getByRole('link', { name: 'ContactMessage' }).press('Enter')
  await expect(page).toHaveURL(/#schema-ContactMessage$/)
  await expect(page.getByRole('heading', { name: 'ContactMessage' })).toBeInViewport()
  await call.locator('summary').press('Enter')
  await expect(call).not.toHaveAttribute('open')
})

test('every call of the document is on the page, once', async ({ page }) => {
  await enter(page, '/api/docs')
  const document = await (await page.request.get('/api/openapi.json')).json()
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
  )
  expect(ids.length).toBeGreaterThan(45)
  const shown = await page.locator('details').evaluateAll((calls) => calls.map(({ id }) => id))
  expect([...shown].sort()).toEqual([...ids].sort())
})

test('the page scrolls sideways at no width', async ({ page }) => {
  await enter(page, '/api/docs')
  await page.locator('details').evaluateAll((calls) => {
    for (const call of calls) call.setAttribute('open', '')
  })
  for (const width of [320, 390, 641, 768, 961, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
})

test('a visitor is sent to the login', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page).toHaveURL(/\/login$/)
})

test.describe('a description that fails to load', () => {
  test.use({ expectedNoise: /status of 500|API description could not be loaded/ })

  test('is loaded by Retry', async ({ page }) => {
    await page.route('**/api/openapi.json', (route) => route.fulfill({ status: 500, body: '{}' }))
    await enter(page, '/api/docs')
    await expect(page.getByText('The description could not be loaded.')).toBeVisible({ timeout: 15_000 })
    await page.unroute('**/api/openapi.json')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.locator('#sendMessage')).toBeVisible()
  })
})
