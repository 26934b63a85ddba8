// Reads that run often are prepared statements of PostgreSQL, and what may happen to those next to a running server.
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { type Database, openPostgres } from '../../server/db/connect.ts'
import { ownApps } from '../support/own-apps.ts'

describe.runIf(inject('postgres') !== null)('a read that runs often', () => {
  const ownApp = ownApps()
  let url: string
  let db: Database
  const opened: Database[] = []

  function open(): Database {
    const one = openPostgres(url, () => {})
    opened.push(one)
    return one
  }

  beforeEach(async () => {
    const app = await ownApp()
    url = app.context.config.databaseUrl ?? ''
    db = open()
  })
  // Before the app is stopped, which drops the database that they use.
  afterEach(() => Promise.all(opened.splice(0).map((one) => one.destroy())))

  const raw = (text: string, values: unknown[] = []) => db.executeQuery(CompiledQuery.raw(text, values))
  const read = async (times: number) => {
    for (let n = 0; n < times; n++)
      await db.selectFrom('counters').selectAll().where('name', '=', 'a').execute()
  }
  /** Of the connection, which is one and the same for what runs in turn. */
  async function prepared(): Promise<string[]> {
    const { rows } = await db.executeQuery(
      CompiledQuery.raw(`select name from pg_prepared_statements where statement like '%counters%'`),
    )
    return rows.map((row) => (row as { name: string }).name)
  }

  test('is prepared, and one that has run once is not', async () => {
    await read(1)
    expect(await prepared()).toEqual([])
    await read(20)
    expect(await prepared()).toHaveLength(1)
  })

  test('is not prepared where it searches, or in a transaction', async () => {
    for (let n = 0; n < 20; n++) {
      await raw(`select * from counters where name like $1 escape '!'`, ['%a%'])
      await db.transaction().execute((tx) => tx.selectFrom('counters').select('name').execute())
    }
    expect(await prepared()).toEqual([])
  })

  test('is prepared also after visitors have asked for pages of every length', async () => {
    for (let length = 1; length <= 100; length++) {
      const names = Array.from({ length }, (_, n) => `$${n + 1}`)
      const text = `select value from counters where name in (${names.join(', ')})`
      for (let n = 0; n < 10; n++) await raw(text, names)
    }
    await read(20)
    const { rows } = await raw(
      `select statement from pg_prepared_statements where statement like '%counters%' order by length(statement)`,
    )
    const texts = rows.map((row) => (row as { statement: string }).statement)
    expect(texts.filter((text) => text.includes(' in ('))).toHaveLength(10)
    expect(texts.filter((text) => text.includes('"name" = $1'))).toHaveLength(1)
  })

  test('has the new columns of a table that another instance has changed, and is prepared again', async () => {
    await raw(`insert into counters (name, value) values ('a', 1)`)
    await read(20)
    const [before] = await prepared()
    await raw('alter table counters add column added text')
    const [row] = await db.selectFrom('counters').selectAll().where('name', '=', 'a').execute()
    expect(row).toEqual({ name: 'a', value: 1, added: null })
    await read(20)
    expect((await prepared()).filter((name) => name !== before)).toHaveLength(1)
  })

  test('runs without a name behind a pooler whose next connection does not know the name', async () => {
    await read(20)
    await raw('deallocate all')
    await read(20)
    expect(await prepared()).toEqual([])
  })

  test('runs without a name behind a pooler on whose connection another process has used the name', async () => {
    await read(20)
    const [name] = await prepared()
    db = open()
    await read(1)
    await raw(`prepare "${name}" as select * from counters`)
    await read(20)
    await raw('deallocate all')
    await read(20)
    expect(await prepared()).toEqual([])
  })

  test('that fails for another reason fails with the reason', async () => {
    const divide = (by: number) => raw('select 1 / $1::int as result', [by])
    for (let n = 0; n < 20; n++) await divide(1)
    await expect(divide(0)).rejects.toThrow('division by zero')
    expect((await divide(1)).rows).toEqual([{ result: 1 }])
  })
})
