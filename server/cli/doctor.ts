// npm run doctor: checks an installation and says in one line for each check what is wrong and how to fix it, without passwords
// and tokens. Changes nothing, takes no lock, and works next to the server and without it.
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { cutOffRestore } from '../backup/restore-backup.ts'
import { problemOf, readState } from '../backup/schedule.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import type { AppContext } from '../context.ts'
import { createContext } from '../create-context.ts'
import { type Database, isReadOnly, probeWrite } from '../db/connect.ts'
import { schemaOf, stepNames, waitForDatabase } from '../db/migrate.ts'
import { durabilityOff } from '../db/postgres.ts'
import { newId } from '../ids.ts'
import { checkDatabaseFile, checkInstallation, imageNames, sizeOf } from '../images/installation.ts'
import { S3Bucket } from '../images/s3.ts'
import { checkSpace } from '../images/storage.ts'
import { fixedTransport, openTransport } from '../mail/account.ts'
import { mailTrouble, readMailState } from '../mail/outbox.ts'
import { rejectedNotification } from '../messages/emails.ts'
import { explain, nameOf, reasonOf } from '../start-errors.ts'
import { clockTolerance } from '../time.ts'

/** What is wrong, in a sentence. Other errors are explained as those of a start are. */
class Wrong extends Error {}

/** Milliseconds for one check. */
const checkTimeout = 15_000
/** Milliseconds for closing connections: one to a database that hangs is not closed. */
const closeTimeout = 1_000
const httpTimeout = 5_000
const MiB = 1024 * 1024
/** Bytes free below which the operator should act: some dozens of images and a log that grows. */
const littleSpace = 500 * MiB

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

/** @param work returns what is so, or throws what is wrong @returns whether it found no problem */
async function check(about: string, work: () => Promise<string> | string): Promise<boolean> {
  const late = `the check did not end within ${checkTimeout / 1000} seconds; find out what does not respond.`
  const done = Promise.resolve()
    .then(work)
    .catch((error: unknown) => error)
  return print(about, await Promise.race([done, delay(checkTimeout, new Wrong(late), { ref: false })]))
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
  try {
    if (!hasDatabase(settings) || cutOffRestore(settings)) return null
    return createContext({ ...settings, logLevel: 'silent' })
  } catch (error) {
    print(error instanceof ConfigError ? 'Settings' : 'Database', error)
    return null
  }
}

function checkSettings({ publicUrl, publicUrlGiven, throttle }: Config): string {
  if (!publicUrlGiven)
    throw new Wrong(
      `PUBLIC_URL is not set, so links in emails lead to ${publicUrl}; set it to the URL that visitors use.`,
    )
  if (!throttle) throw new Wrong('THROTTLE is off, so passwords can be guessed without limits; remove it.')
  return `readable, for ${publicUrl}`
}

