// Turns SMTP_URL into the options of the SMTP client, and decides when the connection must be encrypted.
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import ipaddr from 'ipaddr.js'
import type { SMTPTransportOptions } from 'nodemailer'
import { cutsCredentials, decoded, unescapedCredentials } from '../url-credentials.ts'

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
  if (cutsCredentials(text)) throw new Error(unescapedCredentials('SMTP_URL'))
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
    // Milliseconds. By itself the library waits for two minutes to connect and for ten on a silent connection.
    dnsTimeout: 15_000,
    // For everything up to the end of STARTTLS: TCP, greeting, TLS.
    connectionTimeout: 15_000,
    greetingTimeout: 10_000,
    // Without a byte in either direction.
    socketTimeout: 30_000,
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
