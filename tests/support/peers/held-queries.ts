// A database whose reads of what is public a test can delay or fail, like those of a slow or unreachable database.
import { type KyselyPlugin, type QueryId, SelectQueryNode, TableNode } from 'kysely'
import type { Database } from '../../../server/db/connect.ts'

const tables = ['projects', 'project_categories', 'site_versions']

export function heldQueries() {
  let gate: (PromiseWithResolvers<void> & { table: string }) | null = null
  let failure: Error | null = null
  let waiting = 0
  const tableOf = new WeakMap<QueryId, string>()

  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const [from] = SelectQueryNode.is(node) ? (node.from?.froms ?? []) : []
      const table = from && TableNode.is(from) ? from.table.identifier.name : ''
      if (failure && tables.includes(table)) throw failure
      tableOf.set(queryId, table)
      return node
    },
    // Held after it was read: the connection is free again, and the result becomes outdated.
    async transformResult({ queryId, result }) {
      if (!gate || gate.table !== tableOf.get(queryId)) return result
      waiting++
      await gate.promise
      waiting--
      return result
    },
  }

  return {
    /** For the app of a test: the same database, under the control of the test. */
    wrap: (db: Database): Database => db.withPlugin(plugin),
    /** Results that have been read from the database and wait. */
    waiting: () => waiting,
    /** From now on results of this table wait until `release`. */
    hold(table: string) {
      gate = { table, ...Promise.withResolvers<void>() }
    },
    release() {
      gate?.resolve()
      gate = null
    },
    /** From now on every select fails with this; null ends it. */
    fail(error: Error | null) {
      failure = error
    },
  }
}
