// npm run doctor: checks an installation and says in one line for each check what is wrong and how to fix it.
// Changes nothing, takes no lock, and works next to the server and without it.
import { setTimeout as delay } from 'node:timers/promises'
import { type Config, ConfigError, readConfig } from '../config.ts'
import type { AppContext } from '../context.ts'
import { createContext } from '../create-context.ts'
import { newId } from '../ids.ts'
import { S3Bucket } from '../images/s3.ts'
import { explain } from '../start-errors.ts'
import {
  checkBackups,
  checkClock,
  checkDatabase,
  checkDisk,
  checkDurability,
  checkMail,
  checkProxy,
  checkPublicUrl,
  checkQueue,
  checkSettings,
  checkStorage,
  hasDatabase,
  outcomeOf,
  Wrong,
} from './doctor-checks.ts'

/** Milliseconds for one check. */
const checkTimeout = 15_000
/** Milliseconds for closing connections: one to a database that hangs is not closed. */
const closeTimeout = 1_000

/** Prints a line for each check. */
class Report {
  /** Of the installation; null where its settings cannot be read. */
  config: Config | null = null
  isWell = true

  /** @param outcome text, or an error @returns whether it is text */
  add(about: string, outcome: unknown): boolean {
    const isOk = typeof outcome === 'string'
    const text = isOk ? outcome : this.#lineOf(outcome)
    process.stdout.write(`${isOk ? 'ok     ' : 'PROBLEM'} ${about}: ${text.replace(/\s+/g, ' ')}\n`)
    this.isWell &&= isOk
    return isOk
  }

  /** @returns whether it found no problem */
  async check(about: string, check: () => Promise<string> | string): Promise<boolean> {
    return this.add(about, await outcomeOf(check, checkTimeout))
  }

  #lineOf(error: unknown): string {
    if (error instanceof Wrong) return error.message
    return explain(error, this.config) ?? (error instanceof Error ? error.message : String(error))
  }
}

// Not by itself: a connection that hangs would hold the process.
process.exit((await run()) ? 0 : 1)

/** @returns whether all is well */
async function run(): Promise<boolean> {
  const report = new Report()
  let config: Config
  try {
    config = readConfig()
  } catch (error) {
    return report.add('Settings', error)
  }
  report.config = config
  let published: Date | null = null
  await report.check('Settings', () => checkSettings(config))
  await report.check('Disk', () => checkDisk(config))
  const onDate = (date: Date) => {
    published = date
  }
  await report.check('PUBLIC_URL', () => checkPublicUrl(config, onDate))
  await report.check('Mail', () => checkMail(config))
  const hasUploads = await report.check('Storage', () => checkBucket(config))
  const context = hasDatabase(config) ? opened(config, report) : null
  const hasTables = context !== null && (await report.check('Database', () => checkDatabase(context)))
  if (hasTables) {
    if (config.databaseUrl) await report.check('Durability', () => checkDurability(context))
    if (hasUploads) await report.check('Storage', () => checkStorage(context))
    await report.check('Queue', () => checkQueue(context))
    await report.check('Backups', () => checkBackups(context))
  }
  if (hasTables || config.trustProxy === 0)
    await report.check('Proxy', () => checkProxy(config, hasTables ? context.db : null))
  const clocked = hasTables && config.databaseUrl ? context.db : null
  await report.check('Clock', () => checkClock(clocked, published))
  await Promise.race([context?.close().catch(() => {}), delay(closeTimeout)])
  return report.isWell
}

/** A directory is checked with its disk. */
async function checkBucket({ storageUrl }: Config): Promise<string> {
  if (!storageUrl) return 'uploads are stored in DATA_DIR'
  const bucket = new S3Bucket(storageUrl)
  const key = `.check-${newId()}`
  await bucket.put(key, new Uint8Array([1]))
  await bucket.get(key).finally(() => bucket.delete(key))
  for await (const _ of bucket.list('')) break
  return `${bucket.name} responds, and objects can be listed, written, read and deleted`
}

/** @returns null for a file that is no database, and for content of the owner that cannot be used. */
function opened(config: Config, report: Report): AppContext | null {
  try {
    return createContext({ ...config, logLevel: 'silent' })
  } catch (error) {
    report.add(error instanceof ConfigError ? 'Settings' : 'Database', error)
    return null
  }
}
