// The ids of rows and files, and what is stored in the place of secrets.
import { createHash, randomBytes } from 'node:crypto'

/** Opaque, unguessable, safe in URLs: 96 random bits. */
export function newId(): string {
  return randomBytes(12).toString('hex')
}

/** SHA-256 in base64url. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
