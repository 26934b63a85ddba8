// Upgrading a database with rows: a migration that fails leaves it as it was, and SQLite is copied before.
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { type Database, openPostgres, openSqlite } from '../../server/db/connect.ts'
import { migrateWithin, schemaOf, stepNames } from '../../server/db/migrate.ts'
import { upgrade } from '../../server/db/upgrade.ts'
import { emptyPlace, scratchFolder } from '../support/backups.ts'
import { startServer } from '../support/server-process.ts'
import { mountSmallDisk } from '../support/small-disk.ts'

const postgres = inject('postgres')
const older = '0004-settings'
const cut = new Error('cut off')

/** Fails before the statement with this number, counted from 1 at the first that changes a table. */
function failAt(number: number): KyselyPlugin {
  let count = 0
  return {
    transformQuery({ node }) {
      if (count > 0 || /^(?:Alter|Create|Drop)/.test(node.kind)) count++
      if (count >= number) throw cut
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** A database of an older version with an account. @returns the file of SQLite, or null */
async function olderDatabase(): Promise<{ db: Database; file: string | null; folder: string }> {
  const folder = await scratchFolder()
  const { DATABASE_URL } = await emptyPlace(postgres)
  const file = DATABASE_URL ? null : join(folder, 'portfolio.db')
  const db = DATABASE_URL ? openPostgres(DATABASE_URL, () => {}) : openSqlite(file ?? '')
  await db.transaction().execute((tx) => migrateWithin(tx, older))
  await sql`insert into users (id, name, email, role, created_at)
    values ('u', 'U', 'u@example.com', 'user', '2026')`.execute(db)
  return { db, file, folder }
}

async function stateOf(db: Database) {
  const tables = await db.introspection.getTables()
  const columns = tables.map(({ name, columns }) => [name, ...columns.map((column) => column.name).sort()])
  const { rows } = await sql`select * from users`.execute(db)
  return { schema: await schemaOf(db), columns: columns.sort(), rows }
}

/** Milliseconds: there are as many upgrades as the migrations have statements. */
const timeout = 5 * 60_000
test('a migration that fails at any statement leaves the database as it was, and the next start upgrades it [R166]', {
  timeout,
}, async () => {
  const { db, file } = await olderDatabase()
  const before = await stateOf(db)
  let failed = 0
  for (let statement = 1; ; statement++) {
    const error = await upgrade(db.withPlugin(failAt(statement)), file).then(
      () => null,
      (reason) => reason,
    )
    // On PostgreSQL a lock is released after the commit: then everything is upgraded.
    if (error === null || (await schemaOf(db)) === stepNames.at(-1)) break
    expect(error).toBe(cut)
    expect(await stateOf(db)).toEqual(before)
    failed++
  }
  expect(failed).toBeGreaterThan(10)
  expect(await schemaOf(db)).toBe(stepNames.at(-1))
  expect((await sql`select * from users`.execute(db)).rows).toMatchObject(before.rows as object[])
  await db.destroy()
})

describe.runIf(postgres === null)('the copy of SQLite [R166]', () => {
  test('holds the database as it was, for its owner alone, and takes the place of the one before', async () => {
    const { db, file, folder } = await olderDatabase()
    const before = await stateOf(db)
    await writeFile(`${file}.before-0003`, 'of an earlier upgrade')
    expect(await upgrade(db, file)).toBe(`${file}.before-0005`)
    expect((await readdir(folder)).filter((name) => name.includes('before'))).toEqual([
      'portfolio.db.before-0005',
    ])
    const copy = openSqlite(`${file}.before-0005`)
    expect(await stateOf(copy)).toEqual(before)
    await copy.destroy()
    expect(await upgrade(db, file)).toBe(null)
    await db.destroy()
  })

  test('is not made of a new database', async () => {
    const folder = await scratchFolder()
    const db = openSqlite(join(folder, 'portfolio.db'))
    expect(await upgrade(db, join(folder, 'portfolio.db'))).toBe(null)
    await db.destroy()
    expect(await readdir(folder)).toEqual(['portfolio.db'])
  })

  test('for which the disk has no space ends the start in one line, and nothing is upgraded', async ({
    skip,
  }) => {
    const disk = await mountSmallDisk(1024 * 1024)
    if (!disk) return skip('mounting a small disk is not permitted here')
    try {
      const file = join(disk.path, 'portfolio.db')
      const db = openSqlite(file)
      await db.transaction().execute((tx) => migrateWithin(tx, older))
      await db.destroy()
      const { size } = await stat(file)
      await writeFile(join(disk.path, 'ballast'), Buffer.alloc(1024 * 1024 - size - 100 * 1024))
      await expect(startServer({ DATA_DIR: disk.path, DEMO_CONTENT: 'off' })).rejects.toThrow(
        /Cannot start: [^\n]*no space[^\n]*\n$/,
      )
      expect((await readdir(disk.path)).filter((name) => name.includes('before'))).toEqual([])
      const again = openSqlite(file)
      expect(await schemaOf(again)).toBe(older)
      await again.destroy()
    } finally {
      await disk.unmount()
    }
  })

  test('is made by a start, which names it, and is the way back', async () => {
    const { db, folder } = await olderDatabase()
    const before = await stateOf(db)
    await db.destroy()
    const server = await startServer({ DATA_DIR: folder, DEMO_CONTENT: 'off', LOG_LEVEL: 'info' })
    await server.stop()
    expect(server.output()).toMatch(/"event":"database\.copied","file":"\S+\/portfolio\.db\.before-0005"/)
    const copy = join(folder, 'portfolio.db.before-0005')
    expect((await stat(copy)).mode & 0o777).toBe(0o600)
    // As docs/operating.md says.
    for (const name of ['portfolio.db-wal', 'portfolio.db-shm']) await rm(join(folder, name), { force: true })
    await rename(copy, join(folder, 'portfolio.db'))
    const back = openSqlite(join(folder, 'portfolio.db'))
    expect(await stateOf(back)).toEqual(before)
    await back.destroy()
  })
})
