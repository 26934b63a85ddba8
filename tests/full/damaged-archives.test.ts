// Archives that are cut off or changed: nothing is restored from them and nothing is touched.
import { gunzipSync, gzipSync } from 'node:zlib'
import { unpackTar } from 'modern-tar'
import { expect, test } from 'vitest'
import { fileOf, rejected, smallArchive } from '../support/small-archive.ts'

const archive = smallArchive()

test('cut off after any part, an archive is rejected', async () => {
  const ends = [
    0,
    1,
    9,
    10,
    11,
    200,
    512,
    Math.floor(archive.whole.length / 2),
    archive.whole.length - 9,
    archive.whole.length - 8,
    archive.whole.length - 1,
  ]
  for (const end of ends)
    expect([end, await rejected(await fileOf(archive.whole.subarray(0, end)))]).toEqual([
      end,
      expect.stringMatching(/^ArchiveRejected: it is (damaged or cut off|no backup of this product)/),
    ])
})

test('cut off at any entry, header or block and compressed again, an archive is rejected', async () => {
  const tar = gunzipSync(archive.whole)
  for (let end = 0; end < tar.length - 512; end += 256) {
    const file = await fileOf(gzipSync(tar.subarray(0, end), { level: 1 }))
    expect([end, await rejected(file)]).toEqual([end, expect.stringMatching(/^ArchiveRejected: it is /)])
  }
})

/** What a tar file holds, or null where it cannot be read. Whose an entry was and when it changed means nothing. */
function meaningOf(tar: () => Buffer): Promise<string | null> {
  const read = async () =>
    JSON.stringify(
      (await unpackTar(tar(), { strict: true })).map(({ header: { name, type }, data }) => [
        name,
        type,
        `${data}`,
      ]),
    )
  return read().catch(() => null)
}

test('with a byte changed anywhere, an archive is rejected unless it says the same', async () => {
  const meaning = await meaningOf(() => gunzipSync(archive.whole))
  let tried = 0
  // Without what gzip does not read: time, flags and system of the one who compressed.
  for (let at = 10; at < archive.whole.length; at += Math.ceil(archive.whole.length / 60)) {
    const bytes = Buffer.from(archive.whole)
    bytes[at] = (bytes[at] ?? 0) ^ 0x10
    // A repetition of zeros can be taken from another place.
    if ((await meaningOf(() => gunzipSync(bytes))) === meaning) continue
    expect([at, await rejected(await fileOf(bytes))]).toEqual([
      at,
      expect.stringMatching(/^ArchiveRejected: it is /),
    ])
    tried++
  }
  expect(tried).toBeGreaterThan(40)
})

test('with a byte changed anywhere and compressed again, an archive is rejected unless it says the same', async () => {
  const tar = gunzipSync(archive.whole)
  const meaning = await meaningOf(() => tar)
  let tried = 0
  for (let at = 0; at < tar.length; at += 37) {
    const bytes = Buffer.from(tar)
    bytes[at] = (bytes[at] ?? 0) ^ 0x01
    if ((await meaningOf(() => bytes)) === meaning) continue
    expect([at, await rejected(await fileOf(gzipSync(bytes, { level: 1 })))]).toEqual([
      at,
      expect.stringMatching(/^ArchiveRejected: /),
    ])
    tried++
  }
  expect(tried).toBeGreaterThan(100)
})

test('with something after its end, an archive is rejected', async () => {
  for (const tail of [Buffer.from('x'), Buffer.alloc(512), archive.whole])
    expect(await rejected(await fileOf(Buffer.concat([archive.whole, tail])))).toMatch(/^ArchiveRejected: /)
})
