// Pages whose HTML was changed on its way from the server, by an extension, a translator or a proxy: they are rendered again
// and work, with what was typed.
import type { Page } from '@playwright/test'
import { expect, holdRequests, hydrated, test } from '../support/browser.ts'

/** Words are wrapped, elements and line breaks added. */
const alter = (html: string) =>
  html
    .replace(/(<(?:h1|h2|p|a|span)\b[^>]*>)([^<]+)/g, '$1<font><font>$2</font></font>')
    .replace('<head>', '<head><meta name="extension" content="1">')
    .replace(/<body[^>]*>/, '$&<div class="extension">Saved</div>')
    .replace('<main', '<div class="extension">Saved</div><main')
    .replace(/(<input\b[^>]*\/>)/g, '$1<span class="vault-icon"></span>')
    .replace('</body>', '</body><extension-last></extension-last>')
    .replace(/></g, '>\n<')

/** Scripts and styles stay as they are, because the policy allows them by hash. */
async function alterDocuments(page: Page): Promise<void> {
  await page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue()
    const response = await route.fetch()
    const scripts: string[] = []
    const markup = (await response.text()).replace(
      /<(script|style)\b.*?<\/\1>/gs,
      (script) => `<!--${scripts.push(script) - 1}-->`,
    )
    const body = alter(markup).replace(/<!--(\d+)-->/g, (_, at) => scripts[at] ?? '')
    await route.fulfill({ response, body })
  })
}

test('a page that is rendered again has what was typed and the focus', async ({ page, noise }) => {
  // The one line that a repaired page leaves in the console.
  noise.push(/^The page differed from the HTML that the server sent, so it was rendered again\. /)
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await alterDocuments(page)
  // The code is held until something is typed.
  const code = await holdRequests(page, '**/assets/entry.client-*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill('vera@example.org')
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await page.evaluate(() => {
    for (const input of document.querySelectorAll('input')) input.dataset.before = ''
  })
  code.release()
  await hydrated(page)
  await expect(page.locator('input[data-before]')).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('vera@example.org')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('secret')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.locator('body')).toHaveClass('dark')
  for (const path of ['/login', '/', '/portfolio']) {
    await page.goto(path)
    await page.evaluate(() => Object.assign(window, { same: true }))
    await page.getByRole('link', { name: 'About', exact: true }).first().click()
    await page.waitForURL('/about')
    expect(await page.evaluate(() => 'same' in window), `${path} loaded a document`).toBe(true)
  }
})
