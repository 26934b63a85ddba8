// Archives that are damaged, newer, foreign or hostile: nothing is restored from them and nothing is touched.
import { hash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { packTar, type TarHeader, unpackTar } from 'modern-tar'
import { expect, test } from 'vitest'
import { emptyPlace, restore, scratchFolder } from '../../support/backups.ts'
import { callsOf } from '../../support/calls.ts'
import { command, runToEnd } from '../../support/server-process.ts'
import { sharedApp } from '../../support/start.ts'

interface TarEntry {
  header: TarHeader
  data: string | Uint8Array
}

const app = await sharedApp()
const cookie = await app.asAdmin()
await callsOf(() => ({ app, cookie })).projects.added()
await callsOf(() => ({ app, cookie })).messages.post()
await app.context.images.settled()
/** Of a small installation, to be damaged or rewritten; nothing may be restored from what becomes of it. */
const whole = Buffer.from(await (await app.send('/api/settings/backups/download', { cookie })).arrayBuffer())
const entries: TarEntry[] = (await unpackTar(whole)).map((entry) => ({ data: '', ...entry }))

async function fileOf(bytes: Uint8Array): Promise<string> {
  const file = join(await scratchFolder(), 'archive.tar')
  await writeFile(file, bytes)
  return file
}

const pack = async (entries: TarEntry[]) => fileOf(await packTar(entries))

/** Names of all files below a folder with their checksums; empty where it is not there. */
async function filesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const hashed = files.sort().map(async (file) => [file, hash('sha256', await readFile(file))])
  return Object.fromEntries(await Promise.all(hashed))
}

/** Restores into a place that is not there yet, and next to something: nothing is left but lock, probe and an empty database. */
async function rejected(file: string): Promise<string> {
  const place = await emptyPlace(null)
  const around = dirname(place.DATA_DIR)
  await writeFile(join(around, 'neighbour'), 'untouched')
  const before = await filesBelow(around)
  const error = await restore(file, place).then(
    () => new Error('it was restored'),
    (reason: Error) => reason,
  )
  for (const left of ['server.lock', 'uploads/.check', 'portfolio.db'])
    await rm(join(place.DATA_DIR, left), { force: true })
  expect(await filesBelow(around)).toEqual(before)
  return `${error.constructor.name}: ${error.message}`
}

type Change = (entries: TarEntry[]) => TarEntry[]

const changed = (change: Change) =>
  pack(change(entries.map(({ header, data }) => ({ header: { ...header }, data }))))
const insert =
  (entry: TarEntry): Change =>
  (all) => [...all.slice(0, 2), entry, ...all.slice(2)]
const file = (name: string, data: TarEntry['data'] = 'x'): TarEntry => ({
  header: { name, size: data.length },
  data,
})
/** With checksums that are right again, as whoever forges an archive would make them. */
const sealed: Change = (all) => {
  const others = all.slice(0, -1)
  const lines = others.map(({ header, data }) => `${hash('sha256', data)}  ${header.name}\n`)
  return [...others, file('SHA256SUMS', lines.join(''))]
}

/** With another database. */
const withDatabase = (edit: (database: TarEntry['data']) => Promise<Uint8Array> | Uint8Array) => async () => {
  const at = entries.findIndex(({ header }) => header.name === 'database.sqlite')
  const database = file('database.sqlite', await edit(entries[at]?.data ?? ''))
  return changed((all) => sealed(all.with(at, database)))
}
const afterStatement = (statement: string) =>
  withDatabase(async (data) => {
    const db = new DatabaseSync(await fileOf(Buffer.from(data)))
    db.exec(statement)
    const bytes = db.serialize()
    db.close()
    return bytes
  })

test('packed again as it was, an archive is restored', async () => {
  await restore(await pack(entries), await emptyPlace(null))
})

