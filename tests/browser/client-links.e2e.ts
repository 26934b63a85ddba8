// Client links: made, copied, listed and revoked in the dashboard; and the page that a client sees, after its passphrase where it
// has one.
import type { Page } from '@playwright/test'
import { enter, expect, expectAccessible, expectAlert, press, test } from '../support/browser.ts'

const newLink = (page: Page) => page.getByRole('dialog', { name: 'New Client Link' })

test('a link is made, copied and revoked in a dialog and by a menu; a passphrase opens a draft', async ({
  page,
  browser,
  context,
  noise,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, '/dashboard/view-portfolio')
  await press(page, 'Edit Fjordlys Hotel')
  const part = page.getByRole('region', { name: 'Client links' })
  await page.getByRole('heading', { name: 'Client links' }).click()
  await expect(part.getByText('also while it is a draft')).toBeVisible()
  await press(page, 'New client link')
  await expect(newLink(page).getByLabel('For')).toBeFocused()
  await expect(newLink(page).getByLabel('Expires after')).toHaveValue('14')
  await newLink(page).getByLabel('For').fill('For the board')
  await newLink(page).getByLabel('Expires after').selectOption('1')
  await press(page, 'Create')
  await expect(newLink(page)).toHaveCount(0)
  await expect(part.getByText('New client link. Copy it now, it is not shown again.')).toBeVisible()
  await expect(part.getByText(/^Until \w{3} \d/)).toBeVisible()
  await expect(part.getByText('0 opens')).toBeVisible()
  await expect(part.getByText(/^Made .* by Juno Balint$/)).toBeVisible()
  const url = await page.locator('dialog code').innerText()
  await press(page, 'Copy the client link')
  await expect(part.getByRole('status')).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)

  // A client, in a browser that does not say that it is a machine.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const client = await browser.newContext({ userAgent })
  const clientPage = await client.newPage()
  const status = async () => (await clientPage.goto(url))?.status()
  expect(await status()).toBe(200)
  await page.reload()
  await press(page, 'Edit Fjordlys Hotel')
  await expect(part.getByText('1 open', { exact: true })).toBeVisible()
  await expect(part.getByText(/Last opened: Just now$/)).toBeVisible()
  await expect(part.locator('code')).toHaveCount(0)

  await press(page, 'Revoke For the board')
  const question = page.getByRole('dialog', { name: 'Revoke this link?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, 'Revoke')
  await expect(question).toHaveCount(0)
  await expect(part.getByText('Client link revoked.')).toBeVisible()
  await expect(part.getByText('also while it is a draft')).toBeVisible()
  expect(await status()).toBe(404)
  await client.close()
  // The project itself was not changed: closing asks nothing.
  await press(page, 'Cancel')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // The menu of the row copies one at the first press, which the list shows.
  const row = page.getByRole('row', { name: /Fjordlys Hotel/ })
  await expect(row).not.toContainText('Client link')
  await page.getByRole('button', { name: 'More for Fjordlys Hotel' }).click()
  await page.getByRole('menuitem', { name: 'Copy client link' }).click()
  await expectAlert(page, /^Client link of Fjordlys Hotel copied\. It works until \w{3} \d+\.$/)
  await expect(row).toContainText(/Link until \w{3} \d+/)
  await page.getByRole('button', { name: 'More for Fjordlys Hotel' }).click()
  await page.getByRole('menuitem', { name: 'Manage client links' }).click()
  const links = page.getByRole('dialog', { name: 'Client links of Fjordlys Hotel' })
  await expect(links.getByRole('button', { name: 'Revoke Client link' })).toBeVisible()
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await expect(page.getByText('For your eyes, until')).toBeVisible()

  // A draft behind a passphrase, which is remembered, and leads nowhere else.
  noise.push(/status of 40[34]/)
  const { request } = page
  const [{ id }] = (await (await request.get('/get-portfolios?search=fjordlys')).json()).portfolios
  await request.post('/bulk-update-status', { data: { ids: [id], status: 'draft' } })
  const made = await request.post(`/api/portfolio/${id}/client-links`, {
    data: { passphrase: 'lantern light' },
  })
  await context.clearCookies()
  const path = new URL((await made.json()).url).pathname
  const requested: string[] = []
  page.on('request', async (request) => {
    const { referer = '' } = await request.allHeaders().catch(() => ({ referer: '' }))
    requested.push(`${request.url()} ${referer}`)
  })
  await page.goto(path)
  await expect(page).toHaveTitle('A project for you | Juno Balint')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('A project for you')
  await expect(page.getByText(/^The link works until /)).toBeVisible()
  await expect(page.getByRole('link')).toHaveCount(0)
  const field = page.getByLabel('Passphrase', { exact: true })
  await press(page, 'Open project')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription('Passphrase is required.')
  await field.fill('lantern night')
  await press(page, 'Open project')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription('That is not the passphrase.')
  await expect(field).toHaveValue('lantern night')
  await expectAccessible(page)
  await field.fill('lantern light')
  await press(page, 'Open project')
  await expect(heading).toHaveText('Fjordlys Hotel')
  const own = (text: string) => text.includes(path.slice('/c/'.length))
  // From here on as with a link that has none.
  requested.length = 0
  await page.reload()
  await expect(page).toHaveTitle('Fjordlys Hotel | Juno Balint')
  await expect(page.getByText(/^Draft for your eyes, until \w{3} \d{1,2}, \d{4}$/)).toBeVisible()
  await expect(page.getByTitle('Preview of Fjordlys Hotel')).toBeVisible()
  await press(page, 'Tablet')
  await expect(page.getByText('768 px')).toBeVisible()
  const hrefs = await page.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(hrefs.filter((href) => href?.startsWith('/') && !href.startsWith('/demo/'))).toEqual([])
  expect(requested.length).toBeGreaterThan(3)
  expect(requested.filter(own)).toEqual([expect.stringMatching(new RegExp(`${path} $`))])
})
