// npm run doctor: checks an installation and says in one line for each check what is wrong and how to fix it.
// Changes nothing, takes no lock, and works next to the server and without it.
import { type Config, ConfigError, readConfig } from '../config.ts'
import type { AppContext } from '../context.ts'
import { createContext } from '../create-context.ts'
import {
  checkBackups,
  checkDatabase,
  checkDurability,
  checkProxyHeaders,
  checkProxySettings,
  checkQueue,
} from './doctor-database.ts'
import { checkClock, checkDisk, checkSettings, checkStorage, hasDatabase } from './doctor-local.ts'
import { checkMail, checkPublicUrl, checkUploads } from './doctor-network.ts'
import { bounded, type Finding, lineOf, problem } from './finding.ts'

/** Milliseconds for one check. */
const checkTimeout = 15_000
/** Milliseconds for closing connections: one to a database that hangs is not closed. */
const closeTimeout = 1_000

// Not by itself: a connection that hangs would hold the process.
process.exit((await run()) ? 0 : 1)

/** @returns whether all is well */
async function run(): Promise<boolean> {
  let isWell = true
  const report = ({ isOk, about, text }: Finding) => {
    process.stdout.write(`${isOk ? 'ok     ' : 'PROBLEM'} ${about}: ${text}\n`)
    isWell &&= isOk
    return isOk
  }
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    return report(problem('Settings', lineOf(error, null)))
  }
  const checked = async (about: string, check: () => Promise<Finding>) =>
    report(await bounded(about, config, checkTimeout, check))
  report(checkSettings(config))
  await checked('Disk', () => checkDisk(config))
  const published = await checkPublicUrl(config)
  report(published.finding)
  await checked('Mail', () => checkMail(config))
  let hasUploads = true
  for await (const finding of checkUploads(config, checkTimeout)) hasUploads = report(finding)
  const proxy = checkProxySettings(config)
  if (proxy) report(proxy)
  const context = hasDatabase(config) ? opened(config, report) : null
  const hasTables = context !== null && (await checked('Database', () => checkDatabase(context)))
  if (hasTables) {
    if (config.databaseUrl) await checked('Durability', () => checkDurability(context))
    if (hasUploads) await checked('Storage', () => checkStorage(context))
    await checked('Queue', () => checkQueue(context))
    await checked('Backups', () => checkBackups(context))
    if (!proxy) await checked('Proxy', () => checkProxyHeaders(context))
  }
  const clocked = hasTables && config.databaseUrl ? context.db : null
  await checked('Clock', () => checkClock(new Date(), clocked, published.date))
  if (context) await closed(context)
  return isWell
}

/** @returns null for a file that is no database, and for content of the owner that cannot be used. */
function opened(config: Config, report: (finding: Finding) => void): AppContext | null {
  try {
    return createContext({ ...config, logLevel: 'silent' })
  } catch (error) {
    report(problem(error instanceof ConfigError ? 'Settings' : 'Database', lineOf(error, config)))
    return null
  }
}

async function closed(context: AppContext): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closeTimeout)
  })
  await Promise.race([context.close().catch(() => {}), late])
  clearTimeout(timer)
}
