// The root folder of the product, and its version. The built server is one folder below it, as its source is.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** Of package.json. */
export function productVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
}
