// Code that throws or cannot be loaded: the error page of the root appears, or the page that was wanted is loaded.
import type { Page } from '@playwright/test'
import { expect, hydrated, test } from '../../support/browser.ts'

/** What About has besides its component, as the list of routes says. */
const loader = 'export const clientLoader = ({ serverLoader }) => serverLoader()'

async function expectErrorPage(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { name: 'Something went wrong' })
  // With its styles.
  await expect(heading).toHaveCSS('font-family', /Familjen/)
  await expect(page.getByText(/^Error [0-9a-f]{8}$/)).toBeVisible()
  const reload = page.getByRole('button', { name: 'Reload' })
  await Promise.all([page.waitForEvent('domcontentloaded'), reload.click()])
}

test('code that throws while a page is hydrated or rendered is an error page', async ({ page, noise }) => {
  noise.push(/Boom|Minified React error|React Router caught|rendered again/)
  const body = `${loader}\nexport default () => { throw new Error("Boom") }`
  await page.route('**/assets/about-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.goto('/about')
  await expectErrorPage(page)
  await page.goto('/')
  await page.getByRole('link', { name: 'About' }).first().click()
  await expectErrorPage(page)
})

test('a link whose code an upgrade removed loads the page again, and works', async ({ page, noise }) => {
  noise.push(/Failed to load resource|Error loading route module|Failed to fetch dynamically/)
  await page.goto('/')
  await page.route('**/assets/about-*.js', (route) => route.abort(), { times: 1 })
  const reloaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'About' }).first().click()
  await reloaded
  await hydrated(page)
  await page.getByRole('link', { name: 'About' }).first().click()
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { name: 'Who Am I?' })).toBeVisible()
})

test('a page whose code cannot be loaded says so, and its link reloads it', async ({ page, noise }) => {
  noise.push(/Failed to load|Failed to fetch dynamically/)
  for (const part of ['entry.client', 'common', 'login']) {
    const pattern = `**/assets/${part}-*.js`
    await page.route(pattern, (route) => route.abort())
    await page.goto('/login', { waitUntil: 'commit' })
    const alert = page.getByRole('alert')
    await expect(alert, part).toHaveText('This page did not load completely. Reload')
    await expect(page.getByRole('heading', { name: 'Login Form' })).toBeVisible()
    await page.unroute(pattern)
    await alert.getByRole('link', { name: 'Reload' }).click()
    await hydrated(page)
    await expect(alert).toHaveCount(0)
  }
})
