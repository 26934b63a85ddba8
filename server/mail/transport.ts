// Sends by SMTP, or stores each email as an .eml file in DATA_DIR/outbox: what SMTP_URL means, how an email is sent, and
// whether a failure concerns this email or every email.
import { rename, writeFile } from 'node:fs/promises'
import { isIP, type Socket } from 'node:net'
import { join } from 'node:path'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import type { SendMailOptions, SMTPTransportOptions, Transporter } from 'nodemailer'
import { OutboundError, type OutboundReason } from '../http/outbound.ts'
import { makeDirectory } from '../images/storage.ts'
import { checkCredentials, decoded } from '../url-credentials.ts'
import { type ComposedEmail, logoId } from './layout.ts'

export interface EmailMessage extends ComposedEmail {
  /** The same at each retry, so that an email sent twice is recognised as one. */
  messageId: string
  to: string
  replyTo?: string
  /** The Message-ID that all replies to one message name, so that mail programs show them as one conversation. */
  inReplyTo?: string
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
 * Milliseconds until the server has the whole message. It may look into that for minutes before it accepts it, and whoever
 * does not wait sends the email again and again.
 */
const stepsTimeout = 35_000

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
        const steps = new AbortController()
        const timer = setTimeout(() => steps.abort(), stepsTimeout)
        client.use('stream', (mail, done) => {
          mail.message.processFunc((stream) => stream.once('end', () => clearTimeout(timer)))
          done()
        })
        const limited = { ...mailOf(message, from), signal: AbortSignal.any([signal, steps.signal]) }
        const sent: { response?: string } = await client.sendMail(limited).finally(() => clearTimeout(timer))
        return sent.response ?? ''
      }),
    verify: () => connected((client) => client.verify().then(() => options.auth !== undefined)),
  }
}

export type DirectoryTransport = Transport & { kind: 'directory' }

