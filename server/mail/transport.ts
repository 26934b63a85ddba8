// Sends by SMTP, or stores each email as an .eml file in DATA_DIR/outbox.
import { rename, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { SendMailOptions, SMTPTransportOptions, Transporter } from 'nodemailer'
import { makeDirectory } from '../images/directory.ts'
import { type ComposedEmail, logoId } from './layout.ts'
import { asSendFailure, SendFailure, secretsOf } from './send-failure.ts'

export interface EmailMessage extends ComposedEmail {
  /** The same at each retry, so that an email sent twice is recognised as one. */
  messageId: string
  to: string
  replyTo?: string
  /** Written by a user, not generated: automatic replies to it are welcome (RFC 3834). */
  personal?: boolean
}

export interface Transport {
  /** Where emails go, for the text that an admin reads. */
  readonly kind: 'smtp' | 'directory'
  /**
   * Resolves once the mail server has accepted the email (or its file is written), with its reply or the file's path.
   * @param signal aborts the attempt; nothing else bounds a server that sends a byte a second
   * @throws SendFailure
   */
  send(message: EmailMessage, signal: AbortSignal): Promise<string>
}

export interface SmtpTransport extends Transport {
  kind: 'smtp'
  /**
   * Connects, encrypts and logs in as for an email, and sends none.
   * @returns whether there is a login
   * @throws SendFailure
   */
  verify(): Promise<boolean>
}

/**
 * One connection per email: emails are few, and an open connection would only add ways to fail.
 * @param connect opens it, where it may not lead everywhere
 */
export function smtpTransport(
  options: SMTPTransportOptions,
  from: string,
  connect?: () => Promise<Socket>,
): SmtpTransport {
  const getSocket: SMTPTransportOptions['getSocket'] =
    connect && ((_, done) => void connect().then((connection) => done(null, { connection }), done))
  const secrets = secretsOf(options.auth)
  const connected = async <Result>(work: (client: Transporter) => Promise<Result>): Promise<Result> => {
    // Loaded with the first email, so that a start does not wait for it.
    const { default: nodemailer } = await import('nodemailer')
    try {
      return await work(nodemailer.createTransport(getSocket ? { ...options, getSocket } : options))
    } catch (error) {
      throw asSendFailure(error, secrets)
    }
  }
  return {
    kind: 'smtp',
    send: (message, signal) =>
      connected(async (client) => {
        const sent: { response?: string } = await client.sendMail({ ...mailOf(message, from), signal })
        return sent.response ?? ''
      }),
    verify: () => connected((client) => client.verify().then(() => options.auth !== undefined)),
  }
}

export type DirectoryTransport = Transport & { kind: 'directory' }

export function directoryTransport(directory: string, from: string): DirectoryTransport {
  return {
    kind: 'directory',
    async send(message) {
      try {
        return await store(message)
      } catch (error) {
        throw new SendFailure('unavailable', (error as Error).message, error)
      }
    },
  }

  async function store(message: EmailMessage): Promise<string> {
    await makeDirectory(directory)
    const { default: nodemailer } = await import('nodemailer')
    const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const { message: bytes } = await composer.sendMail(mailOf(message, from))
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${message.messageId.replace(/[^\w-].*/, '')}.eml`
    const file = join(directory, name)
    await writeFile(`${file}.tmp`, bytes as Buffer, { mode: 0o600, flush: true })
    await rename(`${file}.tmp`, file)
    return file
  }
}

function mailOf(message: EmailMessage, from: string): SendMailOptions {
  // Where it has a name of its own, that one stays.
  const [, address] = /^\s*<?([^<>\s]+)>?\s*$/.exec(from) ?? []
  return {
    from: address ? { name: message.brand, address } : from,
    to: { name: '', address: message.to },
    ...(message.replyTo ? { replyTo: { name: '', address: message.replyTo } } : {}),
    subject: message.subject,
    messageId: `<${message.messageId}>`,
    text: message.text,
    html: message.html,
    ...(message.logo
      ? {
          attachments: [
            {
              cid: logoId,
              filename: 'logo.png',
              content: message.logo,
              contentType: 'image/png',
              contentDisposition: 'inline' as const,
            },
          ],
        }
      : {}),
    // The text of an email must never make the server read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: message.personal ? {} : { 'Auto-Submitted': 'auto-generated' },
  }
}
