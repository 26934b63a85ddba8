// The checks of `npm run doctor`. Each returns what is so, or throws what is wrong and how to fix it, without passwords
// and tokens.
import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { problemOf } from '../backup/backup-directory.ts'
import { cutOffRestore } from '../backup/restore-backup.ts'
import { readState } from '../backup/schedule.ts'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import { type Database, isReadOnly, probeWrite } from '../db/connect.ts'
import { schemaOf, stepNames, waitForDatabase } from '../db/migrate.ts'
import { durabilityOff } from '../db/postgres.ts'
import { imageNames } from '../image-names.ts'
import { checkSpace } from '../images/directory.ts'
import { checkDatabaseFile, checkInstallation, installationOf } from '../images/installation.ts'
import { openTransport } from '../mail/account.ts'
import { mailTrouble, readMailState } from '../mail/outbox.ts'
import { smtpOptions } from '../mail/smtp-url.ts'
import { smtpTransport } from '../mail/transport.ts'
import { rejectedNotification } from '../messages/emails.ts'
import { nameOf, reasonOf } from '../start-errors.ts'
import { clockTolerance } from '../time.ts'

/** What is wrong, in a sentence. Other errors are explained as those of a start are. */
export class Wrong extends Error {}

/**
 * Waits for a check, for a time that nothing in it can exceed.
 * @param ms milliseconds
 * @returns what is so, or the error
 */
export function outcomeOf(check: () => Promise<string> | string, ms: number): Promise<unknown> {
  const late = `the check did not end within ${ms / 1000} seconds; find out what does not respond.`
  return Promise.race([
    Promise.resolve()
      .then(check)
      .catch((error: unknown) => error),
    delay(ms, new Wrong(late), { ref: false }),
  ])
}

const MiB = 1024 * 1024
/** Bytes free below which the operator should act: some dozens of images and a log that grows. */
const littleSpace = 500 * MiB
/** Milliseconds. */
const httpTimeout = 5_000

export function checkSettings({ publicUrl, publicUrlGiven, throttle }: Config): string {
  if (!publicUrlGiven)
    throw new Wrong(
      `PUBLIC_URL is not set, so links in emails lead to ${publicUrl}; set it to the URL that visitors use.`,
    )
  if (!throttle) throw new Wrong('THROTTLE is off, so passwords can be guessed without limits; remove it.')
  return `readable, for ${publicUrl}`
}

/** SQLite would create a file that is missing, and delete the write-ahead log next to an empty one. */
export function hasDatabase({ databaseUrl, dataDir }: Config): boolean {
  return (
    databaseUrl !== null ||
    (statSync(join(dataDir, 'portfolio.db'), { throwIfNoEntry: false })?.size ?? 0) > 0
  )
}

/** @param enough bytes that should be free */
export async function checkDisk(config: Config, enough = littleSpace): Promise<string> {
  const { dataDir } = config
  if (!existsSync(dataDir))
    throw new Wrong(`DATA_DIR is ${dataDir}, which is missing; start the server once, or correct it.`)
  const cutOff = cutOffRestore(config)
  if (cutOff) throw new Wrong(cutOff)
  // A quota is not in the free space that the file system reports.
  for (const directory of [dataDir, join(dataDir, 'uploads')].filter((path) => existsSync(path))) {
    await checkSpace(directory, true)
  }
  await checkDatabaseFile(config)
  if (!hasDatabase(config))
    throw new Wrong(`${dataDir} holds no database; start the server once, or correct DATA_DIR.`)
  const { bavail, bsize } = await statfs(dataDir)
  const free = `${Math.floor((bavail * bsize) / MiB)} MiB are free in ${dataDir}`
  if (bavail * bsize < enough) throw new Wrong(`only ${free}; free space on its disk.`)
  return free
}

export async function checkDatabase({ config, db }: AppContext): Promise<string> {
  const name = nameOf(config)
  await waitForDatabase(db, () => {})
  if (config.databaseUrl && (await isReadOnly(db)))
    throw new Wrong(`${name} is read-only, as a standby is; name the primary in DATABASE_URL.`)
  const schema = await schemaOf(db)
  if (schema === null)
    throw new Wrong(`${name} has no tables of this product; start the server, which makes them.`)
  if (schema !== stepNames.at(-1))
    throw new Wrong(`${name} is of an older version; start the server, which upgrades it.`)
  await probeWrite(db)
  // SQLite writes to its disk with a commit, and this was rolled back.
  return config.databaseUrl ? `${name} responds and can be written` : `${name} responds`
}

/** Only for PostgreSQL. */
export async function checkDurability({ db }: AppContext): Promise<string> {
  const off = await durabilityOff(db)
  if (off.length > 0)
    throw new Wrong(`${off.join(' and ')} of PostgreSQL is off: a crash loses data; switch it on.`)
  return 'PostgreSQL acknowledges what is on its disk'
}

export async function checkStorage(context: AppContext): Promise<string> {
  const { name } = context.uploads.storage
  const missing = await checkInstallation(context, imageNames)
  if (missing !== null) throw new Wrong(missing)
  const id = await installationOf(context.db)
  if (id !== null && (await context.uploads.readInstallation()) !== id)
    throw new Wrong(
      `${name} does not have the installation id of the database. Start the server, which writes it, or correct the setting.`,
    )
  return 'the uploads belong to the database'
}

export async function checkQueue(context: AppContext): Promise<string> {
  const trouble = mailTrouble(await readMailState(context))
  if (trouble) throw new Wrong(`emails wait: ${trouble} After a correction send a test email in Settings.`)
  const rejected = await rejectedNotification(context)
  if (rejected) throw new Wrong(`${rejected.replace(/\.?$/, ';')} correct that address, or the mail server.`)
  return 'no email waits for a retry'
}

export async function checkBackups(context: AppContext): Promise<string> {
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
export async function checkProxy({ publicUrl, trustProxy }: Config, db: Database | null): Promise<string> {
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
  if (last.ip === null)
    throw new Wrong(
      `the last sign-in of an admin (${last.created_at}) came without an IP address; let the proxy set X-Forwarded-For, then sign in again.`,
    )
  return `the last sign-in of an admin came from ${last.ip}; if that is not yours, correct TRUST_PROXY`
}

/** @param db PostgreSQL, which has a clock of its own, or null */
export async function checkClock(db: Database | null, { publicUrl }: Config): Promise<string> {
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
export async function checkMail({ smtpUrl, mailFrom }: Config, context: AppContext | null): Promise<string> {
  const transport = smtpUrl
    ? smtpTransport(smtpOptions(smtpUrl), mailFrom)
    : context && (await openTransport(context))
  if (!transport || !('verify' in transport))
    return 'SMTP_URL is not set, nor an account in Settings; emails are stored as files in DATA_DIR/outbox'
  const cure = smtpUrl ? 'SMTP_URL' : 'the account in Settings'
  const hasLogin = await transport.verify().catch((error: Error) => {
    throw new Wrong(`the mail server cannot be used (${error.message}); correct ${cure}, or start it.`)
  })
  return `the mail server accepts the connection${hasLogin ? ' and the login' : ''}`
}

export async function checkPublicUrl({ publicUrl, host, port }: Config): Promise<string> {
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