test.each<[string, Change, RegExp]>([
  ['of another product', () => [file('manifest.json')], /no backup of this product/],
  ['with other checksums', (all) => [...all.slice(0, -1), file('SHA256SUMS')], /damaged: uploads/],
  ['without its checksums', (all) => all.slice(0, -1), /cut off: SHA256SUMS is missing/],
  ['without its database', (all) => all.toSpliced(-2, 1), /damaged: database\.sqlite is not as/],
  ['with an entry twice', (all) => [...all.slice(0, 2), ...all.slice(1)], /is in it twice/],
  ['with a file of its own', insert(file('notes.txt')), /it holds "notes\.txt"/],
  ['with a path upwards', insert(file('../neighbour')), /it holds "\.\.\/neighbour"/],
  [
    'with a symbolic link',
    (all) => {
      const { name = '' } = all[1]?.header ?? {}
      return insert({ header: { name, type: 'symlink', linkname: '/etc/passwd', size: 0 }, data: '' })(all)
    },
    /it holds "uploads/,
  ],
  [
    'with a path in an extended header',
    insert({ header: { name: 'database.sqlite', size: 1, pax: { path: '../neighbour' } }, data: 'x' }),
    /it holds "\.\.\/neighbour"/,
  ],
  [
    'with a huge image',
    insert(file('uploads/0123456789abcdef01234567-40x30/40.webp', 'x'.repeat(33 * 1024 * 1024))),
    /is too large \(34603008 bytes\)/,
  ],
])('an archive %s is rejected', async (_, change, reason) => {
  const message = await rejected(await changed(change))
  expect(message).toMatch(/^ArchiveRejected: /)
  expect(message).toMatch(reason)
})

test.each<[string, () => Promise<string>, RegExp]>([
  [
    'of a newer version',
    afterStatement(`insert into kysely_migration values ('9999-later', '2026')`),
    /newer version/,
  ],
  ['whose columns are others', afterStatement('alter table messages add column x text'), /do not fit/],
  [
    'with a view without end in place of a table',
    afterStatement(
      'drop table spam_marks; create view spam_marks as with recursive n(key, created_at) as (select 1, 1 union all select key + 1, 1 from n) select * from n',
    ),
    /has a view/,
  ],
  ['without an id', afterStatement(`delete from settings where name = 'installation-id'`), /has no id/],
  [
    'that is damaged, whatever its checksums say',
    withDatabase((data) => Buffer.from(data).fill(0xff, 4096, 12_288)),
    /its database is damaged/,
  ],
])('an archive with a database %s is rejected', async (_, forged, reason) => {
  expect(await rejected(await forged())).toMatch(reason)
})

test('an archive in whose file the end is missing is rejected, wherever it ends, and so is what is none', async () => {
  // Without the blocks of zeros at its end it is whole.
  const last = whole.length - 1024 - 512
  const ends = [0, 1, 511, 512, 700, ...[0.25, 0.5, 0.75, 1].map((part) => Math.floor(last * part))]
  const files = ends.map((end) => whole.subarray(0, end))
  for (const bytes of [...files, Buffer.alloc(1024), Buffer.from('not an archive')])
    expect(await rejected(await fileOf(bytes)), `${bytes.length}`).toMatch(/^ArchiveRejected: /)
})

test('the command prints the reason in one line and ends with 1', async () => {
  const cut = await fileOf(whole.subarray(0, 1000))
  const lines: [string, RegExp][] = [
    [cut, /^The archive cannot be restored: it is [^\n]+cut off [^\n]+\n$/],
    ['/tmp/no-such-file.tar', /^\/tmp\/no-such-file\.tar cannot be used \(ENOENT: .*\)\.\n$/],
  ]
  const script = 'server/cli/restore.ts'
  const runs = lines.map(async ([file]) => runToEnd({ ...(await emptyPlace(null)) }, command(script, file)))
  expect(await Promise.all(runs)).toEqual(
    lines.map(([, line]) => ({ code: 1, output: expect.stringMatching(line) })),
  )
})
