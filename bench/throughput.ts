// Cached responses compared to a bare Node server with a constant 15 KB body, by wrk, in one run.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { withServer } from './demo-server.ts'
import { figure } from './report.ts'
import { hasCommand, load } from './wrk.ts'

const seconds = 5

export async function throughput(): Promise<void> {
  if (!hasCommand('wrk')) return figure('skipped', 'needs wrk (apt-get install wrk)')
  const bare = fork(join(import.meta.dirname, 'bare-server.ts'))
  const [port] = (await once(bare, 'message')) as [number]
  try {
    await withServer(async ({ url }) => {
      const home = `${url.replace('localhost', '127.0.0.1')}/`
      const list = `${home}getportfolio/public?page=1&limit=12`
      // One warm-up each, so that every server has compiled what it runs.
      for (const url of [`http://127.0.0.1:${port}/`, home, list]) await load(url, { seconds: 2 })
      const base = await load(`http://127.0.0.1:${port}/`, { seconds })
      const homeRate = await load(home, { seconds })
      const listRate = await load(list, { seconds })
      const ratio = (rate: number) => (rate / base).toFixed(2)
      figure('bare Node server, constant 15 KB', `${Math.round(base)}/s`)
      figure('Home, cached', `${Math.round(homeRate)}/s`)
      figure('Home against the bare server', ratio(homeRate), {
        text: 'at least 0.6',
        met: homeRate / base >= 0.6,
      })
      figure('gallery list, cached', `${Math.round(listRate)}/s`)
      figure('list against the bare server', ratio(listRate), {
        text: 'at least 0.5',
        met: listRate / base >= 0.5,
      })
    })
  } finally {
    bare.kill()
  }
}
