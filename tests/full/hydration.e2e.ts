// Pages whose HTML was changed on its way from the server: they are rendered again and work.
import type { Page } from '@playwright/test'
import { type AlteringProxy, startAlteringProxy } from '../support/altering-proxy.ts'
import { test as base, expect } from '../support/browser.ts'
import { enter } from '../support/dashboard.ts'
import {
  accountPages,
  adminPages,
  type EveryPage,
  enterAsUser,
  pagesWithIds,
  userPages,
  visitorPages,
} from '../support/every-page.ts'
import { holdRequests } from '../support/held-requests.ts'

/** The one line that a repaired page leaves in the console, and the browser's own about pages that answer 4xx. */
const repaired =
  /^The page differed from the HTML that the server sent, so it was rendered again\. |^Failed to load resource: .* status of 40[04] /

/**
 * What stands between the server and hydration: old caches, extensions, password managers, translators, minifiers.
 * Each takes the markup of a document without its scripts; null where a page has nothing that it could change.
 */
type Alteration = (html: string) => string | null
const alterations = {
  'another text': (html) => html.replace(/(<(?:h1|h2|p)\b[^>]*>)[^<]+/, '$1Another text'),
  'an element is missing': (html) => html.replace(/<a\b[^>]* href="#main".*?<\/a>|<p\b[^>]*>[^<]*<\/p>/, ''),
  'an icon next to each input': (html) =>
    html.includes('<input')
      ? html.replace(/(<input\b[^>]*\/>)/g, '$1<span class="vault-icon"></span>')
      : null,
  'words wrapped by a translator': (html) =>
    html.replace(/(<(?:h1|h2|p|a|span)\b[^>]*>)([^<]+)/g, '$1<font><font>$2</font></font>'),
  'elements of an extension in <html>, <head> and <body>': (html) =>
    html
      .replace('<head>', '<head><meta name="extension" content="1">')
      .replace('</head>', '<link rel="extension" href="#"></head><extension-first></extension-first>')
      .replace(/<body[^>]*>/, '$&<div class="extension">Saved</div>')
      .replace('</body>', '<div class="extension">Saved</div></body><extension-last></extension-last>'),
  'an element before <main>': (html) => html.replace('<main', '<div class="extension">Saved</div><main'),
  'an element inside <main>': (html) => html.replace(/<main[^>]*>/, '$&<div class="extension">Saved</div>'),
  'other attributes': (html) =>
    html
      .replace('<html', '<html data-extension="1"')
      .replace('<body', '<body data-extension="1"')
      .replace(/<(main|header|h1)\b/g, '<$1 data-extension="1" title="Extension"'),
  'line breaks between the tags': (html) => html.replace(/></g, '>\n<'),
  'the main element is missing': (html) => html.replace(/<main.*<\/main>/s, ''),
} satisfies Record<string, Alteration>

const test = base.extend<{ documents: AlteringProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  documents: async ({}, use) => {
    const proxy = await startAlteringProxy()
    await use(proxy)
    await proxy.stop()
  },
  env: async ({ documents }, use) => use({ PUBLIC_URL: documents.url }),
  baseURL: async ({ documents, app }, use) => {
    documents.port = app.port
    await use(documents.url)
  },
})

async function expectWorking(page: Page, { path, heading, link }: EveryPage): Promise<void> {
  await expect(page.locator('main').first()).toBeVisible()
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.locator('h1').first()).toHaveText(heading)
  // Followed without loading a document: the page is hydrated, and what was rendered by React hears the press.
  await page.evaluate(() => {
    document.title = 'the same document'
    Object.assign(window, { same: true })
  })
  await page.getByRole('link', { name: link.name, exact: true }).first().click()
  await page.waitForURL((url) => url.pathname === link.leadsTo)
  expect(await page.evaluate(() => 'same' in window), `${path} loaded a document`).toBe(true)
}

/** Outside of what React hydrates, or of a kind that it leaves as it is. */
const unnoticed = ['elements of an extension in <html>, <head> and <body>', 'other attributes']
/** Noticed where <main> is not one of the outermost elements of what React hydrates. */
const seldomNoticed = ['an element before <main>']

