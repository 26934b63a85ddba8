// The upgrade of a database of the first version: its rows, and the uploads that they name.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { contactsList } from '../../server/contacts/message-lists.ts'
import { newId } from '../../server/context.ts'
import { type Database, openPostgres, openSqlite } from '../../server/db/connect.ts'
import { ListCache } from '../../server/db/list-cache.ts'
import type { List } from '../../server/db/list-rows.ts'
import { migrate } from '../../server/db/migrate.ts'
import { search } from '../../server/db/search.ts'
import { makeTrigramIndexes } from '../../server/db/trigram-indexes.ts'
import { imageNames, imageNamesOfAnyVersion } from '../../server/image-names.ts'
import { checkInstallation } from '../../server/images/installation.ts'
import { UploadFolder } from '../../server/images/storage.ts'
import { itemsList, readGallery } from '../../server/portfolio/gallery.ts'
import { migrateToFirstVersion } from '../support/first-version.ts'
import { runStatement } from '../support/postgres.ts'

const server = inject('postgres')
const name = `t_${newId()}`
let folder: string
let db: Database

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
  if (server) await runStatement(server, `create database ${name}`)
  db = server ? openPostgres(`${server}/${name}`, () => {}) : openSqlite(join(folder, 'portfolio.db'))
})
afterEach(async () => {
  await db.destroy()
  if (server) await runStatement(server, `drop database ${name} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

const now = '2026-01-02T03:04:05.000Z'
const image = `${newId()}-40x30`

/** A project with an image, an unsent verification email with its token, a rejected notification and a rejected reply. */
async function addRows(first: Kysely<unknown>): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: the tables of the first version
  const old = first as Kysely<any>
  const user = { id: 'u', name: 'Ada', email: 'ada@example.com', role: 'admin', created_at: now }
  await old.insertInto('users').values(user).execute()
  const item = { id: 'i', name: 'One', name_key: 'one', url: 'https://one.example/', search_text: 'one' }
  const times = { created_at: now, updated_at: now }
  await old
    .insertInto('items')
    .values({ ...item, picture: image, status: 'published', ...times })
    .execute()
  await old
    .insertInto('item_categories')
    .values({ item_id: 'i', position: 0, name: 'Print', key: 'print' })
    .execute()
  const message = { name: 'Vera', email: 'vera@example.com', message: 'Hello', fingerprint: 'f' }
  await old
    .insertInto('contacts')
    .values({ id: 'c', ...message, search_text: 'vera', created_at: now })
    .execute()
  const text = {
    subject: 'Re: Hello',
    body: 'Hello',
    author: 'Ada',
    refused_at: now,
    error: '550 no such user',
  }
  await old
    .insertInto('replies')
    .values({ id: 'r', contact_id: 'c', idempotency_key: 'k', ...text, created_at: now })
    .execute()
  const email = { kind: 'verify', recipient: user.email, user_id: 'u', due_at: now, created_at: now }
  await old
    .insertInto('outbox')
    .values([
      { id: 'waiting', ...email },
      { id: 'rejected', ...email, kind: 'contact-notice', contact_id: 'c', refused_at: now },
    ])
    .execute()
  const token = { hash: 'h', purpose: 'verify-link', user_id: 'u', email: user.email, letter_id: 'waiting' }
  await old
    .insertInto('one_time_tokens')
    .values({ ...token, created_at: now, expires_at: now })
    .execute()
}

test('the rows of the first version are there after the upgrade, under the new names of columns', async () => {
  await migrateToFirstVersion(db)
  await addRows(db as Kysely<unknown>)
  await migrate(db)
  expect(await db.selectFrom('items').select(['name', 'image', 'preview', 'focal_y']).execute()).toEqual([
    { name: 'One', image, preview: 'live', focal_y: 0 },
  ])
  expect(await db.selectFrom('replies').select(['rejected_at', 'error']).execute()).toEqual([
    { rejected_at: now, error: '550 no such user' },
  ])
  expect(await db.selectFrom('outbox').select(['kind', 'rejected_at']).orderBy('id').execute()).toEqual([
    { kind: 'contact-notification', rejected_at: now },
    { kind: 'verify', rejected_at: null },
  ])
  expect(await db.selectFrom('one_time_tokens').select('outbox_id').execute()).toEqual([
    { outbox_id: 'waiting' },
  ])
  expect(await db.selectFrom('sign_in_ips').select('ip_hash').execute()).toEqual([])
  expect(await db.selectFrom('preview_checks').select(['item_id', 'state', 'due_at']).execute()).toEqual([
    { item_id: 'i', state: 'unchecked', due_at: '' },
  ])
})

test('the rows of the first version are listed and found after the upgrade, whatever changes them [R180]', async () => {
  await migrateToFirstVersion(db)
  await addRows(db as Kysely<unknown>)
  await migrate(db)
  if (server) expect(await makeTrigramIndexes(db)).toBeNull()
  const context = { db, listCache: new ListCache(), config: readConfig({ DATA_DIR: folder }) }
  const inCategory = async (term: string) => {
    const wanted = { id: undefined, category: 'Print', page: 1, limit: 12 }
    return (await readGallery(context, { ...wanted, search: term })).portfolios.map(({ id }) => id)
  }
  const total = async (list: List, term: string) => (await search(context, list, term)).total
  expect(await total(contactsList(context, {}), 'vera')).toBe(1)
  expect(await total(itemsList(context, { status: 'published' }), 'one')).toBe(1)
  expect([await inCategory(''), await inCategory('one')]).toEqual([['i'], ['i']])
  await db.updateTable('items').set({ search_text: 'two' }).execute()
  expect([await inCategory('one'), await inCategory('two')]).toEqual([[], ['i']])
  await db.updateTable('items').set({ status: 'draft' }).execute()
  expect([await inCategory(''), await inCategory('two')]).toEqual([[], []])
  expect(await total(itemsList(context, {}), 'two')).toBe(1)
})

test('images are found before the upgrade, too: the uploads are not rejected as those of another database', async () => {
  await migrateToFirstVersion(db)
  await addRows(db as Kysely<unknown>)
  const uploads = new UploadFolder(join(folder, 'uploads'))
  await uploads.check()
  await uploads.writeInstallation('old')
  await uploads.store(image, new Map([['40.webp', new Uint8Array([1])]]))
  await uploads.writeInstallation('')
  const context = { db, uploads, config: readConfig({ DATA_DIR: folder }), now: () => new Date() }
  expect(await checkInstallation(context, imageNamesOfAnyVersion)).toBe(true)
  await migrate(db)
  expect([...(await imageNamesOfAnyVersion(db))]).toEqual([[image, 'cover']])
  expect([...(await imageNames(db))]).toEqual([[image, 'cover']])
})
