// What the server found out about projects, in the dashboard: a badge in the list with help and the line to add; dead links on
// its home. A check at once: checked-sites.e2e.ts.
import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { type CheckedSite, test } from '../support/checked-site.ts'
import { enter } from '../support/dashboard.ts'
import { publish } from '../support/framed-site.ts'

const list = '/dashboard/view-portfolio'
const denied: [number, Record<string, string>] = [200, { 'X-Frame-Options': 'SAMEORIGIN' }]

/** One project of each kind. */
async function addAll(page: Page, checked: CheckedSite) {
  checked.responses['b.example/'] = denied
  checked.responses['c.example/'] = [404]
  checked.responses['a.example/partner'] = [
    200,
    { 'Content-Security-Policy': "frame-ancestors 'self' https://partner.example" },
  ]
  await publish(page.request, [
    { pname: 'Open', purl: 'http://a.example/' },
    { pname: 'Closed', purl: 'http://b.example/' },
    { pname: 'Gone', purl: 'http://c.example/' },
    { pname: 'Partner', purl: 'http://a.example/partner' },
    { pname: 'Inside', purl: 'http://127.0.0.1/' },
    { pname: 'Image', purl: 'http://b.example/', preview: 'image' },
  ])
  await checked.check()
}

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) })
const help = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('heading', { level: 2 }) })

test('each project has a badge, which opens one help at a time with a line to copy', async ({
  page,
  checked,
}) => {
  await addAll(page, checked)
  await enter(page, list)
  for (const [name, text] of [
    ['Open', 'Shown live'],
    ['Closed', 'Cannot be framed'],
    ['Gone', 'Does not respond'],
    ['Partner', 'Cannot be framed'],
    ['Inside', 'Not known'],
    ['Image', 'Shown as image'],
  ] as const)
    await expect(row(page, name).getByRole('button', { name: text })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
  const badge = row(page, 'Gone').getByRole('button', { name: 'Does not respond' })
  await badge.press('Enter')
  await expect(badge).toHaveAttribute('aria-expanded', 'true')
  await expect(help(page)).toContainText('It responds with 404 Not Found.')
  await row(page, 'Closed').getByRole('button', { name: 'Cannot be framed' }).click()
  await expect(help(page)).toHaveCount(1)
  await expect(help(page)).toContainText('It responds with X-Frame-Options: SAMEORIGIN.')

  // The line to add names this site, is chosen by keyboard, and is copied.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const origin = new URL(page.url()).origin
  const chosen = page.getByRole('tab', { selected: true })
  await expect(chosen).toHaveText('WordPress')
  await chosen.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'nginx' })).toBeFocused()
  const line = `add_header Content-Security-Policy "frame-ancestors 'self' ${origin}" always;`
  await expect(page.getByRole('tabpanel')).toContainText(line)
  await page.getByRole('button', { name: 'Copy the line for nginx' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(line)
  await expect(page.getByRole('button', { name: 'Copy the line for nginx' })).toBeVisible()

  await row(page, 'Partner').getByRole('button', { name: 'Cannot be framed' }).click()
  await expect(help(page)).toContainText(
    'put this line in the place of the one that sets frame-ancestors now',
  )
  await expect(page.getByRole('tabpanel')).toContainText(
    `frame-ancestors 'self' https://partner.example ${origin}`,
  )
})

test('dead links are on the home of the dashboard until they respond again', async ({ page, checked }) => {
  await addAll(page, checked)
  await enter(page, '/dashboard')
  const dead = page.getByRole('region', { name: 'To do' }).getByRole('listitem').filter({ hasText: 'Gone' })
  await expect(dead).toContainText('Gone does not respond')
  await expect(dead).toContainText('It responds with 404 Not Found. Dead since')
  await page.getByRole('button', { name: 'Check again: Gone' }).click()
  await expect(dead.getByRole('status')).toHaveText('Checked now: Does not respond.')
  checked.responses['c.example/'] = [200]
  await page.getByRole('button', { name: 'Check again: Gone' }).click()
  await expect(page.getByText('Gone responds again.')).toBeVisible()
  await expect(dead).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
