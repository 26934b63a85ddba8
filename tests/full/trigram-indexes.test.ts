// The indexes of trigrams: PostgreSQL whose user may not add the extension, and deleted texts on SQLite.
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPostgres } from '../../server/db/connect.ts'
import { makeTrigramIndexes, tidySqlite } from '../../server/db/search.ts'
import { newId } from '../../server/ids.ts'
import { scratchFolder } from '../support/backups.ts'
import { runStatement } from '../support/peers/postgres.ts'
import { seed } from '../support/seed.ts'
import { startServer } from '../support/server-process.ts'
import { ownApp } from '../support/start.ts'

const postgres = inject('postgres')

test.runIf(postgres !== null)(
  'where the user may not add pg_trgm the start logs it in one line and search works; with the right, a start makes the indexes',
  async () => {
    const name = `t_${newId()}`
    const onServer = (statement: string) => runStatement(postgres ?? '', statement)
    await onServer(`create role ${name} login password '${name}'`)
    await onServer(`create database ${name}`)
    const db = openPostgres(`${postgres}/${name}`, () => {})
    onTestFinished(async () => {
      await db.destroy()
      await onServer(`drop database ${name} with (force)`)
      await onServer(`drop role ${name}`)
    })
    await sql`grant all on schema public to ${sql.id(name)}`.execute(db)
    const url = Object.assign(new URL(`${postgres}/${name}`), { username: name, password: name })
    const place = { DATA_DIR: await scratchFolder(), DATABASE_URL: url.href }
    const starts = async (isIndexed: boolean) => {
      await using server = await startServer(place)
      if (!isIndexed) await seed(db, { projects: 10 })
      const total = async (term: string) =>
        (await server.call(`/getportfolio/public?search=${term}`)).body.portfolios.length
      expect(await total('o')).toBeGreaterThan(0)
      expect(await total('no+such+project')).toBe(0)
      await server.stop()
      expect(server.logged('search.unindexed')).toHaveLength(isIndexed ? 0 : 1)
    }
    await starts(false)
    await sql`grant create on database ${sql.id(name)} to ${sql.id(name)}`.execute(db)
    await starts(true)
    expect(await makeTrigramIndexes(db)).toBeNull()
  },
)

test.runIf(postgres === null)(
  'on SQLite a deleted text is in the index no more after a cleanup',
  async () => {
    const { context } = await ownApp()
    const { db } = context
    const blocks = async () => {
      const { rows } = await sql<{ block: Uint8Array }>`select block from messages_trigrams_data`.execute(db)
      return rows.map(({ block }) => Buffer.from(block).toString('latin1')).join()
    }
    // Letters that no other text has: a term is stored without what it shares with the one before it.
    const search_text = 'ж文字'
    const stored = Buffer.from(search_text).toString('latin1')
    await seed(db, { messages: 20 })
    const { id } = await db.selectFrom('messages').select('id').limit(1).executeTakeFirstOrThrow()
    await db.updateTable('messages').set({ search_text }).where('id', '=', id).execute()
    expect(await blocks()).toContain(stored)
    await db.deleteFrom('messages').where('id', '=', id).execute()
    await tidySqlite(db)
    expect(await blocks()).not.toContain(stored)
    const { rows } = await sql`select rowid from messages_trigrams('wor')`.execute(db)
    expect(rows.length).toBeGreaterThan(0)
  },
)
