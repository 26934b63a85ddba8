// What libraries print goes to the log: bounded and redacted like every other line, and never to a stream that holds it
// in memory while its reader has stopped.
import { format } from 'node:util'
import type { Logger } from 'pino'

const levels = { error: 'error', warn: 'warn', info: 'info', log: 'info', debug: 'debug' } as const

/** From now on, for the whole process: React and React Router print errors, and warnings about URLs as they were sent. */
export function logConsole(log: Logger): void {
  for (const [method, level] of Object.entries(levels) as [keyof typeof levels, 'error'][])
    console[method] = (...printed: unknown[]) => {
      const err = printed.find((one) => one instanceof Error)
      const rest = printed.filter((one) => one !== err)
      const text = rest.length > 0 ? format(...rest) : err?.message
      log[level]({ event: 'console', ...(err ? { err } : {}) }, text)
    }
}
