// Names of files that are being written, to be renamed once they are whole.
import { randomBytes } from 'node:crypto'

/** What `dropTemporary` removes where a crash left it. */
export const temporary = '.tmp'

/** A name that no other process uses at the same moment. Not the process id: in containers all may have the same. */
export function draftOf(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}${temporary}`
}
