// The fixtures of browser tests: the product on a fresh copy of the demo data, a mail server that really speaks SMTP, and
// a page on which any console message, exception or policy violation fails the test.
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { SiteContent } from '../../contract/site.ts'
import { ensureAdmin } from '../../server/accounts/first-admin.ts'
import { runVisitCounts } from '../../server/counts/stored-counts.ts'
import { runJobs } from '../../server/jobs/runner.ts'
import { loadDemo } from '../../server/projects/demo.ts'
import { type SmtpPeer, startSmtpPeer } from './peers/smtp-peer.ts'
import { admin, adminSettings } from './server-process.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export { admin, expect }

/** Makes one data directory with the demo content and an admin; each browser test uses a copy of it. */
export default async function setup() {
  const { path, remove } = await mkdtempDisposable(join(tmpdir(), 'portfolio-browser-template-'))
  const server = await startTestServer({
    DATA_DIR: path,
    DEMO_CONTENT: 'on',
    ...adminSettings,
    ADMIN_NAME: admin.name,
  })
  // Without AVIF files, as in each test.
  Object.assign(server.context.images, { makeAvif() {} })
  await ensureAdmin(server.context, () => {})
  await loadDemo(server.context)
  await server.stop()
  process.env.PORTFOLIO_TEMPLATE = path
  return remove
}

interface Fixtures {
  /** Additional settings, with `test.use({ env: { … } })`. */
  env: Record<string, string>
  /** Console messages that a test expects, such as the browser's own line about a 4xx response: it adds them. */
  noise: RegExp[]
  smtp: SmtpPeer
  /** The product in the process of the test. */
  app: TestServer
}

/** The tools of a test look into the frames of projects, whose sandbox rejects their scripts. */
const ofTools = /Blocked script execution|the document's frame is sandboxed/

export const test = base.extend<Fixtures>({
  env: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  noise: ({}, use) => use([]),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  smtp: async ({}, use) => {
    const peer = await startSmtpPeer()
    await use(peer)
    await peer.stop()
  },
  app: async ({ env, smtp }, use) => {
    const server = await startTestServer(
      { SMTP_URL: smtp.url, PREVIEW_CHECK: 'off', LOG_LEVEL: 'silent', ...env },
      { pages: true, template: process.env.PORTFOLIO_TEMPLATE ?? '' },
    )
    // Browsers are sent the WebP files: AVIF takes longer to encode than all else, and no test in a browser looks at it.
    Object.assign(server.context.images, { makeAvif() {} })
    const stopJobs = runJobs(server.context, ['mail', 'webhooks', 'backups'])
    const stopCounting = runVisitCounts(server.context)
    await use(server)
    await stopJobs()
    await stopCounting()
    await server.stop()
  },
  baseURL: async ({ app }, use) => use(app.url),
  page: async ({ page, noise, javaScriptEnabled }, use) => {
    const printed: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) printed.push(message.text())
    })
    page.on('pageerror', (error) => printed.push(String(error)))
    if (javaScriptEnabled) awaitHydration(page)
    await use(page)
    expect(printed.filter((text) => ![ofTools, ...noise].some((expected) => expected.test(text)))).toEqual([])
  },
})

/** Looks at each frame: a locator is looked at every half second only. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
}

/** Makes `goto` and `reload` wait for hydration, except with `waitUntil: 'commit'`. */
function awaitHydration(page: Page): void {
  const { goto, reload } = page
  const hydratedAfter = async <T>(opening: Promise<T>, options?: { waitUntil?: string }) => {
    const response = await opening
    if (options?.waitUntil !== 'commit') await hydrated(page)
    return response
  }
  page.goto = (url, options) => hydratedAfter(goto.call(page, url, options), options)
  page.reload = (options) => hydratedAfter(reload.call(page, options), options)
}

const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * WCAG 2.2 AA as far as a machine can check it. By axe itself: Playwright's wrapper of it takes twice as long, because it
 * reads each frame on its own.
 * @param runOnly tags of rules
 */
