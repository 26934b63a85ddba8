// The ids of rows and files.
import { randomBytes } from 'node:crypto'

/** Opaque, unguessable, safe in URLs: 96 random bits. */
export function newId(): string {
  return randomBytes(12).toString('hex')
}
