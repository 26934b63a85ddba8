// Every environment variable, validated once and frozen (docs/operating.md, Settings). Nothing else reads process.env.
import { existsSync, realpathSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { emailLength, passwordMin, typedPasswordMax } from '../contract/limits.ts'
import { cleanEmail, looksLikeEmail } from '../contract/text.ts'
import { s3Options } from './images/s3.ts'
import { smtpOptions } from './mail/transport.ts'
import { checkCredentials } from './url-credentials.ts'

export type Config = ReturnType<typeof readConfig>

/** An invalid value; the start ends with this one line. */
export class ConfigError extends Error {}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** What `sslmode` may be. */
const tlsModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']

/** @throws ConfigError naming the variable, what is wrong with its value, and valid values. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const text = (name: string) => unquoted(env[name]?.trim() || null, name)
  /** @returns null for a variable that is not set or empty */
  const read = <Value>(name: string, parse: (value: string, name: string) => Value) => {
    const value = text(name)
    return value === null ? null : parse(value, name)
  }
  const port = read('PORT', (value, name) => wholeNumber(value, name, 1, 65535)) ?? 3000
  const publicUrl = read('PUBLIC_URL', origin)
  const adminEmail = read('ADMIN_EMAIL', emailAddress)
  const adminPassword = env.ADMIN_PASSWORD || null
  if (!adminEmail !== !adminPassword)
    throw new ConfigError('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.')
  if (adminPassword && ([...adminPassword].length < passwordMin || adminPassword.length > typedPasswordMax))
    throw new ConfigError(
      `ADMIN_PASSWORD must have at least ${passwordMin} characters, and at most ${typedPasswordMax} to be accepted at sign-in.`,
    )

  const dataDir = resolve(text('DATA_DIR') ?? './data')
  const url = publicUrl ?? `http://localhost:${port}`
  return Object.freeze({
    port,
    host: text('HOST') ?? '127.0.0.1',
    /** Origin without a trailing slash. */
    publicUrl: url,
    /** Whether PUBLIC_URL is set: the Origin check then accepts no other origin. */
    publicUrlGiven: publicUrl !== null,
    dataDir,
    /** Where scheduled backups are stored. */
    backupDir: read('BACKUP_DIR', (value) => backupDir(value, dataDir)) ?? join(dataDir, 'backups'),
    databaseUrl: read('DATABASE_URL', (value) => checkedUrl(value, checkDatabaseUrl)),
    storageUrl: read('STORAGE_URL', (value) => checkedUrl(value, s3Options)),
    smtpUrl: read('SMTP_URL', (value) => checkedUrl(value, smtpOptions)),
    /** The sender of every email. */
    mailFrom: read('MAIL_FROM', sender) ?? `no-reply@${new URL(url).hostname}`,
    ownerEmail: read('OWNER_EMAIL', emailAddress),
    admin:
      adminEmail && adminPassword
        ? { email: adminEmail, password: adminPassword, name: text('ADMIN_NAME') ?? 'Admin' }
        : null,
    demoContent: read('DEMO_CONTENT', onOrOff) ?? true,
    throttle: read('THROTTLE', onOrOff) ?? true,
    /** Number of proxies in front whose X-Forwarded-For is trusted. */
    trustProxy:
      read('TRUST_PROXY', (value, name) => (/^off$/i.test(value) ? 0 : wholeNumber(value, name, 0, 16))) ?? 0,
    /** The token of GET /metrics; without it there is no such path. */
    metricsToken: token('METRICS_TOKEN', env.METRICS_TOKEN?.trim() || null),
    /** Whether the server requests the URLs of projects. */
    previewCheck: read('PREVIEW_CHECK', onOrOff) ?? true,
    logLevel: read('LOG_LEVEL', (value, name) => oneOf(logLevels, value.toLowerCase(), name)) ?? 'info',
  })
}

/** Only a shell takes quotes away and knows `~`: with Docker's --env-file the data would be in a folder of that name. */
function unquoted(value: string | null, name: string): string | null {
  if (value !== null && /^(["']).*\1$|^~/s.test(value))
    throw new ConfigError(
      `${name} begins with "~" or is in quotes, which would be part of it; leave them out.`,
    )
  return value
}

function real(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}

/** Never where the server looks for files of its own. */
function backupDir(value: string, dataDir: string): string {
  const folder = resolve(value)
  const isInside = (path: string, of: string) => path === of || path.startsWith(of + sep)
  // As written, and where links lead.
  const isStandard = folder === join(dataDir, 'backups')
  if (!isStandard && (isInside(folder, dataDir) || isInside(real(folder), real(dataDir))))
    throw new ConfigError(
      `BACKUP_DIR is "${value}", which is in DATA_DIR; name a folder outside of it, best on another disk.`,
    )
  return folder
}

function wholeNumber(value: string, name: string, min: number, max: number): number {
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new ConfigError(`${name} is "${value}"; it must be a whole number from ${min} to ${max}.`)
  return number
}

function onOrOff(value: string, name: string): boolean {
  return oneOf(['on', 'off'], value.toLowerCase(), name) === 'on'
}

function oneOf(list: string[], value: string, name: string): string {
  if (!list.includes(value))
    throw new ConfigError(`${name} is "${value}"; it must be one of ${list.join(', ')}.`)
  return value
}

function origin(value: string): string {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw new ConfigError(`PUBLIC_URL is "${value}"; it must look like https://example.com.`)
  const url = new URL(value)
  if (url.username || url.password)
    throw new ConfigError(`PUBLIC_URL must not hold a user name or password, only ${url.origin}.`)
  if (url.pathname !== '/' || url.search || url.hash)
    throw new ConfigError(
      `PUBLIC_URL is "${value}"; it must be an origin without a path, like ${url.origin}.`,
    )
  return url.origin
}

function checkDatabaseUrl(value: string): void {
  checkCredentials('DATABASE_URL', value)
  if (!/^postgres(?:ql)?:\/\//i.test(value))
    throw new Error('DATABASE_URL must be a URL that begins with postgres://.')
  const url = URL.parse(value)
  if (!url) throw new Error('DATABASE_URL has an invalid host or port; a port is a number up to 65535.')
  const mode = url.searchParams.get('sslmode')
  // The driver would treat an unknown one as verify-full.
  if (mode !== null) oneOf(tlsModes, mode, 'sslmode in DATABASE_URL')
}

/** @param check throws an Error that does not repeat the value, which has a password */
function checkedUrl(value: string, check: (value: string) => unknown): string {
  try {
    check(value)
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
  return value
}

/** Never repeats the value. Other characters could not be sent in a header as they are. */
function token(name: string, value: string | null): string | null {
  if (value !== null && !/^[\x21-\x7e]{16,}$/.test(value))
    throw new ConfigError(
      `${name} must have at least 16 characters, all of them ASCII letters, digits or punctuation.`,
    )
  return value
}

function emailAddress(value: string, name: string): string {
  const email = cleanEmail(value)
  if (!looksLikeEmail(email)) throw new ConfigError(`${name} is "${value}"; it must be an email address.`)
  if (email.length > emailLength)
    throw new ConfigError(
      `${name} has ${email.length} characters; at most ${emailLength} are accepted at sign-in.`,
    )
  return email
}

/** `name@host` or `Name <name@host>`. */
function sender(value: string): string {
  const inner = /^[^<>\r\n]*<([^<>\r\n]+)>$/.exec(value)?.[1] ?? value
  if (!looksLikeEmail(inner.trim()))
    throw new ConfigError(`MAIL_FROM is "${value}"; it must be an email address.`)
  return value
}