export function directoryTransport(directory: string, from: string): DirectoryTransport {
  const store = async (message: EmailMessage) => {
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
  const failed = (error: Error) => Promise.reject(new SendFailure('unavailable', error.message, error))
  return { kind: 'directory', send: (message) => store(message).catch(failed) }
}

/** Within the HTML, and not as a file of its own. */
const logo = {
  cid: logoId,
  filename: 'logo.png',
  contentType: 'image/png',
  contentDisposition: 'inline',
} as const

function mailOf(message: EmailMessage, from: string): SendMailOptions {
  // Where it has a name of its own, that one stays.
  const [, address] = /^\s*<?([^<>\s]+)>?\s*$/.exec(from) ?? []
  return {
    from: address ? { name: message.brand, address } : from,
    to: { name: '', address: message.to },
    // Beyond ASCII before the @ a header needs a server with SMTPUTF8 (RFC 6531); the text names the address, too.
    ...(message.replyTo && /^[\x20-\x7e]+@/.test(message.replyTo)
      ? { replyTo: { name: '', address: message.replyTo } }
      : {}),
    subject: message.subject,
    messageId: `<${message.messageId}>`,
    ...(message.inReplyTo && {
      inReplyTo: `<${message.inReplyTo}>`,
      references: `<${message.inReplyTo}>`,
    }),
    text: message.text,
    html: message.html,
    attachments: message.logo ? [{ ...logo, content: message.logo }] : [],
    // The text of an email must never make the server read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: message.personal ? {} : { 'Auto-Submitted': 'auto-generated' },
  }
}

type FailureKind =
  /** The server rejects this email or its recipient for good. */
  | 'rejected'
  /** The server wants this email to be sent later. */
  | 'deferred'
  /** The server cannot be reached, hangs up, takes too long or says that it is busy. */
  | 'unavailable'
  /** The server responds but rejects us: the login, the sender, the client. Somebody has to change a setting. */
  | 'misconfigured'

/** `message` is one line for users, without the credentials. */
export class SendFailure extends Error {
  readonly kind: FailureKind
  /** Where it failed. */
  step: 'connection' | 'login' | 'email' = 'connection'

  constructor(kind: FailureKind, reason: string, cause?: unknown) {
    super(oneLine(reason), { cause })
    this.name = 'SendFailure'
    this.kind = kind
  }
}

/** Of connections that may lead to public servers only. */
const outboundReasons: Partial<Record<OutboundReason, string>> = {
  'no-host': 'There is no mail server of this name.',
  'private-address': 'This is not the address of a public mail server.',
  timeout: 'The mail server did not respond.',
  'no-network': 'This server has no way to the internet.',
}

const tooLong = 'The mail server took too long.'
const ports = 'Port 465 is for smtps://, 587 and 25 are for smtp://.'

/** What libraries say of a connection that never came about, and what it means. */
const connections: [said: RegExp, kind: FailureKind, meaning: string][] = [
  [/wrong version number/, 'misconfigured', `The mail server does not begin with TLS at this port. ${ports}`],
  [/^Greeting never received/, 'unavailable', `The mail server said nothing at this port. ${ports}`],
  [/^Timeout$/, 'unavailable', tooLong],
]

/** What nodemailer reports about a failure. */
interface SmtpError {
  message: string
  code?: string
  /** The step that failed: CONN, EHLO, STARTTLS, AUTH …, MAIL FROM, RCPT TO, DATA, or API for our own input. */
  command?: string
  responseCode?: number
  response?: string
  /** A 5xx reply other than 503, which speaks of the session. */
  permanent?: boolean
}

/**
 * Only the replies to RCPT TO and to the message itself concern this email. An earlier 5xx reply (a client that is not
 * welcome, a wrong password, a sender over quota) would be sent for every email, so no email is given up for it, nor for
 * a server that relays nothing because it does not know us.
 * @param secrets redacted, in whatever form a server sends them back
 */
function asSendFailure(error: unknown, secrets: string[]): SendFailure {
  if (error instanceof OutboundError)
    return new SendFailure(
      'unavailable',
      outboundReasons[error.reason] ?? 'There is no mail server at this port.',
    )
  const failure = failureIn(error as SmtpError, secrets)
  const { command = '' } = error as SmtpError
  if (command.startsWith('AUTH')) failure.step = 'login'
  else if (['MAIL FROM', 'RCPT TO', 'DATA'].includes(command)) failure.step = 'email'
  return failure
}

function failureIn(
  { message, code, command, responseCode, response, permanent }: SmtpError,
  secrets: string[],
): SendFailure {
  const aboutMessage = command === 'RCPT TO' || command === 'DATA'
  // The library says twice what a greeting is.
  const isWhole = aboutMessage || command === 'CONN'
  // Only this text is passed on, never the error, which may contain more.
  const reason = withoutSecrets((isWhole && response) || message, secrets)
  if (code === 'EABORT') return new SendFailure('unavailable', tooLong)
  if (code === 'ETLS')
    return new SendFailure('misconfigured', `No encrypted connection to the mail server: ${reason}`)
  if (responseCode === undefined) {
    const connection = connections.find(([said]) => said.test(message))
    if (connection) return new SendFailure(connection[1], connection[2])
    // After the semicolon Node names options of its own.
    if (code === 'ESOCKET' && /certificate/i.test(message))
      return new SendFailure(
        'misconfigured',
        `The certificate of the mail server is not trusted: ${reason.split(';')[0]}`,
      )
    // Input that the client library does not accept, or a message larger than the server takes.
    const ours = code === 'EMESSAGE' || (code === 'EENVELOPE' && /recipient/i.test(message))
    return new SendFailure(ours ? 'rejected' : 'unavailable', reason)
  }
  if (responseCode === 421) return new SendFailure('unavailable', reason)
  if (permanent) return new SendFailure(aboutMessage ? blamed(responseCode, reason) : 'misconfigured', reason)
  return new SendFailure(aboutMessage ? 'deferred' : 'unavailable', reason)
}

/**
 * What a 5xx reply to a recipient or to a message rejects. 530 to 538 demand a login (RFC 4954); common servers say "relay" where
 * they do not know the client. That word may also be in an address, which they repeat, or where they say that there is no such
 * address (5.1.0 to 5.1.6, RFC 3463). Postfix rejects sender, name and IP address of the client only here, too: perhaps for this
 * recipient alone, so the email waits and delays no other.
 */
function blamed(code: number, reason: string): FailureKind {
  if (/^\d{3}[ -]5\.1\.[0-6]\b/.test(reason)) return 'rejected'
  const text = reason.replace(/\S*@\S*/g, '')
  if ((code >= 530 && code <= 538) || /\brelay/i.test(text)) return 'misconfigured'
  return /\b(?:send(?:er|ing|as)|helo|client host|dmarc|spf)\b/i.test(text) ? 'deferred' : 'rejected'
}

/** Characters: enough for what servers say, and a bound on what a hostile one makes us store. */
const maxReason = 500

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, maxReason)
}

