// Settings: values by name.
import { parsedJson } from '../../contract/text.ts'
import type { Database } from './connect.ts'

/** `states` are what the running installation remembers: they are in no backup. */
type Table = 'settings' | 'states'

export async function readSetting(
  db: Database,
  name: string,
  from: Table = 'settings',
): Promise<string | null> {
  const row = await db.selectFrom(from).select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

/** @returns null also for what cannot be parsed: it must stop nothing, and is written anew */
export async function readJson<Value>(db: Database, name: string, from?: Table): Promise<Value | null> {
  return parsedJson((await readSetting(db, name, from)) ?? 'null') as Value | null
}

export async function writeSetting(
  db: Database,
  name: string,
  value: string,
  to: Table = 'settings',
): Promise<void> {
  await db
    .insertInto(to)
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
