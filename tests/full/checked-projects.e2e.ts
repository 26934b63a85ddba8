// What the server found out about projects, in the dashboard: a badge in the list with help and the line to add; dead links on
// its home. A check at once: checked-sites.e2e.ts.
import type { Page } from '@playwright/test'
import { expect } from '../support/browser.ts'
import { type CheckedSite, test } from '../support/checked-site.ts'
import { enter } from '../support/dashboard.ts'
import { publish } from '../support/framed-site.ts'

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
