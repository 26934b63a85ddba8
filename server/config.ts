// Every environment variable, validated once and frozen (docs/operating.md, Settings). Nothing else reads process.env.
import { existsSync, realpathSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { emailLength, passwordMin, typedPasswordMax } from '../contract/limits.ts'
import { cleanEmail, looksLikeEmail } from '../contract/text.ts'
import { s3Options } from './images/s3.ts'
import { smtpOptions } from './mail/transport.ts'
import { cutsCredentials, unescapedCredentials } from './url-credentials.ts'

export interface Config {
  readonly port: number
  readonly host: string
  /** Origin without a trailing slash. */
  readonly publicUrl: string
  /** Whether PUBLIC_URL is set: the Origin check then accepts no other origin. */
  readonly publicUrlGiven: boolean
  readonly dataDir: string
  /** Where scheduled backups are stored. */
  readonly backupDir: string
  readonly databaseUrl: string | null
  readonly storageUrl: string | null
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly ownerEmail: string | null
  readonly admin: { readonly email: string; readonly password: string; readonly name: string } | null
  readonly demoContent: boolean
  readonly throttle: boolean
  /** Number of proxies in front whose X-Forwarded-For is trusted. */
  readonly trustProxy: number
  /** The token of GET /metrics; without it there is no such path. */
  readonly metricsToken: string | null
  /** Whether the server requests the URLs of projects. */
  readonly previewCheck: boolean
  readonly logLevel: string
}

/** An invalid value; the start ends with this one line. */
export class ConfigError extends Error {}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']

/** What `sslmode` may be. */
const tlsModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full']

/** @throws ConfigError naming the variable, what is wrong with its value, and valid values. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const text = (name: string) => unquoted(name, env[name]?.trim() || null)
  const port = wholeNumber('PORT', text('PORT'), 3000, 1, 65535)
  const publicUrl = origin(text('PUBLIC_URL'))
  const adminEmail = emailAddress('ADMIN_EMAIL', text('ADMIN_EMAIL'))
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
    publicUrl: url,
    publicUrlGiven: publicUrl !== null,
    dataDir,
    backupDir: backupDir(text('BACKUP_DIR'), dataDir),
    databaseUrl: databaseUrl(text('DATABASE_URL')),
    storageUrl: checkedUrl(text('STORAGE_URL'), s3Options),
    smtpUrl: checkedUrl(text('SMTP_URL'), smtpOptions),
    // The sender of every email.
    mailFrom: sender(text('MAIL_FROM')) ?? `no-reply@${new URL(url).hostname}`,
    ownerEmail: emailAddress('OWNER_EMAIL', text('OWNER_EMAIL')),
    admin:
      adminEmail && adminPassword
        ? { email: adminEmail, password: adminPassword, name: text('ADMIN_NAME') ?? 'Admin' }
        : null,
    demoContent: onOrOff('DEMO_CONTENT', text('DEMO_CONTENT')),
    throttle: onOrOff('THROTTLE', text('THROTTLE')),
    trustProxy: /^off$/i.test(text('TRUST_PROXY') ?? 'off')
      ? 0
      : wholeNumber('TRUST_PROXY', text('TRUST_PROXY'), 0, 0, 16),
    metricsToken: token('METRICS_TOKEN', env.METRICS_TOKEN?.trim() || null),
    previewCheck: onOrOff('PREVIEW_CHECK', text('PREVIEW_CHECK')),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL')?.toLowerCase() ?? 'info', logLevels),
  })
}

/** Only a shell takes quotes away and knows `~`: with Docker's --env-file the data would be in a folder of that name. */
function unquoted(name: string, value: string | null): string | null {
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
function backupDir(value: string | null, dataDir: string): string {
  const standard = join(dataDir, 'backups')
  const folder = value === null ? standard : resolve(value)
  const isInside = (path: string, of: string) => path === of || path.startsWith(of + sep)
  // As written, and where links lead.
  if (folder !== standard && (isInside(folder, dataDir) || isInside(real(folder), real(dataDir))))
    throw new ConfigError(
      `BACKUP_DIR is "${value}", which is in DATA_DIR; name a folder outside of it, best on another disk.`,
    )
  return folder
}

function wholeNumber(name: string, value: string | null, fallback: number, min: number, max: number): number {
  if (value === null) return fallback
  const number = Number(value)
  if (!/^\d+$/.test(value) || number < min || number > max)
    throw new ConfigError(`${name} is "${value}"; it must be a whole number from ${min} to ${max}.`)
  return number
}

/** On, unless it says otherwise. */
function onOrOff(name: string, value: string | null): boolean {
  return value === null || oneOf(name, value.toLowerCase(), ['on', 'off']) === 'on'
}

function oneOf(name: string, value: string, list: string[]): string {
  if (!list.includes(value))
    throw new ConfigError(`${name} is "${value}"; it must be one of ${list.join(', ')}.`)
  return value
}

function origin(value: string | null): string | null {
  if (value === null) return null
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

/** Its errors never contain the value, which has a password. */
function databaseUrl(value: string | null): string | null {
  if (value === null) return null
  if (cutsCredentials(value)) throw new ConfigError(unescapedCredentials('DATABASE_URL'))
  if (!/^postgres(?:ql)?:\/\//i.test(value))
    throw new ConfigError('DATABASE_URL must be a URL that begins with postgres://.')
  const url = URL.parse(value)
  if (!url) throw new ConfigError('DATABASE_URL has an invalid host or port; a port is a number up to 65535.')
  const mode = url.searchParams.get('sslmode')
  // The driver would treat an unknown one as verify-full.
  if (mode !== null) oneOf('sslmode in DATABASE_URL', mode, tlsModes)
  return value
}

/** @param read throws an Error that does not repeat the value */
function checkedUrl(value: string | null, read: (value: string) => unknown): string | null {
  if (value === null) return null
  try {
    read(value)
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

function emailAddress(name: string, value: string | null): string | null {
  if (value === null) return null
  const email = cleanEmail(value)
  if (!looksLikeEmail(email)) throw new ConfigError(`${name} is "${value}"; it must be an email address.`)
  if (email.length > emailLength)
    throw new ConfigError(
      `${name} has ${email.length} characters; at most ${emailLength} are accepted at sign-in.`,
    )
  return email
}

/** `name@host` or `Name <name@host>`. */
function sender(value: string | null): string | null {
  if (value === null) return null
  const inner = /^[^<>\r\n]*<([^<>\r\n]+)>$/.exec(value)?.[1] ?? value
  if (!looksLikeEmail(inner.trim()))
    throw new ConfigError(`MAIL_FROM is "${value}"; it must be an email address.`)
  return value
}
