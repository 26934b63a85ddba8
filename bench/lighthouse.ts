// Lighthouse as a phone on the public pages: the lowest median of each category. npx fetches it.
import { execFileSync } from 'node:child_process'
import { findBrowser } from '../scripts/browser.mjs'
import { call } from '../tests/support/request.ts'
import { type Figure, median, startMeasured } from './measure.ts'

const version = '13.5.0'
/** Performance varies between loads: Lighthouse's documentation recommends the median of five. */
const runs = 5
const goals = { performance: 96, accessibility: 100, 'best-practices': 100, seo: 100 }

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

export async function* lighthouse(): AsyncGenerator<Figure> {
  await using measured = await startMeasured()
  const { server } = measured
  const { portfolios } = (await call(server.url, '/getportfolio/public')).body
  const lowest = new Map<string, number>()
  const paints: number[] = []
  for (const path of ['/', '/about', '/portfolio', `/portfolio/${portfolios[0].id}`, '/contact', '/login']) {
    const reports: Report[] = []
    while (reports.length < runs) reports.push(visit(server.url + path))
    for (const category of Object.keys(goals)) {
      // Search engines are not to find the login.
      if (category === 'seo' && path === '/login') continue
      const score = median(reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100))
      lowest.set(category, Math.min(score, lowest.get(category) ?? 100))
    }
    const paint = median(reports.map(({ audits }) => audits['largest-contentful-paint']?.numericValue ?? 0))
    paints.push(paint / 1000)
  }
  for (const [category, atLeast] of Object.entries(goals))
    yield { what: `Lighthouse, lowest: ${category}`, value: lowest.get(category) ?? 0, atLeast }
  yield { what: 'Largest paint of Home', value: paints[0] ?? 0, unit: 's', atMost: 2 }
}

/** A load without a trace ends in an error, and is repeated. */
function visit(url: string): Report {
  const flags = ['--quiet', '--output=json', `--only-categories=${Object.keys(goals)}`]
  const chrome = '--chrome-flags=--headless=new --no-sandbox --disable-background-networking'
  const env = { ...process.env, CHROME_PATH: findBrowser() ?? '' }
  for (let tries = 5; ; tries--) {
    try {
      const command = ['--yes', `lighthouse@${version}`, url, ...flags, chrome]
      return JSON.parse(execFileSync('npx', command, { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }))
    } catch (error) {
      if (tries === 0) throw error
    }
  }
}