/** SQLite would create a file that is missing, and delete the write-ahead log next to an empty one. */
function hasDatabase({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== null || sizeOf(join(dataDir, 'portfolio.db')) > 0
}

async function checkDisk(config: Config): Promise<string> {
  const { dataDir } = config
  if (!existsSync(dataDir))
    throw new Wrong(`DATA_DIR is ${dataDir}, which is missing; start the server once, or correct it.`)
  const cutOff = cutOffRestore(config)
  if (cutOff) throw new Wrong(cutOff)
  // A quota is not in the free space that the file system reports.
  for (const directory of [dataDir, join(dataDir, 'uploads')])
    if (existsSync(directory)) await checkSpace(directory, true)
  await checkDatabaseFile(config)
  if (!hasDatabase(config))
    throw new Wrong(`${dataDir} holds no database; start the server once, or correct DATA_DIR.`)
  const { bavail, bsize } = await statfs(dataDir)
  const free = `${Math.floor((bavail * bsize) / MiB)} MiB are free in ${dataDir}`
  if (bavail * bsize < littleSpace) throw new Wrong(`only ${free}; free space on its disk.`)
  return free
}

async function checkDatabase({ config, db }: AppContext): Promise<string> {
  const name = nameOf(config)
  await waitForDatabase(db)
  if (config.databaseUrl && (await isReadOnly(db)))
    throw new Wrong(`${name} is read-only, as a standby is; name the primary in DATABASE_URL.`)
  const schema = await schemaOf(db)
  if (schema === null)
    throw new Wrong(`${name} has no tables of this product; start the server, which makes them.`)
  if (schema !== stepNames.at(-1))
    throw new Wrong(`${name} is of an older version; start the server, which upgrades it.`)
  if (!config.databaseUrl) {
    const { rows } = await sql<Record<string, string>>`pragma quick_check(1)`.execute(db)
    const [found] = rows.flatMap(Object.values)
    if (found !== 'ok')
      throw new Wrong(
        `${name} is damaged (${found}); stop the server, move portfolio.db away with its -wal and -shm, and restore a backup.`,
      )
  }
  await probeWrite(db)
  // SQLite writes to its disk with a commit, and this was rolled back.
  return config.databaseUrl ? `${name} responds and can be written` : `${name} responds`
}

/** Only for PostgreSQL. */
async function checkDurability({ db }: AppContext): Promise<string> {
  const off = await durabilityOff(db)
  if (off.length > 0)
    throw new Wrong(`${off.join(' and ')} of PostgreSQL is off: a crash loses data; switch it on.`)
  return 'PostgreSQL acknowledges what is on its disk'
}

async function checkStorage(context: AppContext): Promise<string> {
  const missing = await checkInstallation(context)
  if (missing !== null) throw new Wrong(missing)
  if ((await context.uploads.readInstallation()) === null)
    throw new Wrong(
      `${context.uploads.storage.name} does not have the installation id of the database. Start the server, which writes it, or correct the setting.`,
    )
  const names = new Set((await imageNames(context.db)).keys())
  const stored = new Set((await Array.fromAsync(context.uploads.list())).map(({ id }) => id))
  const gone = names.difference(stored).size
  if (gone > 0)
    throw new Wrong(
      `${gone} of ${names.size} images that the database names are not in ${context.uploads.storage.name}; mount or restore them.`,
    )
  return 'the uploads belong to the database, and no image is missing'
}

async function checkQueue(context: AppContext): Promise<string> {
  const trouble = mailTrouble(await readMailState(context))
  if (trouble) throw new Wrong(`emails wait: ${trouble} After a correction send a test email in Settings.`)
  const rejected = await rejectedNotification(context)
  if (rejected) throw new Wrong(`${rejected.replace(/\.?$/, ';')} correct that address, or the mail server.`)
  return 'no email waits for a retry'
}

async function checkBackups(context: AppContext): Promise<string> {
  const { interval, trouble } = await readState(context)
  if (interval === 'off') return 'none are scheduled'
  if (trouble) throw new Wrong(`the last scheduled one failed: ${trouble}`)
  const { backupDir } = context.config
  const wrong = await problemOf(backupDir)
  if (wrong) throw new Wrong(wrong)
  return `scheduled, and stored in ${backupDir}`
}

/**
 * The server shows nobody what a proxy sends. What it concluded from it is in the audit trail: with TRUST_PROXY, sign-ins
 * of admins have IP addresses there, unless the proxy names none.
 */
async function checkProxy({ publicUrl, trustProxy }: Config, db: Database | null): Promise<string> {
  if (trustProxy === 0 && publicUrl.startsWith('https:'))
    throw new Wrong(
      'PUBLIC_URL is https but TRUST_PROXY is off, so all visitors count as one client; set TRUST_PROXY=1.',
    )
  if (trustProxy === 0) return 'TRUST_PROXY is off, and http needs no proxy'
  const last = await db
    ?.selectFrom('audit_events')
    .select(['ip', 'created_at'])
    .where('kind', '=', 'login.succeeded')
    .where('fold_key', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (!last) return 'not checked: no admin has signed in yet'
  if (last.ip === null) {
    const cure =
      trustProxy > 1
        ? `TRUST_PROXY is ${trustProxy}: set it to the number of proxies in front, 1 for one`
        : 'let the proxy set X-Forwarded-For'
    throw new Wrong(
      `the last sign-in of an admin (${last.created_at}) came without an IP address; ${cure}, then sign in again.`,
    )
  }
  return `the last sign-in of an admin came from ${last.ip}; if that is not yours, correct TRUST_PROXY`
}

/** @param db PostgreSQL, which has a clock of its own, or null */
async function checkClock(db: Database | null, { publicUrl }: Config): Promise<string> {
  const others: [string, number][] = []
  if (db) {
    const { rows } = await sql<{ seconds: string }>`
      select extract(epoch from clock_timestamp()) as seconds`.execute(db)
    others.push(['the database', Number(rows[0]?.seconds) * 1000])
  }
  const response = await healthOf(publicUrl)
  const published = response instanceof Error ? Number.NaN : Date.parse(response.headers.get('date') ?? '')
  if (!Number.isNaN(published)) others.push(['PUBLIC_URL', published])
  for (const [name, time] of others) {
    const ahead = Math.round((Date.now() - time) / 1000)
    if (Math.abs(ahead) * 1000 > clockTolerance)
      throw new Wrong(
        `this clock is ${Math.abs(ahead)} seconds ${ahead > 0 ? 'ahead of' : 'behind'} that of ${name}; synchronise both by NTP.`,
      )
  }
  const names = others.map(([name]) => name).join(' and ')
  return names ? `agrees with ${names}` : 'not checked: there is no other clock to compare it with'
}

/** Connects, encrypts and logs in as for an email, and sends none. */
async function checkMail(config: Config, context: AppContext | null): Promise<string> {
  const transport = fixedTransport(config) ?? (context && (await openTransport(context)))
  if (!transport || !('verify' in transport))
    return 'SMTP_URL is not set, nor an account in Settings; emails are stored as files in DATA_DIR/outbox'
  const cure = config.smtpUrl ? 'SMTP_URL' : 'the account in Settings'
  const hasLogin = await transport.verify().catch((error: Error) => {
    throw new Wrong(`the mail server cannot be used (${error.message}); correct ${cure}, or start it.`)
  })
  return `the mail server accepts the connection${hasLogin ? ' and the login' : ''}`
}

async function checkPublicUrl({ publicUrl, host, port }: Config): Promise<string> {
  const bound = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host
  const local = `http://${bound.includes(':') ? `[${bound}]` : bound}:${port}`
  const response = await healthOf(publicUrl)
  if (response instanceof Error) {
    if ((await healthOf(local)) instanceof Error) return `not checked: no server runs at ${local}`
    throw new Wrong(
      `${publicUrl} does not respond (${reasonOf(response.cause ?? response)}) although the server runs at ${local}; look at DNS, the firewall and the proxy.`,
    )
  }
  const target = URL.parse(response.headers.get('location') ?? '', publicUrl)
  if (response.status >= 300 && response.status < 400 && response.headers.has('location') && target)
    throw new Wrong(
      `${publicUrl} redirects to ${target.origin}; set PUBLIC_URL to the origin at which visitors arrive.`,
    )
  if (response.status !== 200 || response.text !== '{"status":"ok"}')
    throw new Wrong(`another program responds at ${publicUrl}; let the proxy pass everything on to ${local}.`)
  return `${publicUrl} responds`
}

async function healthOf(origin: string): Promise<{ status: number; headers: Headers; text: string } | Error> {
  try {
    const signal = AbortSignal.timeout(httpTimeout)
    const response = await fetch(`${origin}/healthz`, { signal, redirect: 'manual' })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    return error as Error
  }
}
