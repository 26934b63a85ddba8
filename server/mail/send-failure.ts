// Why an email was not sent, and whether that concerns this email or every email.
import { OutboundError, type OutboundReason } from '../http/outbound.ts'

export type FailureKind =
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

const ports = 'Port 465 is for smtps://, 587 and 25 are for smtp://.'

/** What libraries say of a connection that never came about, and what it means. */
const connections: [said: RegExp, kind: FailureKind, meaning: string][] = [
  [/wrong version number/, 'misconfigured', `The mail server does not begin with TLS at this port. ${ports}`],
  [/^Greeting never received/, 'unavailable', `The mail server said nothing at this port. ${ports}`],
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
export function asSendFailure(error: unknown, secrets: string[]): SendFailure {
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
  if (code === 'EABORT') return new SendFailure('unavailable', 'The mail server took too long.')
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
  if (permanent && aboutMessage && !isAboutUs(responseCode, reason))
    return new SendFailure('rejected', reason)
  if (permanent) return new SendFailure('misconfigured', reason)
  return new SendFailure(aboutMessage ? 'deferred' : 'unavailable', reason)
}

/** 530 to 538 demand a login (RFC 4954); common servers say "relay" where they do not know the client. */
function isAboutUs(code: number, reason: string): boolean {
  return (code >= 530 && code <= 538) || /\brelay/i.test(reason)
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
export function secretsOf(auth: { user?: string; pass?: string } | undefined): string[] {
  const { user = '', pass = '' } = auth ?? {}
  if (!pass) return []
  const base64 = (value: string) => Buffer.from(value).toString('base64')
  return [base64(`\0${user}\0${pass}`), base64(pass), encodeURIComponent(pass), pass]
}
