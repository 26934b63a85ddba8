// What was counted in lists. Shared by all requests, so:
//
// - Key: the list with its filters and the folded text that is searched. Every response that is made from an entry depends
//   on nothing else, and the routes decide who may read which list before they come here.
// - Memory: `maxSize` in all, whatever is searched; the entries used least recently are dropped.
// - Invalidation: an entry is used only while the list's version in the database is the one from before it was counted.
//   Triggers raise it in the transaction of each change, so it holds for every instance and for changes made by hand. It is
//   read for each request: nothing has to be notified, and a change is seen by whatever begins after its commit.
//   What was counted for an earlier version may be counted on from, never used.
// - A change while something is counted: the result may have some of the change, is stored under the version from before,
//   and so is used by nobody who begins later. A request that was under way may combine a count from before with rows from
//   after, as with two statements without a cache.
// - PostgreSQL that crashed, or was replaced by a copy that is behind, gives the numbers of transactions and versions a second
//   time: `clear` is called when the connection that listens was lost [R397].
import { LRUCache } from 'lru-cache'
import type { Database } from './connect.ts'
import type { ListVersionRow } from './list-tables.ts'

/** Bytes, counted generously. */
const maxSize = 4 * 1024 * 1024
const overhead = 256

interface Entry {
  version: number
  value: object
}

export class ListCache {
  readonly #entries = new LRUCache<string, Entry>({ maxSize })
  #underway = new Map<string, Promise<object>>()

  /** Nothing that was counted or began to be counted before is used by a later call. */
  clear(): void {
    this.#entries.clear()
    this.#underway = new Map()
  }

  /**
   * @param key names the list and what is counted in it
   * @param count is given what it returned for an earlier version, if that is still in memory
   * @param size bytes of the value
   * @returns what `count` returned since the last change of the list by any process
   */
  async read<Value extends object>(
    db: Database,
    list: ListVersionRow['list'],
    key: string,
    count: (known: Value | undefined) => Promise<Value>,
    size: (value: Value) => number,
  ): Promise<Value> {
    const underway = this.#underway
    const version = await readVersion(db, list)
    const known = this.#entries.get(key)
    if (known?.version === version) return known.value as Value
    const name = `${version} ${key}`
    const shared = underway.get(name)
    if (shared) return shared as Promise<Value>
    const counting = count(known?.value as Value | undefined)
    underway.set(name, counting)
    try {
      const value = await counting
      if (underway === this.#underway)
        this.#entries.set(key, { version, value }, { size: overhead + 2 * key.length + size(value) })
      return value
    } finally {
      underway.delete(name)
    }
  }
}

async function readVersion(db: Database, list: ListVersionRow['list']): Promise<number> {
  const row = await db
    .selectFrom('list_versions')
    .select('version')
    .where('list', '=', list)
    .executeTakeFirst()
  return row?.version ?? 0
}
