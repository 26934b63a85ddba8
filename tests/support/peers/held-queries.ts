// Reads of an app's database that a test delays or fails, like those of a slow or unreachable database.
import { vi } from 'vitest'
import type { Database } from '../../../server/db/connect.ts'
import type { Tables } from '../../../server/db/tables.ts'

/** From now on results of this table wait until `release`. */
export function holdReads(db: Database, table: keyof Tables) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  const selectFrom = db.selectFrom.bind(db)
  // Held after it was read: the connection is free again, and the result becomes outdated.
  const held = () =>
    selectFrom(table).withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        waiting++
        await promise
        waiting--
        return result
      },
    })
  const select = (from: keyof Tables) => (from === table ? held() : selectFrom(from))
  const spy = vi.spyOn(db, 'selectFrom').mockImplementation(select as typeof db.selectFrom)
  return {
    /** How many have been read and wait. */
    waiting: () => waiting,
    release() {
      spy.mockRestore()
      resolve()
    },
  }
}

/** From now on every read fails with this, until it is restored. */
export const failReads = (db: Database, error: Error) =>
  vi.spyOn(db, 'selectFrom').mockImplementation(() => {
    throw error
  })
