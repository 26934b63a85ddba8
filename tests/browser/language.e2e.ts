// The language of the site: chosen and overruled by its owner, and read by a visitor.
import type { Page } from '@playwright/test'
import { expect, test } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'

const words = (page: Page) => page.getByRole('region', { name: 'Language' })

test('a chosen language and an overruled word are read by visitors', async ({ page, browser }) => {
  await enter(page, '/dashboard/site')
  const word = (name: string) => words(page).getByRole('textbox', { name, exact: true })
  await words(page).getByLabel('Language').selectOption('Deutsch')
  await expect(word('About')).toHaveValue('Über mich')
  await word('Portfolio').fill('Arbeiten')
  await expect(words(page).getByText('1 is yours')).toBeVisible()
  await word('About').fill('')
  await word('About').press('Tab')
  await expect(word('About')).toHaveValue('Über mich')
  await words(page).getByRole('searchbox', { name: 'Search words' }).fill('nachricht senden')
  await word('Send Message').fill('Los')
  await words(page).getByRole('button', { name: 'Reset Send Message' }).click()
  await expect(word('Send Message')).toHaveValue('Nachricht senden')
  await expect(word('Send Message')).toBeFocused()
  const frame = page.frameLocator('iframe[title="Preview"]')
  await expect(frame.getByText('Hallo, ich bin')).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published!', { exact: true })).toBeVisible()
  // The dashboard stays as it was; the site is another one in this tab, too.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('link', { name: 'View site' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle('Juno Balint | Start')

  const visitor = await (await browser.newContext()).newPage()
  const noise: string[] = []
  visitor.on('console', (message) => noise.push(message.text()))
  await visitor.goto(page.url())
  await expect(visitor.locator('html[data-hydrated]')).toBeAttached()
  await visitor.getByRole('link', { name: 'Arbeiten' }).first().click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Arbeiten')
  await visitor.getByRole('link', { name: 'Kontakt', exact: true }).first().click()
  await visitor.getByRole('button', { name: 'Nachricht senden' }).click()
  await expect(visitor.getByText('Bitte ausfüllen: Betreff.')).toBeVisible()
  expect(noise).toEqual([])
  await visitor.context().close()
})
