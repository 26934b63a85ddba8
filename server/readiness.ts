// Health checks for load balancers and operators: whether requests can be served now, and if not, why.
import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import type { AppContext } from './context.ts'
import { isFull, isReadOnly, probeWrite } from './db/connect.ts'
import type { Env } from './http/env.ts'
import { checkSpace } from './images/directory.ts'
import { installationOf } from './images/installation.ts'
import { OnceAMinute } from './once-a-minute.ts'

export type NotReady = 'stopping' | 'database' | 'disk-full' | 'storage'

/** Milliseconds for which a result is cached, so that frequent checks cost nothing (Directus, GHSA-6q22-g298-grjh). */
const cacheTime = 1_000
/** Milliseconds. What has not responded by then, as object storage may, is not ready; load balancers do not wait longer. */
const checkLimit = 3_000

export class Readiness {
  /** Set once, when the process has been told to stop. */
  stopping = false
  readonly #context: Pick<AppContext, 'config' | 'db' | 'log' | 'uploads'>
  /** A write has failed for lack of space, and no probe has succeeded since. */
  #wasFull = false
  readonly #lines = new OnceAMinute()
  /** What the check waits for. */
  #step: NotReady = 'database'
  #last: Promise<NotReady | null> | null = null

  constructor(context: Pick<AppContext, 'config' | 'db' | 'log' | 'uploads'>) {
    this.#context = context
  }

  /** Call it when something could not be stored because the disk is full. */
  noteFull(): void {
    this.#wasFull = true
    this.#last = null
  }

  /** @returns null when ready. */
  async reason(): Promise<NotReady | null> {
    if (this.stopping) return 'stopping'
    this.#last ??= this.#begin()
    const result = await this.#last
    // The signal may have arrived during the check.
    return this.stopping ? 'stopping' : result
  }

  /** One at a time: every request that arrives while it runs gets its result. */
  #begin(): Promise<NotReady | null> {
    const done = new AbortController()
    const ended = this.#check().finally(() => {
      done.abort()
      setTimeout(() => {
        this.#last = null
      }, cacheTime).unref()
    })
    const late = delay(checkLimit, undefined, { ref: false, signal: done.signal }).then(() => {
      this.#warn({ reason: this.#step }, 'not ready: no response yet')
      return this.#step
    })
    return Promise.race([ended, late])
  }

  async #check(): Promise<NotReady | null> {
    const { config, db, uploads } = this.#context
    this.#step = 'database'
    try {
      const id = await installationOf(db)
      this.#step = 'storage'
      const stored = id === null ? null : await uploads.readInstallation()
      this.#step = 'database'
      if (id === null || id !== stored) {
        // A database that was created again under the same name, or uploads whose disk is not mounted.
        const missing = id !== null && stored === null ? 'storage' : 'database'
        this.#warn({ reason: missing }, 'not ready: missing, or of another installation')
        return missing
      }
      if (config.databaseUrl && (await isReadOnly(db))) {
        this.#warn({ reason: this.#step }, 'not ready: the database is read-only')
        return this.#step
      }
      this.#step = 'storage'
      await this.#checkSpace()
      return null
    } catch (error) {
      const reason = isFull(error) ? 'disk-full' : this.#step
      this.#warn({ reason, err: error }, 'not ready')
      return reason
    }
  }

  /** Load balancers look every few seconds. */
  #warn(fields: { reason: NotReady; err?: unknown }, message: string): void {
    if (this.#lines.isDue(fields.reason))
      this.#context.log.warn({ event: 'readiness.failed', ...fields }, message)
  }

  async #checkSpace(): Promise<void> {
    const { config, db, uploads } = this.#context
    // A transaction of SQLite notices a file that was moved away: it stays open.
    if (!config.databaseUrl) await db.transaction().execute(async () => {})
    await checkSpace(config.dataDir, this.#wasFull)
    // They may be on a file system of their own.
    await uploads.storage.check(this.#wasFull)
    if (this.#wasFull && config.databaseUrl) await probeWrite(db)
    this.#wasFull = false
  }
}

const noStore = { 'Cache-Control': 'no-store' }

export const health = new Hono<Env>()
  .get('/healthz', (c) => c.json({ status: 'ok' }, 200, noStore))
  .get('/readyz', async (c) => {
    const reason = await c.var.context.readiness.reason()
    if (reason === null) return c.json({ status: 'ready' }, 200, noStore)
    // The response is what was asked for, and has a line of its own.
    c.set('isLoggedElsewhere', true)
    return c.json({ status: 'not ready', reason }, 503, { ...noStore, 'Retry-After': '5' })
  })
