// The email account that an admin set up, with its app password encrypted by a key that only DATA_DIR has; and what
// emails leave by: SMTP_URL, that account, or a folder.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { MailPort } from '../../contract/settings.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { readJson, writeSetting } from '../db/settings.ts'
import { connectOutside } from '../http/outbound.ts'
import { ifMissing, syncDirectory } from '../images/storage.ts'
import {
  type DirectoryTransport,
  directoryTransport,
  SendFailure,
  type SmtpTransport,
  smtpOptions,
  smtpTransport,
  withLimits,
} from './transport.ts'

export interface MailAccount {
  host: string
  port: MailPort
  /** What it logs in with. */
  user: string
  /** The sender of every email. */
  address: string
}

/** Among the states: what this installation remembers, and no backup has. */
const name = 'mail-account'
const cipher = 'aes-256-gcm'
const keyBytes = 32
/** Bytes of the nonce and of the tag, in front of the encrypted password. */
const nonceBytes = 12
const tagBytes = 16

const lockedText =
  'The app password cannot be read here, because DATA_DIR/mail.key is missing or another one. Enter it again in Settings.'

/** @returns null where none is set up; `password` is null where it was encrypted with another key than this DATA_DIR has */
export async function readAccount({
  config,
  db,
}: AppContext): Promise<{ account: MailAccount; password: string | null } | null> {
  const stored = await readJson<MailAccount & { sealed: string }>(db, name, 'states')
  // Set up anew, a damaged one is replaced.
  if (typeof stored?.sealed !== 'string') return null
  const { sealed, ...account } = stored
  const key = await readFile(keyFile(config)).catch(ifMissing(null))
  return { account, password: key && opened(key, account, Buffer.from(sealed, 'base64')) }
}

/** What was encrypted for one account opens for no other: who can write rows cannot have the password sent elsewhere. */
function opened(key: Buffer, account: MailAccount, sealed: Buffer): string | null {
  try {
    const decipher = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes))
    decipher.setAAD(boundTo(account)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/** @param db the transaction of the change. @throws the error of a file system that cannot store the key */
export async function storeAccount(
  { config }: AppContext,
  db: Database,
  account: MailAccount,
  password: string,
): Promise<void> {
  const nonce = randomBytes(nonceBytes)
  const encrypt = createCipheriv(cipher, await keyOf(config), nonce).setAAD(boundTo(account))
  const text = Buffer.concat([encrypt.update(password, 'utf8'), encrypt.final()])
  const sealed = Buffer.concat([nonce, encrypt.getAuthTag(), text]).toString('base64')
  await writeSetting(db, name, JSON.stringify({ ...account, sealed }), 'states')
}

const boundTo = ({ host, port, user, address }: MailAccount) =>
  Buffer.from(JSON.stringify([host, port, user, address]))

const keyFile = ({ dataDir }: AppContext['config']) => join(dataDir, 'mail.key')

/** Made with the first account; one that a full disk has cut off is made again. */
async function keyOf(config: AppContext['config']): Promise<Buffer> {
  const file = keyFile(config)
  const stored = await readFile(file).catch(ifMissing(null))
  if (stored?.length === keyBytes) return stored
  const key = randomBytes(keyBytes)
  await writeFile(`${file}.tmp`, key, { mode: 0o600, flush: true })
  await rename(`${file}.tmp`, file)
  await syncDirectory(config.dataDir)
  return key
}

/** What emails leave by at this moment. Read each time: a change holds for all instances at once. */
export async function openTransport(context: AppContext): Promise<SmtpTransport | DirectoryTransport> {
  const { mailFrom, dataDir } = context.config
  const fixed = fixedTransport(context.config)
  if (fixed) return fixed
  const found = await readAccount(context)
  if (!found) return directoryTransport(join(dataDir, 'outbox'), mailFrom)
  if (found.password !== null) return accountTransport(context, found.account, found.password)
  // Another instance may have the key, so that it says nothing about the mail server.
  const locked = () => Promise.reject(new SendFailure('deferred', lockedText))
  return { kind: 'smtp', send: locked, verify: locked }
}

/** That of SMTP_URL; null without it. */
export function fixedTransport({ smtpUrl, mailFrom, publicUrl }: AppContext['config']): SmtpTransport | null {
  return smtpUrl ? smtpTransport({ ...smtpOptions(smtpUrl), ...nameOf(publicUrl) }, mailFrom) : null
}

/**
 * What this server calls itself (RFC 5321, 4.1.3): by itself the library says 127.0.0.1 in a container, which some servers
 * reject, as they do a name without a dot.
 */
function nameOf(publicUrl: string): { name?: string } {
  const { hostname } = new URL(publicUrl)
  if (!/[.:]/.test(hostname)) return {}
  return { name: isIP(hostname) ? `[${hostname}]` : hostname.replace('[', '[IPv6:') }
}

/** Encrypted always, and to public IP addresses only. */
export function accountTransport(context: AppContext, account: MailAccount, password: string): SmtpTransport {
  const { host, port, user, address } = account
  const auth = { user, pass: password }
  const isEncrypted = port === 465
  const options = withLimits({
    ...nameOf(context.config.publicUrl),
    host,
    port,
    secure: isEncrypted,
    requireTLS: !isEncrypted,
    auth,
    forceAuth: true,
  })
  return smtpTransport(options, address, () => connectOutside(context.network, host, port))
}
