// The indexes of trigrams: PostgreSQL whose user may not add the extension, and deleted texts on SQLite.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openPostgres } from '../../server/db/connect.ts'
import { makeTrigramIndexes, tidySqlite } from '../../server/db/search.ts'
import { newId } from '../../server/ids.ts'
import { emptyPlace } from '../support/backups.ts'
import { runStatement } from '../support/peers/postgres.ts'
import { seed, seedProjects } from '../support/seed.ts'
import { startServer } from '../support/server-process.ts'
import { type Running, sharedApp } from '../support/start.ts'

const postgres = inject('postgres')

describe.runIf(postgres !== null)('where the user may not add pg_trgm', () => {
  const name = `t_${newId()}`
  const server = new URL(postgres ?? 'postgres://localhost')
  const asUser = () => {
    const url = new URL(`${server}/${name}`)
    url.username = name
    url.password = name
    return url.href
  }
  const asOwner = `${postgres}/${name}`
  let db: Database

  beforeAll(async () => {
    await runStatement(postgres ?? '', `create role ${name} login password '${name}'`)
    await runStatement(postgres ?? '', `create database ${name}`)
    db = openPostgres(asOwner, () => {})
    await run(`grant all on schema public to ${name}`)
  })
  afterAll(async () => {
    await run(`drop owned by ${name}`)
    await db.destroy()
    await runStatement(postgres ?? '', `drop database ${name} with (force)`)
    await runStatement(postgres ?? '', `drop role ${name}`)
  })
  const run = async (statement: string) => {
    await sql.raw(statement).execute(db)
  }
  const total = async (url: string, term: string) => {
    const response = await fetch(`${url}/getportfolio/public?search=${term}`)
    const { portfolios } = (await response.json()) as { portfolios: unknown[] }
    return portfolios.length
  }

  test('the start logs it in one line and search works; once the right is granted, a start makes the indexes', async () => {
    const place = { DATA_DIR: (await emptyPlace(null)).DATA_DIR, DATABASE_URL: asUser(), DEMO_CONTENT: 'off' }
    const limited = await startServer(place)
    try {
      await seedProjects(db, 10)
      expect(await total(limited.url, 'o')).toBeGreaterThan(0)
      expect(await total(limited.url, 'no+such+project')).toBe(0)
    } finally {
      await limited.stop()
    }
    const lines = limited.output().split('\n')
    expect(lines.filter((line) => line.includes('"search.unindexed"'))).toHaveLength(1)
    await run(`grant create on database ${name} to ${name}`)
    const granted = await startServer(place)
    try {
      expect(await total(granted.url, 'o')).toBeGreaterThan(0)
    } finally {
      await granted.stop()
    }
    expect(granted.output()).not.toContain('search.unindexed')
    expect(await makeTrigramIndexes(db)).toBeNull()
  })
})

describe.runIf(postgres === null)('on SQLite', () => {
  let app: Running

  sharedApp((started) => {
    app = started
  })

  test('a deleted text is in the index no more after a cleanup', async () => {
    const { db } = app.context
    const blocks = async () => {
      const { rows } = await sql<{ block: Uint8Array }>`select block from messages_trigrams_data`.execute(db)
      return rows.map(({ block }) => Buffer.from(block).toString('latin1')).join()
    }
    // Letters that no other text has: a term is stored without what it shares with the one before it.
    const secret = 'ж文字'
    const stored = Buffer.from(secret).toString('latin1')
    await seed(app.context, { messages: 20 })
    const [row] = await db.selectFrom('messages').select('id').limit(1).execute()
    await db
      .updateTable('messages')
      .set({ search_text: secret })
      .where('id', '=', row?.id ?? '')
      .execute()
    expect(await blocks()).toContain(stored)
    await db
      .deleteFrom('messages')
      .where('id', '=', row?.id ?? '')
      .execute()
    await tidySqlite(db)
    expect(await blocks()).not.toContain(stored)
    const { rows } = await sql`select rowid from messages_trigrams('wor')`.execute(db)
    expect(rows.length).toBeGreaterThan(0)
  })
})
