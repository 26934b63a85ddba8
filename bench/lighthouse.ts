// Lighthouse as a phone on the public pages: the lowest median of each category. It is installed for this run only.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-lighthouse-'))
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', `lighthouse@${version}`]
  execFileSync('npm', install, { cwd: folder, stdio: 'ignore' })
  const { server } = measured
  const { portfolios } = (await call(server.url, '/getportfolio/public')).body
  const lowest = new Map<string, number>()
  const paints: number[] = []
  for (const path of ['/', '/about', '/portfolio', `/portfolio/${portfolios[0].id}`, '/contact', '/login']) {
    const reports: Report[] = []
    while (reports.length < runs) reports.push(await visit(folder, server.url + path))
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
  await rm(folder, { recursive: true, force: true })
}

/** A load without a trace ends in an error, and is repeated. */
async function visit(folder: string, url: string): Promise<Report> {
  const path = join(folder, 'report.json')
  const flags = [
    '--quiet',
    '--output=json',
    `--output-path=${path}`,
    `--only-categories=${Object.keys(goals)}`,
  ]
  const chrome = '--chrome-flags=--headless=new --no-sandbox --disable-background-networking'
  for (let tries = 5; ; tries--) {
    try {
      const env = { ...process.env, CHROME_PATH: findBrowser() ?? '' }
      const command = join(folder, 'node_modules/.bin/lighthouse')
      execFileSync(command, [url, ...flags, chrome], { cwd: folder, env, stdio: 'ignore' })
      return JSON.parse(await readFile(path, 'utf8'))
    } catch (error) {
      if (tries === 0) throw error
    }
  }
}
