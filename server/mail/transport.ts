// Sends by SMTP, or keeps each letter as an .eml file in DATA_DIR/outbox.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions, Transporter, TransportOptions } from 'nodemailer'

export interface Letter {
  /** Stable over retries, so that a letter sent twice is recognised as one. */
  messageId: string
  to: string
  replyTo?: string
  inReplyTo?: string
  subject: string
  text: string
  html: string
  /** Written by a person: an automatic answer to it is welcome (RFC 3834). */
  personal?: boolean
}

/** The mail server refused for good (a 5xx answer): trying again would not help. `message` is its own words. */
export class MailRefused extends Error {}

export interface Transport {
  /** Where letters go, for the message an admin reads. */
  readonly kind: 'smtp' | 'folder'
  /**
   * Resolves once the mail server has taken the letter (or its file is written), with where it went.
   * @throws MailRefused for a permanent refusal, any other error when another try may help.
   */
  send(letter: Letter): Promise<string>
  close(): void
}

export function smtpTransport(address: string, from: string): Transport {
  let transporter: Transporter | undefined
  const connect = async () => {
    // Loaded with the first letter: a start need not wait for it.
    const { default: nodemailer } = await import('nodemailer')
    transporter ??= nodemailer.createTransport(address, {
      from,
      // A server that accepts the connection and then says nothing is given up on within these (milliseconds).
      connectionTimeout: 8_000,
      greetingTimeout: 8_000,
      socketTimeout: 30_000,
    } as TransportOptions)
    return transporter
  }
  return {
    kind: 'smtp',
    async send(letter) {
      try {
        const answer: { response?: string } = await (await connect()).sendMail(mailOf(letter, from))
        return answer.response ?? ''
      } catch (error) {
        const { responseCode, response, message } = error as {
          responseCode?: number
          response?: string
          message: string
        }
        if (responseCode && responseCode >= 500) throw new MailRefused(response ?? message, { cause: error })
        throw error
      }
    },
    close: () => transporter?.close(),
  }
}

export function folderTransport(folder: string, from: string): Transport {
  return {
    kind: 'folder',
    async send(letter) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const { default: nodemailer } = await import('nodemailer')
      const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await composer.sendMail(mailOf(letter, from))
      const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${letter.messageId.replace(/[^\w-].*/, '')}.eml`
      const file = join(folder, name)
      await writeFile(`${file}.tmp`, message, { mode: 0o600, flush: true })
      await rename(`${file}.tmp`, file)
      return file
    },
    close() {},
  }
}

function mailOf(letter: Letter, from: string): SendMailOptions {
  return {
    from,
    to: { name: '', address: letter.to },
    ...(letter.replyTo ? { replyTo: { name: '', address: letter.replyTo } } : {}),
    ...(letter.inReplyTo ? { inReplyTo: letter.inReplyTo, references: letter.inReplyTo } : {}),
    subject: letter.subject.replace(/[\r\n]+/g, ' '),
    messageId: `<${letter.messageId}>`,
    text: letter.text,
    html: letter.html,
    // A letter must never make the server read a file or an address on its behalf.
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: letter.personal ? {} : { 'Auto-Submitted': 'auto-generated' },
  }
}
