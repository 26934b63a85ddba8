// The log: JSON lines of limited length, without email addresses and tokens of links. A reader that is slow or has stopped
// does not block the server, fill its memory or delay its exit.
import { format } from 'node:util'
import { type DestinationStream, pino } from 'pino'

/** Characters of a line beyond which its texts are cut: a request line may have 16 KiB, an error more. */
const maxLine = 4_000
/** Characters of each text in a line that is too long, and of the stack of an error. */
const maxText = 500
const maxStack = 3_000
/** Characters of lines that wait for a slow reader; further ones are lost. */
const maxWaiting = 4 * 1024 * 1024
/** Milliseconds that an exit waits for the reader. */
const flushLimit = 1_000

/*
 * The words of a finished line, and the JSON escapes between them, which are no part of a word. Every character is
 * looked at once: what is not a word cannot be the beginning of one either. The name of a parameter is a word of its own;
 * only before the @ a = belongs to the email address.
 */
const words = /\\(?:u[\da-f]{4}|.)|(?:[^\s<>()[\]{}"'\\,;:=]|=(?=@|%40))+/g
/** An email address in a word; `%40` is the @ of a URL. Anchored, so that it is tried once. */
const emailAddress = /^.+(?:@|%40)[\p{L}\p{M}\p{N}_.-]*/u

/**
 * Of a reset link, in a URL or a path as it was sent, also with the slash before it encoded; of a verification link; of
 * the owner's link; of a client link, whose token has 43 characters. Up to the end of the word or of the parameter.
 */
const linkToken =
  /(\/reset-password(?:\/|%(?:25)*2f|%5c)|\/setup#|\/c(?:\/|%(?:25)*2f|%5c)(?=[\w%-]{43}))[^\s"\\]+|([?&]token=)[^\s"\\&]+/gi

/** One line: the name of the event, and its fields. docs/operating.md lists those that ask for something. */
export interface LogEntry {
  event: `${string}.${string}`
  err?: unknown
  [field: string]: unknown
}

type Write = (entry: LogEntry, message: string) => void

export interface Log {
  /** Lines below this level are left out. */
  level: string
  debug: Write
  info: Write
  warn: Write
  error: Write
  fatal: Write
  /**
   * The log for a line about what fails again and again while something is away, such as the database: with one at each try
   * they would hide everything else. Null in the minute after one of this kind.
   * @param kind one of a few: each is remembered
   */
  onceAMinute(kind: string): Log | null
  /** Call it last: calls back once the lines are written, or after a second with an error. */
  flush(done: (error?: Error) => void): void
}

export function createLog(level: string, destination?: DestinationStream): Log {
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: (line) => redact(line.length > maxLine ? shortened(line) : line) },
    },
    destination ?? standardOutput(),
  )
  const lastAt = new Map<string, number>()
  return Object.assign(log, {
    onceAMinute(this: Log, kind: string) {
      const now = performance.now()
      if (now - (lastAt.get(kind) ?? Number.NEGATIVE_INFINITY) < 60_000) return null
      lastAt.set(kind, now)
      return this
    },
  })
}

/** Asynchronous: a write to a full pipe whose reader has stopped never returns. */
function standardOutput(): DestinationStream & { flush: Log['flush'] } {
  const output = pino.destination({ dest: 1, sync: false, maxLength: maxWaiting })
  // A full disk or a closed pipe.
  output.on('error', () => {})
  return {
    write: (line) => void output.write(line),
    flush(done) {
      // `process.exit` would wait for the thread that is writing.
      const timer = setTimeout(() => done(new Error('the reader of the log has stopped')), flushLimit)
      output.once('close', () => {
        clearTimeout(timer)
        done()
      })
      output.end()
    },
  }
}

/** Mail servers and databases name email addresses in their errors, so it is not enough that no log call contains one. */
function redact(line: string): string {
  const withoutToken = line.replace(linkToken, '$1$2…')
  if (!withoutToken.includes('@') && !withoutToken.includes('%40')) return withoutToken
  return withoutToken.replace(words, (word) => word.replace(emailAddress, '[email]'))
}

/** The same line with its long texts cut, so that a request cannot fill the log. */
function shortened(line: string): string {
  const cut = JSON.parse(line, (key, value: unknown) => {
    const max = key === 'stack' ? maxStack : maxText
    return typeof value === 'string' && value.length > max ? `${value.slice(0, max).toWellFormed()}…` : value
  })
  return `${JSON.stringify(cut)}\n`
}

/** What libraries print is limited and redacted like every other line. */
const levels = { error: 'error', warn: 'warn', info: 'info', log: 'info', debug: 'debug' } as const

/** For the whole process: React and React Router print errors, and warnings that contain URLs. */
export function logConsole(log: Log): void {
  for (const [method, level] of Object.entries(levels) as [keyof typeof levels, 'error'][])
    console[method] = (...printed: unknown[]) => {
      const err = printed.find((one) => one instanceof Error)
      const rest = printed.filter((one) => one !== err)
      const text = rest.length > 0 ? format(...rest) : err?.message
      log[level]({ event: 'console.output', ...(err ? { err } : {}) }, text ?? '')
    }
}
