// The bytes that a phone loads for Home, as Chromium receives them.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, devices } from '@playwright/test'
import { findBrowser } from '../scripts/browser.mjs'
import { withServer } from './demo-server.ts'
import { figure } from './report.ts'

const client = join(import.meta.dirname, '../build/client')

interface Load {
  /** Bytes of each kind of resource. */
  sums: Record<string, number>
  /** Bytes of the scripts' brotli files. */
  scripts: number
  requests: number
}

export async function bytes(): Promise<void> {
  await withServer(async ({ url }) => {
    const { sums, scripts, requests } = await load(url)
    const kB = (kind: string) => (sums[kind] ?? 0) / 1000
    const say = (name: string, size: number, max: number) =>
      figure(name, `${size.toFixed(1)} kB`, { text: `at most ${max} kB`, met: size > 0 && size <= max })
    say('Home, JavaScript (brotli)', scripts / 1000, 110)
    say('Home, fonts', kB('Font'), 60)
    say('Home, CSS', kB('Stylesheet'), 12)
    figure('Home, images', `${kB('Image').toFixed(1)} kB`)
    figure('Home, document', `${kB('Document').toFixed(1)} kB`)
    say('Home, everything on a phone', total(sums), 215)
    figure('Home, requests of a phone', String(requests))
  })
}

const total = (sums: Load['sums']) => Object.values(sums).reduce((sum, size) => sum + size, 0) / 1000

/**
 * In a full Chromium where there is one. The connection type decides how far ahead it fetches lazy images: 1250 px on 4G,
 * as on most phones; the headless shell has no connection type and fetches those in 3000 px, three more.
 */
async function load(url: string): Promise<Load> {
  const browser = await chromium.launch({
    executablePath: findBrowser({ whole: true }),
    args: ['--no-sandbox'],
  })
  const page = await browser.newPage({ ...devices['Pixel 7'] })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const kinds = new Map<string, string>()
  const sums: Record<string, number> = {}
  let scripts = 0
  let requests = 0
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) scripts += statSync(join(client, `${pathname}.br`)).size
  })
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? 'Other'
    requests++
    sums[kind] = (sums[kind] ?? 0) + encodedDataLength
  })
  await page.goto(url)
  // Waits for hydration and what it fetches: a page that is not hydrated would be cheaper.
  await page.locator('html[data-hydrated]').waitFor()
  await page.waitForLoadState('networkidle')
  await browser.close()
  return { sums, scripts, requests }
}
