// The CPU time of one uncached gallery list, through the whole app, with 100 items.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { createContext } from '../server/create-context.ts'
import { migrate } from '../server/db/migrate.ts'
import { seedItems } from '../tests/support/seed.ts'
import { figure } from './report.ts'

const requests = 3_000

export async function uncached(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-bench-'))
  const context = createContext(
    readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', NODE_ENV: 'production' }),
  )
  await migrate(context.db)
  await seedItems(context.db, 100)
  const app = createApp(context)
  const fetchList = async () => {
    context.changes.emit('portfolio')
    const response = await app.fetch(new Request('http://localhost/getportfolio/public?page=1&limit=12'))
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`the status is ${response.status}`)
  }
  for (let i = 0; i < 500; i++) await fetchList()
  const before = process.cpuUsage()
  for (let i = 0; i < requests; i++) await fetchList()
  const { user, system } = process.cpuUsage(before)
  const each = (user + system) / 1000 / requests
  figure('uncached list of 12 out of 100, CPU', `${each.toFixed(3)} ms`, {
    text: 'at most 1 ms',
    met: each <= 1,
  })
  await context.close()
  await rm(dataDir, { recursive: true, force: true })
}