/** A server that does not know a command may send it back, credentials included. */
function withoutSecrets(text: string, secrets: string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}

/** Every form in which the credentials are sent or written in the settings. */
function secretsOf(auth: { user?: string; pass?: string } | undefined): string[] {
  const { user = '', pass = '' } = auth ?? {}
  if (!pass) return []
  const base64 = (value: string) => Buffer.from(value).toString('base64')
  return [base64(`\0${user}\0${pass}`), base64(pass), encodeURIComponent(pass), pass]
}

/** Bytes of one reply: what a server says is stored, logged and shown. */
const maxReplyBytes = 16 * 1024

const parameters = 'SMTP_URL takes one parameter: tls=required or tls=off.'

/**
 * The whole of SMTP_URL is read here and no other parameter reaches the library, so that no URL can switch the check
 * of certificates off. TLS:
 * - `smtps://` encrypts from the first byte;
 * - `smtp://` with credentials requires STARTTLS, unless the host is loopback or a private IP address: a network
 *   neighbour who removes STARTTLS from the server's reply would otherwise read the password;
 * - without credentials, loopback never does: what Debian makes for a Postfix is a certificate that nothing trusts;
 * - any other `smtp://` uses STARTTLS where the server offers it;
 * - `?tls=required` always requires it, `?tls=off` never uses it.
 * @throws Error that says what is wrong without repeating the URL, which carries a password
 */
export function smtpOptions(text: string): SMTPTransportOptions {
  checkCredentials('SMTP_URL', text)
  const url = URL.parse(text)
  const host = url && hostOf(url)
  // A path or a fragment has no meaning here: it would be the rest of a password.
  if (!host || !/^smtps?:$/.test(url.protocol) || !['', '/'].includes(url.pathname) || text.includes('#'))
    throw new Error('SMTP_URL must look like smtp://user:password@host:587.')
  const secure = url.protocol === 'smtps:'
  const tls = tlsParameter(url)
  if (secure && tls === 'off')
    throw new Error('SMTP_URL: smtps:// is always encrypted; tls=off goes with smtp://.')
  const range = rangeOf(host)
  const auth = url.username ? { user: decoded(url.username), pass: decoded(url.password) } : undefined
  const options = {
    host,
    ...(url.port ? { port: Number(url.port) } : {}),
    secure,
    requireTLS:
      !secure && (tls === 'required' || (tls === null && auth !== undefined && !near.includes(range))),
    ignoreTLS: tls === 'off' || (!secure && tls === null && auth === undefined && range === 'loopback'),
    ...(auth ? { auth } : {}),
  }
  return withLimits(options)
}

/** What holds for every mail server: its certificate is verified, and it gets so much time and so many bytes. */
export function withLimits(options: SMTPTransportOptions): SMTPTransportOptions {
  return {
    ...options,
    // Explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED does not switch it off.
    tls: { rejectUnauthorized: true },
    // Milliseconds. The doctor, which ends a check after 15 s, can still say that there was no greeting.
    dnsTimeout: 15_000,
    // For everything up to the end of STARTTLS: TCP, greeting, TLS.
    connectionTimeout: 15_000,
    greetingTimeout: 13_000,
    // Without a byte in either direction: the email keeps one of a few slots for so long.
    socketTimeout: 2 * 60_000,
    maxResponseSize: maxReplyBytes,
  }
}

function tlsParameter(url: URL): 'required' | 'off' | null {
  const [name, ...more] = url.searchParams.keys()
  if (name === undefined) return null
  const value = url.searchParams.get('tls')
  if (name !== 'tls' || more.length > 0 || (value !== 'required' && value !== 'off'))
    throw new Error(parameters)
  return value
}

/** Without the brackets of IPv6; a name in the form that DNS knows. */
function hostOf(url: URL): string {
  const host = decoded(url.hostname)
  return host.startsWith('[') ? host.slice(1, -1) : domainToASCII(host)
}

const near = ['loopback', 'private', 'uniqueLocal']

/** A name counts as public whatever it resolves to, because an attacker's DNS server could name a private IP address. */
function rangeOf(host: string): string {
  if (host === 'localhost') return 'loopback'
  return isIP(host) === 0 ? 'public' : ipaddr.process(host).range()
}
