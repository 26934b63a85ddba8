// What core may use: settings, database, log, mail, pictures, clock. Built once in main.ts or tests/start.ts.
import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from '../db/connect.ts'
import type { Transport } from '../mail/transport.ts'
import type { Changes } from './changes.ts'
import type { Uploads } from './uploads.ts'

export interface AppContext {
  readonly config: Config
  readonly db: Database
  readonly log: Logger
  readonly transport: Transport
  readonly uploads: Uploads
  readonly changes: Changes
  /** The clock; tests move it. */
  now(): Date
  /** Lets go of database and mail server. */
  close(): Promise<void>
}

/** Opaque, unguessable, safe in any address: 96 random bits. */
export function newId(): string {
  return randomBytes(12).toString('hex')
}

export function iso(context: Pick<AppContext, 'now'>, afterMs = 0): string {
  return new Date(context.now().getTime() + afterMs).toISOString()
}
