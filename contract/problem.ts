// The one shape of an error response: a code that decides the status, a message for users, and the invalid fields.
import type { ErrorBody } from './responses/done.ts'

/** The HTTP status of each code. */
export const statusOf = {
  invalid: 400,
  anonymous: 401,
  forbidden: 403,
  /** Signed in, but the password was entered too long ago for this. */
  reauthenticate: 403,
  unknown: 404,
  /** The body did not arrive in time. */
  'timed-out': 408,
  duplicate: 409,
  conflict: 409,
  'too-large': 413,
  'wrong-type': 415,
  'too-many': 429,
  unexpected: 500,
  'mail-rejected': 502,
  unavailable: 503,
  'no-space': 507,
} as const

/**
 * The server's codes, and one of the client's own: `unreachable` is a response that is not the server's, such as the
 * error page of a proxy. The server may have handled the request all the same: the outcome is unknown.
 */
export type ProblemCode = ServerCode | 'unreachable'
export type ServerCode = keyof typeof statusOf

export interface ProblemDetails {
  fields?: Record<string, string>
  /** Seconds until a retry makes sense; sent as Retry-After. */
  retryAfter?: number
  /** The HTTP status of an `unreachable` response. */
  status?: number
  cause?: unknown
}

/** Thrown by the features of the server and by the browser's `call`. `message` is for users, `cause` for the log. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined

  constructor(code: ProblemCode, message: string, details: ProblemDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'Problem'
    this.code = code
    this.status = code === 'unreachable' ? (details.status ?? 502) : statusOf[code]
    this.fields = details.fields
    this.retryAfter = details.retryAfter
  }
}

/** An error of one field, with the message there, too. */
export function fieldError(field: string, message: string, code: ServerCode = 'invalid'): Problem {
  return new Problem(code, message, { fields: { [field]: message } })
}

/** For what may work in a moment. @param cause what the log says of it */
export function unavailable(message: string, cause?: unknown, retryAfter = 5): Problem {
  return new Problem('unavailable', message, { cause, retryAfter })
}

/**
 * The error of a failed response. Its code is never derived from the status: proxies send the same statuses.
 * @param body the parsed body; anything at all where the response was not the server's
 * @param retryAfter seconds, from the header of that name
 */
export function problemIn(status: number, body: unknown, retryAfter?: number): Problem {
  const { success, code, message, errors } = (body ?? {}) as Partial<ErrorBody>
  const isOurs = success === false && typeof code === 'string' && message !== undefined
  // A code that this page does not know yet comes from a newer server.
  const known = isOurs && Object.hasOwn(statusOf, code) ? code : isOurs ? 'unexpected' : 'unreachable'
  // Without a message the response is a proxy's, whose limit may be below that of docs/operating.md.
  const unsaid =
    status === 413
      ? 'A server in front of this one accepts nothing of this size (413).'
      : `HTTP error! status: ${status}`
  const text = message ? sentence(message) : unsaid
  return new Problem(known, text, {
    status,
    ...(errors ? { fields: errors } : {}),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

/** Joins a message that the server sent as a list. */
function sentence(message: string | string[]): string {
  return Array.isArray(message) ? message.join(', ') : message
}
