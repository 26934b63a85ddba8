// The one shape of failure: a code that decides the status, a sentence for people, and the faulty fields.

/** Status of each kind of failure (OPERATING.md, Answers; decision 4). */
export const statusOf = {
  invalid: 400,
  anonymous: 401,
  forbidden: 403,
  unknown: 404,
  duplicate: 409,
  refused: 409,
  'too-large': 413,
  'wrong-type': 415,
  'too-many': 429,
  unexpected: 500,
  'mail-refused': 502,
  unavailable: 503,
  'no-space': 507,
} as const

export type ProblemCode = keyof typeof statusOf

export interface ProblemAnswer {
  success: false
  /** One sentence a person can act on; a list where several rules failed at once (decision 77). */
  message: string | string[]
  errors?: Record<string, string>
}

export interface ProblemDetails {
  fields?: Record<string, string>
  /** Seconds until another try makes sense; becomes Retry-After. */
  retryAfter?: number
  cause?: unknown
}

/** Thrown by the server's core and by the browser's `call`. `message` is for people, `cause` for the log. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined

  constructor(code: ProblemCode, message: string, details: ProblemDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'Problem'
    this.code = code
    this.fields = details.fields
    this.retryAfter = details.retryAfter
  }

  get status(): number {
    return statusOf[this.code]
  }
}

/** Joins a message that the server sent as a list (decision 77). */
export function sentence(message: string | string[]): string {
  return Array.isArray(message) ? message.join(', ') : message
}
