// Checks of `npm run doctor` that connect to others: the mail server, object storage, and the server itself through
// PUBLIC_URL.
import type { Config } from '../config.ts'
import { openUploads } from '../images/storage.ts'
import { asSendFailure, secretsOf } from '../mail/send-failure.ts'
import { smtpOptions } from '../mail/smtp-url.ts'
import { reasonOf } from '../start-errors.ts'
import { bounded, type Finding, ok, problem } from './finding.ts'

/** Milliseconds. */
const httpTimeout = 5_000

/** Connects, encrypts and logs in as for an email, and sends none. */
export async function checkMail({ smtpUrl }: Config): Promise<Finding> {
  const about = 'Mail'
  if (!smtpUrl) return ok(about, 'SMTP_URL is not set; emails are stored as files in DATA_DIR/outbox')
  const options = smtpOptions(smtpUrl)
  const { default: nodemailer } = await import('nodemailer')
  const transporter = nodemailer.createTransport(options)
  try {
    await transporter.verify()
  } catch (error) {
    const { message } = asSendFailure(error, secretsOf(options.auth))
    return problem(about, `the mail server cannot be used (${message}); correct SMTP_URL, or start it.`)
  } finally {
    transporter.close()
  }
  return ok(about, `the mail server accepts the connection${options.auth ? ' and the login' : ''}`)
}

/**
 * A line for each step, up to the first that fails. A folder is checked with its disk.
 * @param ms milliseconds for one step
 */
export async function* checkUploads(config: Config, ms: number): AsyncGenerator<Finding> {
  const about = 'Storage'
  const steps = openUploads(config).examine()[Symbol.asyncIterator]()
  let isDone = false
  const step = async () => {
    const { done, value } = await steps.next()
    isDone = done === true
    return ok(about, value ?? '')
  }
  for (;;) {
    const finding = await bounded(about, config, ms, step)
    if (isDone) return
    yield finding
    if (!finding.isOk) return
  }
}

type Response = { isOurs: boolean; redirect: string | null; date: Date | null } | { error: string }

/** @returns also the time by its Date header, when the product responded. */
export async function checkPublicUrl(config: Config): Promise<{ finding: Finding; date: Date | null }> {
  const about = 'PUBLIC_URL'
  const { publicUrl, host, port } = config
  const local = `http://${/^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : hostOf(host)}:${port}`
  const response = await healthOf(publicUrl)
  if ('error' in response) {
    if ('error' in (await healthOf(local)))
      return { finding: ok(about, `not checked: no server runs at ${local}`), date: null }
    const text = `${publicUrl} does not respond (${response.error}) although the server runs at ${local}; look at DNS, the firewall and the proxy.`
    return { finding: problem(about, text), date: null }
  }
  if (response.isOurs) return { finding: ok(about, `${publicUrl} responds`), date: response.date }
  const text = response.redirect
    ? `${publicUrl} redirects to ${response.redirect}; set PUBLIC_URL to the origin at which visitors arrive.`
    : `another program responds at ${publicUrl}; let the proxy pass everything on to ${local}.`
  return { finding: problem(about, text), date: null }
}

function hostOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

async function healthOf(origin: string): Promise<Response> {
  try {
    const response = await fetch(`${origin}/healthz`, {
      signal: AbortSignal.timeout(httpTimeout),
      redirect: 'manual',
    })
    const date = new Date(response.headers.get('date') ?? '')
    const target = response.headers.get('location')
    const isRedirect = response.status >= 300 && response.status < 400
    return {
      isOurs: response.status === 200 && (await response.text()) === '{"status":"ok"}',
      redirect: isRedirect && target && URL.canParse(target, origin) ? new URL(target, origin).origin : null,
      date: Number.isNaN(date.getTime()) ? null : date,
    }
  } catch (error) {
    const { cause } = error as Error
    return { error: reasonOf(cause ?? error) }
  }
}
