// Changes what public pages show, and follows such changes of other processes: instances on the same PostgreSQL, commands
// on the same SQLite file.
import type { Transaction } from 'kysely'
import type { AppContext } from './context.ts'
import { heartbeat, listenForVersions } from './db/listen.ts'
import { raisePublicVersion, readPublicVersion } from './db/public-version.ts'
import type { Tables } from './db/tables.ts'

/**
 * Runs a transaction that changes what public pages show. Every such write must use it: other processes are notified with
 * the commit, even if this process ends at that moment.
 * @param work may be retried from its beginning, like any transaction
 */
export async function changePublicContent<Result>(
  { config, db, changes }: Pick<AppContext, 'config' | 'db' | 'changes'>,
  work: (tx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  const { result, version } = await db.transaction().execute(async (tx) => {
    const result = await work(tx)
    return { result, version: await raisePublicVersion(tx, config.databaseUrl !== null) }
  })
  changes.sawPublicVersion(version)
  return result
}

/**
 * Compares the version at each heartbeat, by one small query, until the returned function is called. On PostgreSQL
 * notifications arrive sooner. While the database cannot be read, cached pages are still served.
 */
export function followPublicContent({
  config,
  db,
  changes,
  log,
}: Pick<AppContext, 'config' | 'db' | 'changes' | 'log'>): () => Promise<void> {
  let isLost = false
  const see = (version: number) => {
    isLost = false
    changes.sawPublicVersion(version)
  }
  const lose = (error: Error) => {
    // The message only: the error object contains the client with its settings.
    if (!isLost) {
      log.warn({ event: 'changes.unseen', reason: error.message }, 'changes of other processes not seen')
    }
    isLost = true
  }
  if (config.databaseUrl) return listenForVersions(config.databaseUrl, db, see, lose)
  const read = () => readPublicVersion(db).then(see, lose)
  const timer = setInterval(read, heartbeat).unref()
  void read()
  return async () => clearInterval(timer)
}
