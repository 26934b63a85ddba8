// Visits: counted as visitors move through the site, and shown on the dashboard's home. Who is not counted: visits.test.ts.
import { storeVisits } from '../../server/counts/stored-counts.ts'
import { enter, expect, hydrated, test } from '../support/browser.ts'

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

test('visits are counted on the way through the site', async ({ page, browser, app }) => {
  await enter(page, '/dashboard')
  /** What is counted is stored every five seconds: here at once. */
  const counted = async () => {
    await storeVisits(app.context)
    const { days } = await (await page.request.get('/api/dashboard/counts')).json()
    const { views, opens, clicks } = days.at(-1)
    return { views, opens, clicks }
  }
  const context = await browser.newContext({ baseURL: app.url, userAgent })
  const guest = await context.newPage()
  let reports = 0
  guest.on('request', (request) => {
    if (new URL(request.url()).pathname === '/counts') reports++
  })
  await guest.goto('/')
  await hydrated(guest)
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
  await expect.poll(() => reports).toBe(8)
  expect(await context.cookies()).toEqual([])
  await expect.poll(counted).toEqual({ views: 6, opens: 1, clicks: 3 })
  await guest.goto(`/portfolio/${id}`)
  await expect.poll(counted).toEqual({ views: 7, opens: 2, clicks: 3 })
  await hydrated(guest)
  expect(reports).toBe(8)
  await context.close()

  const site = page.getByRole('region', { name: 'Your site' })
  await page.reload()
  await expect(site).toContainText('Page views7')
  await expect(site.getByRole('row', { name: /Fjordlys Hotel/ })).toContainText('23')
  await site.getByRole('button', { name: 'Show as a table' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Visits by day' }).getByRole('row')).toHaveCount(31)
})
