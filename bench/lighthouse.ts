// Lighthouse as a phone sees the public pages. It is fetched for this run only; the product does not need it.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from '../scripts/browser.mjs'
import { withServer } from './demo-server.ts'
import { figure } from './report.ts'

const version = '13.5.0'

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
  await withServer(async ({ url }) => {
    for (const path of ['/', '/about', '/portfolio', '/contact']) {
      const report = join(folder, 'report.json')
      execFileSync(
        join(folder, 'node_modules/.bin/lighthouse'),
        [
          url + path,
          '--quiet',
          '--output=json',
          `--output-path=${report}`,
          '--only-categories=performance,accessibility,best-practices,seo',
          '--chrome-flags=--headless=new --no-sandbox --disable-background-networking',
        ],
        { cwd: folder, env: { ...process.env, CHROME_PATH: findBrowser() ?? '' }, stdio: 'ignore' },
      )
      const { categories, audits }: Report = JSON.parse(await readFile(report, 'utf8'))
      for (const [name, least] of [
        ['performance', 98],
        ['accessibility', 100],
        ['best-practices', 100],
        ['seo', 100],
      ] as const) {
        const score = Math.round((categories[name]?.score ?? 0) * 100)
        figure(`${path} ${name}`, String(score), { text: `at least ${least}`, met: score >= least })
      }
      const shift = audits['cumulative-layout-shift']?.numericValue ?? 1
      figure(`${path} layout shift`, shift.toFixed(3), { text: '0', met: shift < 0.0005 })
    }
  })
  await rm(folder, { recursive: true, force: true })
}
