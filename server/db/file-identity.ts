// The identity of the file at a path: an open file still exists when it was moved or deleted.
import { statSync } from 'node:fs'

/** @returns null when there is none. */
export function fileIdentity(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}
