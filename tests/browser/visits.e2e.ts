// Visits: counted as visitors move through the site, shown on the dashboard's home, switched off in the settings.
import type { Browser, Page } from '@playwright/test'
import { storeVisits } from '../../server/counts/stored-counts.ts'
import { type BrowserApp, expect, hydrated, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'

const agent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** A page of a visitor, and the reports that it sends. */
async function visitor(browser: Browser, baseURL: string, options = {}) {
  const context = await browser.newContext({ baseURL, userAgent: agent, ...options })
  const page = await context.newPage()
  const reports: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/counts') reports.push(request.method())
  })
  const open = async (path: string) => {
    await page.goto(path)
    await hydrated(page)
  }
  return { page, context, reports, open }
}

/** What is counted is stored every five seconds: here at once. */
const counted = async (page: Page, { context }: BrowserApp) => {
  await storeVisits(context)
  const { days } = await (await page.request.get('/api/dashboard/counts')).json()
  const { views, opens, clicks } = days.at(-1)
  return { views, opens, clicks }
}

test('visits are counted on the way through the site, unless declined', async ({ page, browser, app }) => {
  await enter(page, '/dashboard')
  const { page: guest, context, reports, open } = await visitor(browser, app.url)
  await open('/')
  const nav = guest.getByRole('navigation').first()
  const heading = guest.getByRole('heading', { level: 1 })
  await nav.getByRole('link', { name: 'About' }).click()
  await expect(guest).toHaveURL(/\/about$/)
  await nav.getByRole('link', { name: 'Contact' }).click()
  await expect(heading).toHaveText('Contact')
  await guest.getByRole('link', { name: 'Juno Balint' }).first().click()
  await expect(guest).toHaveURL(/\/$/)
  await nav.getByRole('link', { name: 'Portfolio' }).click()
  await expect(heading).toHaveText('Portfolio')
  await guest.getByRole('link', { name: 'View Fjordlys Hotel' }).click()
  await expect(heading).toHaveText('Fjordlys Hotel')
  const live = guest.getByRole('link', { name: 'Open in a new tab' })
  const id = new URL(guest.url()).pathname.replace('/portfolio/', '')
  for (const press of [
    () => live.click(),
    () => live.press('Enter'),
    () => live.click({ button: 'middle' }),
  ]) {
    const [popup] = await Promise.all([context.waitForEvent('page'), press()])
    // Closing is the one step without a time limit: it is not begun while the tab is still opening.
    await popup.waitForLoadState()
    await popup.close()
  }
  await live.click({ button: 'right' })
  // Five pages inside the document and three clicks.
  await expect.poll(() => reports.length).toBe(8)
  expect(await context.cookies()).toEqual([])
  await expect.poll(() => counted(page, app)).toEqual({ views: 6, opens: 1, clicks: 3 })
  await open(`/portfolio/${id}`)
  await expect.poll(() => counted(page, app)).toEqual({ views: 7, opens: 2, clicks: 3 })
  expect(reports).toHaveLength(8)
  await context.close()

  const site = page.getByRole('region', { name: 'Your site' })
  await page.reload()
  await expect(site).toContainText('Page views7')
  await expect(site.getByRole('row', { name: /Fjordlys Hotel/ })).toContainText('23')
  await site.getByRole('button', { name: 'Show as a table' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Visits by day' }).getByRole('row')).toHaveCount(31)

  // Who asks not to be tracked sends nothing.
  const discreet = await visitor(browser, app.url)
  await discreet.page.addInitScript(() =>
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
  )
  await discreet.open('/')
  const bar = discreet.page.getByRole('navigation').first()
  await bar.getByRole('link', { name: 'About' }).click()
  await expect(discreet.page).toHaveURL(/\/about$/)
  await bar.getByRole('link', { name: 'Contact' }).click()
  await expect(discreet.page.getByRole('heading', { level: 1 })).toHaveText('Contact')
  expect(discreet.reports).toEqual([])
  await discreet.context.close()
})
