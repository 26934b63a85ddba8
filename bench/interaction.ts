// Interaction to next paint, with a processor that is four times slower.
import { type Browser, chromium, devices, type Page } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'
import { withServer } from './demo-server.ts'
import { figure, median } from './report.ts'

/** As Lighthouse slows a phone down. */
const slowdown = 4
const presses = 15
const admin = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'Correct-Horse-7!' }

/** Runs in the page: durations of what a press has caused, from the press to the next paint. */
const recorder = `
  const durations = (globalThis.durations = [])
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId) durations.push(duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

export async function interaction(): Promise<void> {
  await withServer(async ({ url }) => {
    const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] })
    try {
      await measure(browser, url, '/', 'menu', async (page) => {
        await page.getByRole('button', { name: 'Menu' }).tap()
      })
      await measure(browser, url, '/', 'theme toggle', async (page) => {
        await page.getByRole('switch', { name: 'Dark theme' }).tap()
      })
      await measure(browser, url, '/portfolio', 'gallery filter', async (page, press) => {
        await page
          .getByRole('group', { name: 'Category' })
          .getByRole('button')
          // All, and one of two categories, in turn.
          .nth((press + 1) % 3)
          .tap()
      })
      await measure(browser, url, '/dashboard/view-portfolio', 'dashboard dialog', async (page) => {
        await page
          .getByRole('button', { name: /^Delete / })
          .first()
          .tap()
        await page.getByRole('dialog').waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
      })
    } finally {
      await browser.close()
    }
  }, admin)
}

async function measure(
  browser: Browser,
  url: string,
  path: string,
  name: string,
  press: (page: Page, n: number) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage({ ...devices['Pixel 7'], baseURL: url })
  if (path.startsWith('/dashboard'))
    await page.request.post('/login', { data: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD } })
  await page.addInitScript({ content: recorder })
  await page.goto(path)
  await page.locator('html[data-hydrated]').waitFor()
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const slowest: number[] = []
  for (let n = 0; n < presses; n++) {
    await page.evaluate('durations.splice(0)')
    await press(page, n)
    // The entry of a press comes after the paint that it waited for.
    await page.waitForFunction(() => Reflect.get(globalThis, 'durations').length > 0)
    await page.waitForLoadState('networkidle')
    slowest.push(await page.evaluate<number>('Math.max(...durations)'))
  }
  await page.close()
  const time = median(slowest)
  figure(`${name}, median of ${presses} presses`, `${time} ms`, { text: 'under 100 ms', met: time < 100 })
  figure('  slowest', `${Math.max(...slowest)} ms`)
}
