// Statements that SQLite has prepared are cached, whatever visitors ask for.
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { ownApps } from '../support/own-apps.ts'
import type { Running } from '../support/start.ts'

describe.runIf(inject('postgres') === null)('a statement of SQLite', () => {
  const ownApp = ownApps()
  let app: Running
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')

  beforeEach(async () => {
    app = await ownApp()
    prepare.mockClear()
  })
  afterEach(() => prepare.mockClear())

  const read = () => sql`select value + 1 as next from counters`.execute(app.context.db)
  const readMany = (count: number) =>
    app.context.db
      .selectFrom('counters')
      .select('name')
      .where('name', 'in', Array.from({ length: count }, String))
      .execute()
  const timesPrepared = (part: string) => prepare.mock.calls.filter(([text]) => text.includes(part)).length

  test('is prepared once, also after visitors have caused statements of every length', async () => {
    for (let length = 1; length <= 100; length++) {
      await readMany(length)
      for (let n = 0; n < 6; n++)
        await sql`select ${sql.lit(`${length} ${n}`)} as text`.execute(app.context.db)
    }
    for (let n = 0; n < 10; n++) await read()
    expect(timesPrepared('as next from counters')).toBe(1)
  })

  test('is not cached with more than 100 values', async () => {
    for (let n = 0; n < 3; n++) {
      await readMany(100)
      await readMany(101)
    }
    expect(timesPrepared('select "name" from "counters"')).toBe(1 + 3)
  })
})
