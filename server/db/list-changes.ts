// Where the rows stood that were changed: triggers write it down with each change, whoever makes it (docs/decisions/0037).
import { type RawBuilder, sql } from 'kysely'
import { type Database, isPostgres } from './connect.ts'
import type { ListVersionRow } from './list-tables.ts'

/** More positions than these are not worth looking at one by one. */
const maxPositions = 256
/** Rows after which all of them are deleted; who has seen some of them counts everything again. */
const maxRows = 5_000
/** Rows that PostgreSQL deletes in one statement. */
const rowsAtOnce = 20_000

/** Up to which change somebody knows what changed. */
export interface Seen {
  /** How often the changes had been deleted. */
  cleared: number
  /** The number of a row on SQLite, a snapshot of transactions on PostgreSQL. */
  upTo: string | number
}

/** Where a row stands or stood: by time, and in the order of the owner; without a project `place` is empty. */
export interface ChangedPosition {
  created_at: string
  place: string
  id: string
}

/**
 * @param since what is known already
 * @returns what has been seen now, and the positions of all changes since; null when nothing is known, or when they are too many
 */
export async function readChanges(
  db: Database,
  list: 'items' | 'contacts',
  since?: Seen,
): Promise<{ seen: Seen; positions: ChangedPosition[] | null }> {
  const now = isPostgres(db)
    ? sql`pg_current_snapshot()::text`
    : sql`(select coalesce(max(number), 0) from list_changes)`
  const isNew = isPostgres(db)
    ? sql`changed_in >= pg_snapshot_xmin(${since?.upTo}::pg_snapshot)
        and not pg_visible_in_snapshot(changed_in, ${since?.upTo}::pg_snapshot)`
    : sql`number > ${since?.upTo}`
  const changes = since
    ? sql`(select created_at, place, id from list_changes where list = ${list} and ${isNew}
        limit ${maxPositions + 1})`
    : sql`(select null as created_at, null as place, null as id)`
  // One statement, so that nothing is deleted between its parts.
  const { rows } = await sql<Seen & { [Column in keyof ChangedPosition]: string | null }>`
    select cleared, up_to as "upTo", created_at, place, id
    from (select ${now} as up_to,
      coalesce((select version from list_versions where list = 'cleared'), 0) as cleared) as seen
    left join ${changes} as changes on true`.execute(db)
  const [first] = rows
  if (!first) throw new Error('A select without a condition returned no row')
  const isKnown = since?.cleared === first.cleared && rows.length <= maxPositions
  return {
    seen: { cleared: first.cleared, upTo: first.upTo },
    positions: isKnown ? rows.filter((row): row is Seen & ChangedPosition => row.id !== null) : null,
  }
}

/** Deletes the changes once they are many, and those that nobody's snapshot ever contains. */
export async function clearChanges(db: Database): Promise<void> {
  // Written before this database was copied from another server, whose transactions have higher numbers [R400].
  if (isPostgres(db)) await deleteInParts(db, sql`changed_in >= pg_snapshot_xmax(pg_current_snapshot())`)
  const upTo = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ some: number }>`
      select count(*) as some from (select 1 from list_changes limit ${maxRows + 1}) as rows`.execute(tx)
    if ((rows[0]?.some ?? 0) <= maxRows) return null
    // In the same transaction: once SQLite has deleted all rows, their numbers begin again.
    if (!isPostgres(db)) await tx.deleteFrom('list_changes').execute()
    const list: ListVersionRow['list'] = 'cleared'
    await tx
      .insertInto('list_versions')
      .values({ list, version: 1 })
      .onConflict((row) =>
        row.column('list').doUpdateSet((update) => ({ version: update('list_versions.version', '+', 1) })),
      )
      .execute()
    return (await readChanges(tx, 'items')).seen.upTo
  })
  // Whoever knows of the version that was raised has seen these.
  if (upTo !== null && isPostgres(db))
    await deleteInParts(db, sql`pg_visible_in_snapshot(changed_in, ${upTo}::pg_snapshot)`)
}

/** A restore leaves some for each row, more than PostgreSQL deletes within the time limit of a statement [R394]. */
async function deleteInParts(db: Database, isDeleted: RawBuilder<unknown>): Promise<void> {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from list_changes where ctid = any(array(
        select ctid from list_changes where ${isDeleted} limit ${rowsAtOnce}))`.execute(db)
    if (numAffectedRows < rowsAtOnce) return
  }
}
