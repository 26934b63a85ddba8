// The log: JSON lines of limited length, without email addresses and tokens of links.
import { type DestinationStream, pino } from 'pino'
import { LogOutput } from './log-output.ts'

/** Characters of a line beyond which its texts are cut: a request line may have 16 KiB, an error more. */
const maxLine = 4_000
/** Characters of each text in a line that is too long, and of the stack of an error. */
const maxText = 500
const maxStack = 3_000

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
  /** Calls back once the lines so far are written, or after a second. */
  flush(done: (error?: Error) => void): void
}

export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: { streamWrite: (line) => redact(line.length > maxLine ? shortened(line) : line) },
    },
    destination ?? new LogOutput(1),
  )
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
