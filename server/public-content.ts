// Changes what public pages show, and follows such changes, which caches and jobs hear of: those of this process, and those of
// others, as instances on the same PostgreSQL, or commands on the same SQLite file.
import { EventEmitter } from 'node:events'
import type { AppContext } from './context.ts'
import type { Tx } from './db/connect.ts'

/** Emit after the commit, so that listeners read the new rows. `jobs` need no event in other processes: they poll. */
export class Changes extends EventEmitter<{ portfolio: []; jobs: [] }> {
  #publicVersion: number | null = null

  /**
   * Call it with committed versions, in any order and any number of times. Any version that differs from the last one
   * counts as a change, also a lower one, as after a restored backup or a failover.
   */
  sawPublicVersion(version: number): void {
    if (version === this.#publicVersion) return
    this.#publicVersion = version
    this.emit('portfolio')
  }

  /** What was read last may be older than this version: the next one that is seen counts as a change. */
  doubtPublicVersion(): void {
    this.#publicVersion = null
  }
}

/** Milliseconds between two readings of the version. */
const heartbeat = 1_000
const counter = 'public-content'

/**
 * Runs a transaction that changes what public pages show. Every such write must use it: the version of public
 * content grows with the commit, so that other processes notice, even if this one ends at that moment. An instance that has
 * seen the current version has no older page in its cache.
 * @param work may be retried from its beginning, like any transaction
 */
export async function changePublicContent<Result>(
  context: Pick<AppContext, 'db' | 'changes' | 'inTransaction'>,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { result, version } = await context.inTransaction(async (tx) => {
    const result = await work(tx)
    return { result, version: await raisePublicVersion(tx) }
  })
  context.changes.sawPublicVersion(version)
  return result
}

/**
 * Call it last in the transaction: on PostgreSQL it locks a row that every such transaction writes, so versions are
 * committed in order, and a transaction that locked this row before others could deadlock with them.
 */
async function raisePublicVersion(tx: Tx): Promise<number> {
  const { value } = await tx
    .insertInto('counters')
    .values({ name: counter, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row('counters.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

/**
 * Reads the version at each heartbeat, by one small query, until the returned function is called. While the database cannot
 * be read, cached pages are still served.
 */
export function followPublicContent({ db, changes, log }: AppContext): () => Promise<void> {
  let isLost = false
  let reading = Promise.resolve()
  const see = (row: { value: number } | undefined) => {
    isLost = false
    changes.sawPublicVersion(row?.value ?? 0)
  }
  const lose = (error: Error) => {
    // The message only: the error object contains the client with its settings.
    if (!isLost)
      log.warn({ event: 'changes.unseen', reason: error.message }, 'changes of other processes not seen')
    isLost = true
  }
  const read = () => {
    const version = db.selectFrom('counters').select('value').where('name', '=', counter)
    reading = version.executeTakeFirst().then(see, lose)
  }
  const timer = setInterval(read, heartbeat).unref()
  read()
  return async () => {
    clearInterval(timer)
    await reading
  }
}
