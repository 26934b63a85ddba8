// Why a site could not be requested, from the errors of DNS, TCP, TLS and HTTP.
import type { PreviewReason } from '../../contract/preview-check.ts'

/** `no-network`: this server's own trouble, which says nothing about the site. */
export type SiteErrorReason = PreviewReason | 'incomplete-certificate'

export class SiteError extends Error {
  readonly reason: SiteErrorReason

  constructor(reason: SiteErrorReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** DNS servers that do not respond, interfaces without a way out, rules of a firewall, too many open files. */
const ownTrouble = new Set([
  'ESERVFAIL',
  'ETIMEOUT',
  'EREFUSED',
  'ECANCELLED',
  'EAI_AGAIN',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
])

/** A certificate of the chain is missing, which some browsers get by themselves. */
const incompleteChain = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

/** @param signal whose end is the time limit */
export function siteErrorOf(error: unknown, signal: AbortSignal): SiteError {
  if (error instanceof SiteError) return error
  if (signal.aborted) return new SiteError('timeout', error)
  return new SiteError(reasonOf(error), error)
}

function reasonOf(error: unknown): SiteErrorReason {
  const { code = '', syscall = '' } = (error ?? {}) as NodeJS.ErrnoException
  // Of several addresses each failed in its own way.
  if (error instanceof AggregateError) {
    const codes = error.errors.map((one: NodeJS.ErrnoException) => one.code ?? '')
    if (codes.includes('ETIMEDOUT')) return 'timeout'
    return codes.every((one) => ownTrouble.has(one)) ? 'no-network' : 'no-connection'
  }
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME') return 'no-host'
  // Every other error of DNS is one of its servers.
  if (syscall.startsWith('query')) return 'no-network'
  if (ownTrouble.has(code)) return 'no-network'
  if (code === 'ETIMEDOUT') return 'timeout'
  if (incompleteChain.has(code)) return 'incomplete-certificate'
  if (code.startsWith('HPE_')) return 'unreadable'
  // What a certificate lacks has a code without the E of system errors.
  if (/^(?:CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|DEPTH_ZERO|SELF_SIGNED|HOSTNAME|INVALID_)/.test(code))
    return 'certificate'
  return 'no-connection'
}