// The pages have one way of being repaired, so behind the sign-in every page meets every other alteration.
for (const [index, [name, alter]] of Object.entries(alterations).entries()) {
  const inTurn = (pages: EveryPage[]) => pages.filter((_, at) => at % 2 === index % 2)

  test.describe(name, () => {
    // Motion and pixels have no part in it, and are most of the work of a page.
    test.use({
      expectedNoise: repaired,
      contextOptions: { reducedMotion: 'reduce' },
      viewport: { width: 1024, height: 600 },
    })
    test.describe.configure({ timeout: 120_000 })

    const expectAllWorking = async (page: Page, documents: AlteringProxy, pages: EveryPage[]) => {
      let repairs = 0
      page.on('console', (message) => {
        if (message.text().startsWith('The page differed')) repairs++
      })
      documents.alter = alter
      for (const one of pages)
        await test.step(one.path, async () => {
          await page.goto(one.path, { waitUntil: 'domcontentloaded' })
          await expectWorking(page, one)
        })
      if (unnoticed.includes(name)) expect(repairs).toBe(0)
      return repairs
    }

    test('pages of visitors work', async ({ page, documents }) => {
      const repairs = await expectAllWorking(page, documents, [...visitorPages, ...accountPages])
      if (![...unnoticed, ...seldomNoticed].includes(name)) expect(repairs).toBeGreaterThan(0)
    })

    test('pages of a user work', async ({ page, documents }) => {
      await enterAsUser(page)
      await expectAllWorking(page, documents, inTurn(userPages))
    })

    test('pages of an admin work', async ({ page, documents }) => {
      await enter(page, '/dashboard')
      const { preview, user } = await pagesWithIds(page)
      await expectAllWorking(page, documents, inTurn([...adminPages, user, preview]))
    })
  })
}

test('every id, name and state that React holds is the one in the HTML of the server', async ({ page }) => {
  test.setTimeout(120_000)
  const differences = () =>
    page.evaluate(() => {
      const found: string[] = []
      let compared = 0
      for (const element of document.querySelectorAll('#app *')) {
        const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
        if (!key) continue
        const props = (element as unknown as Record<string, Record<string, unknown>>)[key] ?? {}
        for (const [prop, attribute] of [
          ['id', 'id'],
          ['htmlFor', 'for'],
          ['className', 'class'],
          ['href', 'href'],
          ['aria-describedby', 'aria-describedby'],
          ['aria-controls', 'aria-controls'],
          ['popoverTarget', 'popovertarget'],
        ] as const) {
          if (typeof props[prop] !== 'string') continue
          compared++
          if (props[prop] !== (element.getAttribute(attribute) ?? ''))
            found.push(
              `${element.tagName} ${attribute}: ${props[prop]}, not ${element.getAttribute(attribute)}`,
            )
        }
      }
      return { found, compared }
    })
  const found = visitorPages.filter(({ heading }) => heading !== 'Page Not Found')
  for (const { path } of [...found, ...accountPages.slice(0, 3)]) {
    await page.goto(path)
    const { found, compared } = await differences()
    expect(found, path).toEqual([])
    expect(compared).toBeGreaterThan(20)
  }
})

test.describe('a page that is rendered again', () => {
  test.use({ expectedNoise: repaired })

  test('still has what was typed, the focus and the theme', async ({ page, documents }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
    documents.alter = alterations['an icon next to each input']
    // The code is held until something is typed.
    const code = await holdRequests(page, '**/assets/entry.client-*.js')
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByLabel('Email').fill('vera@example.org')
    await page.getByLabel('Remember me').check()
    await page.getByLabel('Password', { exact: true }).fill('secret')
    await page.evaluate(() => {
      for (const input of document.querySelectorAll('input')) input.dataset.before = ''
    })
    const sheets = page.locator('head link[rel=stylesheet]')
    const sheetsBefore = await sheets.count()
    code.release()
    await page.locator('html[data-hydrated]').waitFor()
    await expect(page.locator('input[data-before]')).toHaveCount(0)
    await expect(page.getByLabel('Email')).toHaveValue('vera@example.org')
    await expect(page.getByLabel('Remember me')).toBeChecked()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('secret')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await expect(page.locator('body')).toHaveClass('dark')
    await expect(page.getByRole('switch').first()).toBeChecked()
    await expect(page).toHaveTitle(/^Login/)
    expect(await sheets.count()).toBe(sheetsBefore)
  })
})
