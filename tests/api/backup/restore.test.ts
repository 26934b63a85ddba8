// Restoring into an empty product: all of it, from either database into the other, or nothing.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, inject, test } from 'vitest'
import { openSnapshot } from '../../../server/db/snapshot.ts'
import {
  backedUp,
  backUp,
  contentsOf,
  emptyPlace,
  filesBelow,
  type Place,
  placeOf,
  restore,
  runRestore,
  scratchFolder,
} from '../../support/backups.ts'
import { cookieOf } from '../../support/request.ts'
import { startServer } from '../../support/server-process.ts'
import { ownApps, password } from '../../support/start.ts'

const ownApp = ownApps()
const postgres = inject('postgres')

/** The states of the checks of projects, which no archive holds. */
async function checkStates({ DATA_DIR, DATABASE_URL }: Place) {
  const { db, close } = await openSnapshot(DATABASE_URL ?? null, join(DATA_DIR, 'portfolio.db'))
  try {
    const rows = await db.selectFrom('preview_checks').select(['state', 'checked_at']).execute()
    return rows.map(({ state, checked_at }) => [state, checked_at])
  } finally {
    await close()
  }
}

describe('what is restored', () => {
  test('is served after a sign-in with the old password, and to no session from before', async () => {
    const { app, cookie: session, place, file } = await backedUp(await ownApp())
    const copy = await emptyPlace(postgres)
    const { code, output } = await runRestore(file, copy)
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^Restored 1 messages, 2 projects, 1 accounts and 2 images, backed up on 20/),
    ])
    expect(output).toContain('admin@example.com. It must come from somebody you trust.')
    expect(output).toContain('Not in a backup: access tokens, webhooks and the email account.')
    expect(await contentsOf(copy)).toEqual(await contentsOf(place))
    expect(await checkStates(copy)).toEqual([
      ['unchecked', null],
      ['unchecked', null],
    ])
    const server = await startServer({ ...copy, PUBLIC_URL: app.url })
    try {
      const get = (path: string, cookie = '') =>
        fetch(server.url + path, { headers: { cookie, accept: 'application/json' } })
      expect(await (await get('/check-auth', session)).json()).toMatchObject({ isAuthenticated: false })
      const login = await fetch(`${server.url}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'admin@example.com', password }),
      })
      expect(login.status).toBe(200)
      const cookie = cookieOf(login)
      for (const path of ['/dashboard', '/api/dashboard/home', '/api/settings/backups'])
        expect([path, (await get(path, cookie)).status]).toEqual([path, 200])
      expect(await (await get('/contacts', cookie)).json()).toMatchObject({ contacts: [{ name: 'Zoë ☃' }] })
      expect(await (await get('/contacts?search=zoe', cookie)).json()).toMatchObject({ total: 1 })
      expect(await (await get('/contacts?search=zoe+nowhere', cookie)).json()).toMatchObject({ total: 0 })
      const { portfolios } = (await (await get('/getportfolio/public')).json()) as {
        portfolios: { pimage: string }[]
      }
      expect(portfolios).toHaveLength(2)
      for (const { pimage } of portfolios) expect((await get(pimage)).status).toBe(200)
    } finally {
      await server.stop()
    }
    expect(server.output()).not.toMatch(/images\.|uploads\.|"level":[56]0/)
  })

  test.runIf(postgres !== null)('moves from PostgreSQL to SQLite and back without a difference', async () => {
    const { place, file } = await backedUp(await ownApp())
    const sqlite = await emptyPlace(null)
    await restore(file, sqlite)
    const again = await emptyPlace(postgres)
    await restore((await backUp(sqlite)).file, again)
    const before = await contentsOf(place)
    expect(await contentsOf(sqlite)).toEqual(before)
    expect(await contentsOf(again)).toEqual(before)
    // The index of trigrams is made again with the rows.
    const db = new DatabaseSync(join(sqlite.DATA_DIR, 'portfolio.db'))
    expect(db.prepare(`select count(*) as found from messages_trigrams('zoe')`).get()).toEqual({ found: 1 })
    db.close()
  })
})

describe('a place that is not empty is rejected and stays as it is:', () => {
  test('a database with an account', async () => {
    const { file } = await backedUp(await ownApp())
    const app = await ownApp()
    await app.asAdmin()
    const place = placeOf(app)
    const before = await contentsOf(place)
    // An app in this process holds no lock; on PostgreSQL its connections are in the way first, unless it has just lost them.
    const reason =
      / is not empty: it has 1 accounts\. Restore into an empty one| is in use: \d+ other connections\. Stop/
    await expect(restore(file, place)).rejects.toThrow(reason)
    expect(await contentsOf(place)).toEqual(before)
  })

  test.runIf(postgres !== null)('a database with an account that nobody uses', async () => {
    const { file } = await backedUp(await ownApp())
    const copy = await emptyPlace(postgres)
    await restore(file, copy)
    const before = await contentsOf(copy)
    const elsewhere = { ...copy, DATA_DIR: join(await scratchFolder(), 'data') }
    await expect(restore(file, elsewhere)).rejects.toThrow(
      /^The database of DATABASE_URL is not empty: it has 1 accounts/,
    )
    expect(await contentsOf(copy)).toEqual(before)
    expect(await filesBelow(join(elsewhere.DATA_DIR, 'uploads'))).toEqual({})
  })

  test('uploads with images', async () => {
    const { file } = await backedUp(await ownApp())
    const copy = await emptyPlace(postgres)
    const image = join(copy.DATA_DIR, 'uploads/0123456789abcdef01234567-40x30')
    await mkdir(image, { recursive: true })
    await writeFile(join(image, '40.webp'), 'of others')
    const before = await filesBelow(join(copy.DATA_DIR, 'uploads'))
    await expect(restore(file, copy)).rejects.toThrow(/^The uploads are not empty: there are 1 images\./)
    expect(await filesBelow(join(copy.DATA_DIR, 'uploads'))).toEqual(before)
  })

  test('one that a server uses, even an empty one', async () => {
    const { file } = await backedUp(await ownApp())
    const copy = await emptyPlace(postgres)
    const server = await startServer({ ...copy, DEMO_CONTENT: 'off' })
    try {
      const { code, output } = await runRestore(file, copy)
      expect(code).toBe(1)
      expect(output).toMatch(
        postgres
          ? /^The database of DATABASE_URL is in use: \d+ other connections[^\n]*\n$/
          : /^DATA_DIR is \S+, which another server process uses; stop it before you restore\.\n$/,
      )
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    } finally {
      await server.stop()
    }
  })

  test.runIf(postgres === null)('one with a write-ahead log whose database is gone', async () => {
    const { file } = await backedUp(await ownApp())
    const copy = await emptyPlace(null)
    await mkdir(copy.DATA_DIR, { recursive: true })
    await writeFile(join(copy.DATA_DIR, 'portfolio.db-wal'), 'everything')
    await expect(restore(file, copy)).rejects.toThrow(
      /portfolio\.db is missing or empty and portfolio\.db-wal holds changes/,
    )
    expect(await readFile(join(copy.DATA_DIR, 'portfolio.db-wal'), 'utf8')).toBe('everything')
  })
})