export async function expectAccessible(page: Page, runOnly = [...wcag, 'best-practice']): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    // By the protocol: as an argument of `evaluate` so long a script took as long as the check itself.
    const client = await page.context().newCDPSession(page)
    await client.send('Runtime.evaluate', { expression: axeSource })
    await client.detach()
  }
  const found = await page.evaluate(async (runOnly) => {
    // From the top: axe measures what is scrolled half under the bar as too small a target.
    scrollTo({ top: 0, behavior: 'instant' })
    // Finite animations must have ended: half-faded text has no contrast.
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.all(finite.map((animation) => animation.finished.catch(() => {})))
    const { run } = (window as unknown as { axe: typeof axe }).axe
    // Behind a drawn background, as the raster of each public page is, axe leaves the contrast of every text undecided.
    const undrawn = new CSSStyleSheet()
    undrawn.replaceSync('*::before, *::after { background: none !important }')
    document.adoptedStyleSheets.push(undrawn)
    // What is in a frame is not checked: a project's own page, or the preview of the site editor, whose landmarks would
    // count as this page's until its code has made it inert. Details of what is in order take half of its time.
    const options = { iframes: false, resultTypes: ['violations' as const], runOnly }
    const { violations } = await run({ exclude: 'iframe' }, options)
    document.adoptedStyleSheets.pop()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`)
  }, runOnly)
  expect(found).toEqual([])
}

/** The page does not scroll sideways (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
  expect(wide).toBeLessThanOrEqual(0)
}

/** Delays requests. @returns how many have been made, and what sends these and all later ones */
export async function holdRequests(page: Page, pattern: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let count = 0
  await page.route(pattern, async (route) => {
    count++
    await promise
    await route.continue()
  })
  return { count: () => count, release: resolve }
}

/** Opens a page without its scripts. The returned function loads them, and resolves when the page is hydrated. */
export async function openWithoutCode(page: Page, path: string): Promise<() => Promise<void>> {
  const code = await holdRequests(page, '**/assets/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('footer, main').first().waitFor()
  return async () => {
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
    code.release()
    await hydrated(page)
  }
}

type Account = { email: string; password: string }

/** By the API, which sets the same cookie as the form. */
export const signIn = async (request: APIRequestContext, { email, password }: Account = admin) =>
  expect(await request.post('/login', { data: { email, password } })).toBeOK()

/** Signs in and opens a page. */
export async function enter(page: Page, path: string, user?: Account) {
  await signIn(page.request, user)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

export const userPassword = 'Correct-Ho7!'

const emailOf = (name: string) => `${name.toLowerCase().replace(/\s/g, '.')}@example.org`

export async function register(request: APIRequestContext, name: string): Promise<{ email: string }> {
  const email = emailOf(name)
  await expect(await request.post('/register', { data: { name, email, password: userPassword } })).toBeOK()
  return { email }
}

export async function writeMessage(
  request: APIRequestContext,
  message: { name: string; subject?: string; message?: string; topic?: string },
) {
  const data = { email: emailOf(message.name), message: 'Is spring still free?', ...message }
  // As the page sends it.
  const headers = { 'sec-fetch-site': 'same-origin' }
  await expect(await request.post('/contacts', { data, headers })).toBeOK()
}

/** Publishes the content of the site with a change, as the admin who is signed in. */
export async function publishSite(request: APIRequestContext, change: (content: SiteContent) => void) {
  const { content, version } = await (await request.get('/api/admin/site')).json()
  change(content)
  const data = { content, basedOn: version }
  await expect(await request.put('/api/admin/site', { data })).toBeOK()
}

/** In the dialog that requests it again. */
export async function confirmPassword(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirm it is you' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(admin.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
}

/** In the site editor. */
export async function publish(page: Page) {
  const bar = page.getByRole('region', { name: 'Unpublished changes' })
  await bar.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Published!', { exact: true }).last()).toBeVisible()
}

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The page has one alert, with exactly this text. Resizing an image may take long. */
export const expectAlert = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('alert')).toHaveText(text, { timeout: 30_000 })
