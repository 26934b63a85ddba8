// Writes what libraries print to the log: limited and redacted like every other line, and not to a stream that buffers it
// while its reader has stopped.
import { format } from 'node:util'
import type { Log } from './log.ts'

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
