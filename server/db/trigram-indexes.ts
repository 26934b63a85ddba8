// The indexes of trigrams that search reads (search.ts). On SQLite a migration makes them.
//
// On PostgreSQL search reads an index of trigrams, made by the extension pg_trgm. An owner of the database may add it since
// PostgreSQL 13; where it cannot be added, search reads all texts, and each start tries again.
import { sql } from 'kysely'
import { type Database, isAway, withTimeLimit } from './connect.ts'

/** Milliseconds for one statement: 100,000 messages take seconds. */
const statementLimit = 10 * 60_000

/**
 * Makes the indexes that are missing. Of two instances that start at once one makes them and the other waits. Not for
 * SQLite, where a migration has made them.
 * @returns null, or why there are none
 */
export async function makeTrigramIndexes(db: Database): Promise<Error | null> {
  try {
    if (await areMade(db)) return null
    await withTimeLimit(statementLimit, () =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(hashtext('portfolio trigram indexes'))`.execute(tx)
        await sql`create extension if not exists pg_trgm`.execute(tx)
        const { rows } = await sql<{ schema: string }>`
          select nspname as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
          where extname = 'pg_trgm'`.execute(tx)
        const operators = sql.id(rows[0]?.schema ?? 'public', 'gin_trgm_ops')
        // What was written lately waits in a list that each search reads: a short one costs searches little.
        for (const table of ['items', 'contacts'])
          await sql`
            create index if not exists ${sql.id(`${table}_trigrams`)} on ${sql.table(table)}
            using gin (search_text ${operators}) with (gin_pending_list_limit = 256)`.execute(tx)
      }),
    )
    return null
  } catch (error) {
    if (isAway(error)) throw error
    return error as Error
  }
}

async function areMade(db: Database): Promise<boolean> {
  const { rows } = await sql<{ made: number }>`
    select count(*) as made from pg_class
    where relkind = 'i' and relname in ('items_trigrams', 'contacts_trigrams')
      and pg_table_is_visible(oid)`.execute(db)
  return rows[0]?.made === 2
}

/** Pages of one step of a merge: two milliseconds. */
const mergePages = 16

/**
 * Merges what was written to the indexes since the last time, a step at a time. A deleted text is in them until then:
 * FTS5 only notes that it is gone. For SQLite.
 * @param isStopped called before each step but the first
 */
export async function mergeTrigrams(db: Database, isStopped = () => false): Promise<void> {
  for (const name of ['items_trigrams', 'contacts_trigrams']) {
    // A negative number begins a merge of everything, and positive ones continue it until nothing is written any more.
    for (let pages = -mergePages; ; pages = mergePages) {
      const before = await totalChanges(db)
      await sql`insert into ${sql.table(name)} (${sql.ref(name)}, rank) values ('merge', ${pages})`.execute(
        db,
      )
      if ((await totalChanges(db)) - before < 2) break
      await new Promise(setImmediate)
      if (isStopped()) return
    }
  }
}

async function totalChanges(db: Database): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
  return rows[0]?.changes ?? 0
}
