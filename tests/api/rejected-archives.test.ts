// Archives that are newer, foreign or hostile: nothing is restored from them and nothing is touched.
import { readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../support/backup-contents.ts'
import { backUp, emptyPlace, pack, packRaw, restore, type TarEntry } from '../support/backups.ts'
import { root, spawnServer } from '../support/server-process.ts'
import { fileOf, rejected, smallArchive } from '../support/small-archive.ts'

const archive = smallArchive()

const changed = (change: (entries: TarEntry[]) => TarEntry[]) =>
  pack(change(archive.entries.map(({ header, data }) => ({ header: { ...header }, data }))))
const insert = (entry: TarEntry) => (all: TarEntry[]) => [...all.slice(0, 2), entry, ...all.slice(2)]
const file = (name: string, data = 'x'): TarEntry => ({ header: { name, size: data.length }, data })
/** With another text in one entry. */
const edited = (name: string, edit: (text: string) => string) => (all: TarEntry[]) =>
  all.map((entry) =>
    entry.header.name === name ? { ...entry, data: edit(Buffer.from(entry.data).toString()) } : entry,
  )
const manifest = (over: object) =>
  edited('manifest.json', (text) => JSON.stringify({ ...JSON.parse(text), ...over }))

/** With checksums that are right again, as whoever forges an archive would make them. */
const sealed = (all: TarEntry[]) => {
  const lines = all
    .filter(({ header }) => header.name !== 'SHA256SUMS')
    .map(({ header, data }) => `${sha256(Buffer.from(data))}  ${header.name}\n`)
  return edited('SHA256SUMS', () => lines.join(''))(all)
}
const forgedRow = (change: (row: Record<string, unknown>) => object) => (all: TarEntry[]) =>
  sealed(edited('database/contacts.ndjson', (text) => `${JSON.stringify(change(JSON.parse(text)))}\n`)(all))

test('packed again as it was, an archive is restored', async () => {
  await restore(await pack(archive.entries), await emptyPlace(null))
})

test.each<[string, (entries: TarEntry[]) => TarEntry[], RegExp]>([
  [
    'of a newer format',
    manifest({ format: 2, version: '9.0.0' }),
    /newer version of this product \(9\.0\.0\); update this one first/,
  ],
  [
    'with a newer database',
    manifest({ schema: '9999-later' }),
    /newer version of this product \(1\.0\.0\), which has the migration 9999-later/,
  ],
  ['of another product', manifest({ product: 'blog' }), /no backup of this product/],
  ['with a malformed installation id', manifest({ installation: '../../etc' }), /manifest\.json is damaged/],
  ['without its manifest', (all) => all.slice(1), /no backup of this product: it holds "uploads/],
  ['without its checksums', (all) => all.slice(0, -1), /cut off: SHA256SUMS is missing/],
  [
    'without a table',
    (all) => all.filter(({ header }) => !header.name.includes('contacts')),
    /lacks rows of contacts/,
  ],
  ['without a row', edited('database/contacts.ndjson', () => ''), /lacks rows of contacts/],
  [
    'without an image',
    (all) => all.filter(({ header }) => !header.name.startsWith('uploads/')),
    /lacks images/,
  ],
  [
    'with a line that is no row',
    edited('database/contacts.ndjson', () => '[{"a":[]}]\n'),
    /is no row of a table/,
  ],
  [
    'with a row of objects',
    edited('database/contacts.ndjson', () => '{"id":{"a":1}}\n'),
    /is no row of a table/,
  ],
  ['with an entry twice', (all) => [...all.slice(0, 2), ...all.slice(1)], /twice, or out of place/],
  ['with a file of its own', insert(file('notes.txt')), /it holds "notes\.txt"/],
  ['with a path upwards', insert(file('../neighbour')), /it holds "\.\.\/neighbour"/],
  ['with a path upwards in an image', insert(file('uploads/../../neighbour')), /it holds "uploads/],
  ['with an absolute path', insert(file('/tmp/backup-neighbour')), /it holds "\/tmp/],
  ['with an unknown table', insert(file('database/sqlite_master.ndjson')), /it holds "database/],
  ['with a table that is never archived', insert(file('database/sessions.ndjson')), /it holds "database/],
  [
    'with a symbolic link',
    (all) =>
      insert({
        header: { name: all[1]?.header.name ?? '', type: 'symlink', linkname: '/etc/passwd', size: 0 },
        data: '',
      })(all),
    /it holds "uploads/,
  ],
  [
    'with a hard link',
    insert({
      header: { name: 'database/users.ndjson', type: 'link', linkname: '../neighbour', size: 0 },
      data: '',
    }),
    /it holds "database/,
  ],
  [
    'with a folder',
    insert({ header: { name: 'uploads/', type: 'directory', size: 0 }, data: '' }),
    /it holds "uploads/,
  ],
  [
    'with a path in an extended header',
    insert({ header: { name: 'database/users.ndjson', size: 1, pax: { path: '../neighbour' } }, data: 'x' }),
    /it holds "\.\.\/neighbour"/,
  ],
  [
    'with a huge image',
    insert(file('uploads/0123456789abcdef01234567-40x30/40.webp', 'x'.repeat(33 * 1024 * 1024))),
    /is too large \(34603008 bytes\)/,
  ],
  [
    'with a summary that is too large',
    edited('summary.json', (text) => text + ' '.repeat(8 * 1024 * 1024)),
    /summary\.json in it is too large/,
  ],
])('an archive %s is rejected', async (_, change, reason) => {
  const message = await rejected(await changed(change))
  expect(message).toMatch(/^ArchiveRejected: /)
  expect(message).toMatch(reason)
})

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a text', Buffer.from('not an archive')],
  ['a compressed text', gzipSync('not an archive')],
  ['an empty tar', gzipSync(Buffer.alloc(1024))],
  ['an image', Buffer.from('89504e470d0a1a0a', 'hex')],
])('%s is rejected', async (_, bytes) => {
  expect(await rejected(await fileOf(bytes))).toMatch(/^ArchiveRejected: it is (no backup|damaged)/)
})

test('a size that nothing could have is rejected before it is read', async () => {
  const tar = gunzipSync(archive.whole)
  // The size of the first image, in octal digits; its header begins after the manifest's.
  const header = tar.subarray(1024, 1536)
  header.write('77777777777\0', 124, 'latin1')
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  expect(await rejected(await packRaw(tar))).toMatch(/is too large \(8589934591 bytes\)/)
})

test.each([
  ['has an unknown column', (row: object) => ({ ...row, 'x" from users; --': 'x' })],
  ['lacks a column', ({ id }: Record<string, unknown>) => ({ id })],
])(
  'an archive with a row that %s is rejected, and the right one is restored after that',
  async (_, change) => {
    const place = await emptyPlace(null)
    await expect(restore(await changed(forgedRow(change)), place)).rejects.toThrow(
      /^its rows of contacts do not fit into the database/,
    )
    await restore(await pack(archive.entries), place)
  },
)

describe('the command', () => {
  const run = async (...args: string[]) => {
    const place = await emptyPlace(null)
    const command = [process.execPath, join(root, 'server/cli/restore.ts'), ...args]
    const restore = await spawnServer({ ...place }, command)
    return { code: await restore.ended, output: restore.output() }
  }

  test('prints the reason in one line and ends with 1', async () => {
    const { file } = await backUp({ DATA_DIR: archive.app.context.config.dataDir })
    await truncate(file, 1000)
    expect(await run(file)).toEqual({
      code: 1,
      output: 'The archive cannot be restored: it is damaged or cut off (unexpected end of file).\n',
    })
    expect(await run('/tmp/no-such-file.tar.gz')).toEqual({
      code: 1,
      output: '/tmp/no-such-file.tar.gz is not there, or its folder is not.\n',
    })
    expect(await run()).toEqual({ code: 1, output: 'Use it like this: npm run restore -- FILE.tar.gz\n' })
    expect((await readFile(file)).length).toBe(1000)
  })
})
