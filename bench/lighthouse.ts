// Lighthouse for phones on the public pages. It is installed for this run only.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../scripts/browser.mjs'
import { withServer } from './demo-server.ts'
import { figure, median } from './report.ts'

const version = '13.5.0'

/** Performance varies between loads: Lighthouse's documentation recommends the median. */
const runs = 5

const goals = [
  ['performance', 98],
  ['accessibility', 100],
  ['best-practices', 100],
  ['seo', 100],
] as const

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

export async function lighthouse(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-lighthouse-'))
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', `lighthouse@${version}`], {
    cwd: folder,
    stdio: 'ignore',
  })
  const worst = new Map<string, number>()
  let mostShift = 0
  await withServer(async ({ url }) => {
    for (const path of ['/', '/about', '/portfolio', await firstProject(url), '/contact', '/login']) {
      const reports: Report[] = []
      while (reports.length < runs) reports.push(await visit(folder, url + path))
      for (const [name, least] of goals) {
        // It wants pages to be found, which is what noindex forbids.
        if (name === 'seo' && path === '/login') continue
        const scores = reports.map(({ categories }) => Math.round((categories[name]?.score ?? 0) * 100))
        const score = median(scores)
        worst.set(name, Math.min(worst.get(name) ?? 100, score))
        figure(`${path} ${name}`, String(score), { text: `at least ${least}`, met: score >= least })
      }
      const shift = Math.max(
        ...reports.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? 1),
      )
      mostShift = Math.max(mostShift, shift)
      figure(`${path} layout shift`, shift.toFixed(3), { text: '0', met: shift < 0.0005 })
    }
    for (const [name, least] of goals) {
      const score = worst.get(name) ?? 0
      figure(`lowest ${name}`, String(score), { text: `at least ${least}`, met: score >= least })
    }
    figure('largest layout shift', mostShift.toFixed(3), { text: '0', met: mostShift < 0.0005 })
  })
  await rm(folder, { recursive: true, force: true })
}

async function firstProject(url: string): Promise<string> {
  const list = await fetch(`${url}/getportfolio/public?page=1&limit=12`)
  const [id] = /(?<="_?id":")[^"]+/.exec(await list.text()) ?? []
  if (!id) throw new Error('The demo has no project.')
  return `/portfolio/${id}`
}

/** One report. A load without a trace ends in an error, and is repeated. */
async function visit(folder: string, address: string): Promise<Report> {
  const path = join(folder, 'report.json')
  const flags = [
    '--quiet',
    '--output=json',
    `--output-path=${path}`,
    '--only-categories=performance,accessibility,best-practices,seo',
    '--chrome-flags=--headless=new --no-sandbox --disable-background-networking',
  ]
  for (let tries = 5; ; tries--) {
    try {
      execFileSync(join(folder, 'node_modules/.bin/lighthouse'), [address, ...flags], {
        cwd: folder,
        env: { ...process.env, CHROME_PATH: findBrowser() ?? '' },
        stdio: 'ignore',
      })
      return JSON.parse(await readFile(path, 'utf8'))
    } catch (error) {
      if (tries === 0) throw error
    }
  }
}
