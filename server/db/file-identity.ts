// Which file a path leads to: an open file goes on existing when its path leads elsewhere or nowhere.
import { statSync } from 'node:fs'

/** @returns null when there is none. */
export function fileIdentity(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}
