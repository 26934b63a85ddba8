// Ways to reach the owner, Imprint and Privacy in a browser, under another owner's name.
import { LegalPages } from '../../server/pages/legal-pages.ts'
import { test as base, expect, expectAccessible, expectNoSidewaysScroll } from '../support/browser.ts'
import { namedContent, startNamedSite } from '../support/named-site.ts'

const email = 'a-long-email-address-of-somebody@a-long-host-name-of-somebody.example'
const over: Parameters<typeof namedContent>[1] = {
  ways: [
    { kind: 'email', value: email, url: '' },
    { kind: 'phone', value: '+47 555 01 234', url: '' },
    { kind: 'booking', value: 'Book 30 minutes', url: 'https://cal.example/emma' },
  ],
  profiles: [
    { site: 'GitHub', name: '@emma', url: 'https://github.com/emma' },
    { site: 'LinkedIn', name: 'Emma Wagner', url: 'https://www.linkedin.com/in/emma' },
  ],
}
const texts = {
  imprint: '## Responsible\n\nEmma Wagner  \nBergen\n\n- [Contact](/contact)\n- <b>none</b>\n',
  privacy: '',
}

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  baseURL: async ({}, use) => {
    const site = await startNamedSite(namedContent({ brand: 'Emma Wagner' }, over), new LegalPages(texts))
    await use(site.url)
    await site.stop()
  },
})

test('Contact shows the ways that are filled, the footer profiles and Imprint, which opens without a load', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/contact')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveText([
    `Email${email}`,
    'Phone+47 555 01 234',
    'CallBook 30 minutes',
    'GitHub@emma',
    'LinkedInEmma Wagner',
  ])
  await expect(rows.getByRole('link').nth(1)).toHaveAttribute('href', 'tel:+4755501234')
  const footer = page.getByRole('contentinfo').getByRole('link')
  await expect(footer).toHaveText(['GitHub', 'LinkedIn', 'Imprint'])
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  await footer.last().click()
  await expect(page).toHaveTitle('Imprint | Emma Wagner')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Responsible')
  await expect(page.getByText('<b>none</b>')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(documents).toEqual([])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imprint')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('Contact names the email address to write to', async ({ page }) => {
    await page.goto('/contact')
    await expect(page.locator('noscript').getByRole('link', { name: email })).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(email)
  })
})
