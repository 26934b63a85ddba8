// The bytes that a phone loads for Home, as Chromium receives them.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, devices } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'
import { type Figure, startMeasured } from './measure.ts'

const client = join(import.meta.dirname, '../build/client')

export async function* bytes(): AsyncGenerator<Figure> {
  await using measured = await startMeasured()
  // The headless shell has no connection type, and fetches lazy images that a phone on 4G would not.
  const browser = await chromium.launch({
    executablePath: findBrowser({ whole: true }),
    args: ['--no-sandbox'],
  })
  const page = await browser.newPage({ ...devices['Pixel 7'] })
  await page.goto(measured.server.url)
  // A page that is not hydrated would be cheaper.
  await page.locator('html[data-hydrated]').waitFor()
  await page.waitForLoadState('networkidle')
  const loaded = await page.evaluate<[path: string, bytes: number][]>(`
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map(({ name, transferSize }) => [new URL(name).pathname, transferSize])`)
  await browser.close()
  const scripts = loaded.filter(([path]) => path.endsWith('.js'))
  const ofScripts = scripts.reduce((sum, [path]) => sum + statSync(join(client, `${path}.br`)).size, 0)
  const total = loaded.reduce((sum, [, size]) => sum + size, 0)
  yield { what: 'Home: JavaScript, brotli', value: ofScripts / 1000, unit: 'kB', atMost: 110 }
  yield { what: 'Home: everything on a phone', value: total / 1000, unit: 'kB', atMost: 215 }
}
