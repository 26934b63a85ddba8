// npm run doctor: checks an installation and says in one line for each check what is wrong and how to fix it.
// Changes nothing, takes no lock, and works next to the server and without it.
import { setTimeout as delay } from 'node:timers/promises'
import { cutOffRestore } from '../backup/restore-backup.ts'
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

/** Null where the settings cannot be read. */
let config: Config | null = null
let isWell = true

await run()
// Not by itself: a connection that hangs would hold the process.
process.exit(isWell ? 0 : 1)

/** @param outcome text, or an error @returns whether it is text */
function print(about: string, outcome: unknown): boolean {
  const isOk = typeof outcome === 'string'
  const text = isOk ? outcome : lineOf(outcome)
  process.stdout.write(`${isOk ? 'ok     ' : 'PROBLEM'} ${about}: ${text.replace(/\s+/g, ' ')}\n`)
  isWell &&= isOk
  return isOk
}

function lineOf(error: unknown): string {
  if (error instanceof Wrong) return error.message
  return explain(error, config) ?? (error instanceof Error ? error.message : String(error))
}

/** @returns whether it found no problem */
async function check(about: string, work: () => Promise<string> | string): Promise<boolean> {
  return print(about, await outcomeOf(work, checkTimeout))
}

async function run(): Promise<void> {
  const settings = readSettings()
  if (!settings) return
  await check('Settings', () => checkSettings(settings))
  await check('Disk', () => checkDisk(settings))
  await check('PUBLIC_URL', () => checkPublicUrl(settings))
  const hasUploads = await check('Storage', () => checkBucket(settings))
  const context = openDatabase(settings)
  const hasTables = context !== null && (await check('Database', () => checkDatabase(context)))
  await check('Mail', () => checkMail(settings, hasTables ? context : null))
  if (hasTables) {
    if (settings.databaseUrl) await check('Durability', () => checkDurability(context))
    if (hasUploads) await check('Storage', () => checkStorage(context))
    await check('Queue', () => checkQueue(context))
    await check('Backups', () => checkBackups(context))
  }
  const db = hasTables ? context.db : null
  if (db || settings.trustProxy === 0) await check('Proxy', () => checkProxy(settings, db))
  await check('Clock', () => checkClock(settings.databaseUrl ? db : null, settings))
  await Promise.race([context?.close().catch(() => {}), delay(closeTimeout)])
}

function readSettings(): Config | null {
  try {
    config = readConfig()
  } catch (error) {
    print('Settings', error)
  }
  return config
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

/** @returns null where there is none, for a file that is no database, and for content of the owner that cannot be used. */
function openDatabase(settings: Config): AppContext | null {
  if (!hasDatabase(settings) || cutOffRestore(settings)) return null
  try {
    return createContext({ ...settings, logLevel: 'silent' })
  } catch (error) {
    print(error instanceof ConfigError ? 'Settings' : 'Database', error)
    return null
  }
}
