// Whether PostgreSQL acknowledges commits only when they are on disk. It does by default; these settings switch it off.
import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** @returns the settings that are off, by name. Not for SQLite. */
export async function durabilityOff(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}
