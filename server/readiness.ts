// Health checks for load balancers and operators: whether requests can be served now, and if not, why.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import type { AppContext } from './context.ts'
import { isFull, isReadOnly, probeWrite } from './db/connect.ts'
import { fileIdentity } from './db/sqlite.ts'
import type { Env } from './http/env.ts'
import { installationOf } from './images/installation.ts'
import { checkSpace } from './images/storage.ts'

export type NotReady = 'stopping' | 'database' | 'disk-full' | 'storage'

/** Milliseconds for which a result is cached, so that frequent checks cost nothing (Directus, GHSA-6q22-g298-grjh). */
const cacheTime = 1_000
/** Milliseconds. What has not responded by then, as object storage may, is not ready; load balancers do not wait longer. */
const checkLimit = 3_000

interface Check {
  /** What it waits for. */
  step: NotReady
  endedAt: number
  result: Promise<NotReady | null>
}

export class Readiness {
  /** Set once, when the process has been told to stop. */
  stopping = false
  readonly #context: Pick<AppContext, 'config' | 'db' | 'log' | 'uploads'>
  /** A write has failed for lack of space, and no probe has succeeded since. */
  #wasFull = false
  /** SQLite only: which files the database and the lock were at the start. */
  readonly #files = new Map<string, string | null>()
  #last: Check | null = null

  constructor(context: Pick<AppContext, 'config' | 'db' | 'log' | 'uploads'>) {
    this.#context = context
    const { dataDir, databaseUrl } = context.config
    // Both are open and stay open, whatever happens to their folder.
    if (!databaseUrl)
      for (const path of [join(dataDir, 'portfolio.db'), join(dataDir, 'server.lock')])
        this.#files.set(path, fileIdentity(path))
  }

  /** Call it when something could not be stored because the disk is full. */
  noteFull(): void {
    this.#wasFull = true
    this.#last = null
  }

  /** @returns null when ready. */
  async reason(): Promise<NotReady | null> {
    if (this.stopping) return 'stopping'
    if (!this.#last || performance.now() - this.#last.endedAt > cacheTime) this.#last = this.#begin()
    const result = await this.#last.result
    // The signal may have arrived during the check.
    return this.stopping ? 'stopping' : result
  }

  /** One at a time: every request that arrives while it runs gets its result. */
  #begin(): Check {
    const check: Check = {
      step: 'database',
      endedAt: Number.POSITIVE_INFINITY,
      result: Promise.resolve(null),
    }
    const ended = this.#check(check).finally(() => {
      check.endedAt = performance.now()
    })
    const late = delay(checkLimit, undefined, { ref: false }).then(() => check.step)
    check.result = Promise.race([ended, late])
    void late.then((reason) => {
      if (check.endedAt === Number.POSITIVE_INFINITY) this.#warn({ reason }, 'not ready: no response yet')
    })
    return check
  }

  async #check(check: Check): Promise<NotReady | null> {
    const { config, db, uploads } = this.#context
    try {
      const id = await installationOf(db)
      check.step = 'storage'
      const stored = id === null ? null : await uploads.readInstallation()
      check.step = 'database'
      if (id === null || id !== stored) {
        // A database that was created again under the same name, or uploads whose disk is not mounted.
        const missing = id !== null && stored === null ? 'storage' : 'database'
        this.#warn({ reason: missing }, 'not ready: missing, or of another installation')
        return missing
      }
      if (config.databaseUrl && (await isReadOnly(db))) {
        this.#warn({ reason: check.step }, 'not ready: the database is read-only')
        return check.step
      }
      check.step = 'storage'
      await this.#checkSpace()
      return null
    } catch (error) {
      const reason = isFull(error) ? 'disk-full' : check.step
      this.#warn({ reason, err: error }, 'not ready')
      return reason
    }
  }

  /** Load balancers look every few seconds. */
  #warn(fields: { reason: NotReady; err?: unknown }, message: string): void {
    this.#context.log
      .onceAMinute(`not ready: ${fields.reason}`)
      ?.warn({ event: 'readiness.failed', ...fields }, message)
  }

  async #checkSpace(): Promise<void> {
    const { config, db, uploads } = this.#context
    for (const [path, identity] of this.#files)
      if (fileIdentity(path) !== identity) throw new Error(`${path} is not the file that was opened`)
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
