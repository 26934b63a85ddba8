// A restore that is killed or fails on the way leaves nothing half restored, and can be run again; one by root is made as the
// owner of DATA_DIR. From a folder to S3 and back.
import { statSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { root } from '../../server/root.ts'
import { backUp, contentsOf, emptyPlace, inUse, restore, scratchFolder } from '../support/backups.ts'
import { sharedStorage } from '../support/peers/object-storage.ts'
import { mountSmallDisk } from '../support/peers/small-disk.ts'
import { command, runToEnd, startServer } from '../support/server-process.ts'

const runRestore = (file: string, place: { DATA_DIR: string }) =>
  runToEnd({ ...place }, command('server/cli/restore.ts', file))

/** An installation, a backup of it, and an empty one. */
async function started() {
  const { place } = await inUse()
  return { place, file: (await backUp(place)).file, copy: await emptyPlace(inject('postgres')) }
}

test.each([
  ['rows', 'has stored nothing'],
  ['images', 'is not served'],
])(
  'a restore that is killed while it stores %s %s: the next start ends, and it can be run again',
  async (moment) => {
    const { file, place, copy } = await started()
    const cut = await runToEnd({ ...copy }, command('tests/full/cut-off-restore.ts', file, moment))
    expect(cut).toEqual({ code: null, output: '' })
    const { rows, files, installation } = await contentsOf(copy)
    expect(rows.users).toEqual([])
    // Otherwise a server would start empty, and nothing would tell of the restore.
    const rejected = /Cannot start: a restore into \S+ was cut off, .*run it again to its end/
    const start = await runToEnd({ ...copy }, command('build/main.js'))
    expect(start).toEqual({ code: 1, output: expect.stringMatching(rejected) })
    if (moment === 'rows') expect([files, installation]).toEqual([{}, null])
    else {
      const foreign =
        /the uploads are not those of the database: \S+ holds \d+ images that it does not know\..*npm run restore again/
      const admin = await runToEnd({ ...copy }, command('server/cli/admin.ts', 'a@example.com'))
      expect(admin).toEqual({ code: 1, output: expect.stringMatching(foreign) })
    }
    await restore(file, copy)
    expect(await contentsOf(copy)).toEqual(await contentsOf(place))
    // As if it had been killed at its very end.
    await mkdir(join(copy.DATA_DIR, 'restore.tmp'))
    await expect(restore(file, copy)).rejects.toThrow(/ is not empty: .* it was complete: start the server/)
    await (await startServer({ ...copy })).stop()
  },
)

test.runIf(inject('postgres') !== null)(
  'a restore next to an idle server, whose database has nothing yet, is rejected, and possible once it has stopped',
  async () => {
    const { file, place, copy } = await started()
    await using server = await startServer({ ...copy })
    await expect(restore(file, copy)).rejects.toThrow(/ is in use: \d+ other connections\. Stop every server/)
    await server.stop()
    await restore(file, copy)
    expect(await contentsOf(copy)).toEqual(await contentsOf(place))
  },
)

test('a restore onto a disk without space says so, and not that it is damaged', async ({ skip }) => {
  const { file, copy } = await started()
  const disk = mountSmallDisk(await scratchFolder(), 200 * 1024, skip)
  expect(await runRestore(file, { ...copy, DATA_DIR: disk.path })).toEqual({
    code: 1,
    output: expect.stringMatching(/^DATA_DIR is \S+, where a file cannot be used \(ENOSPC: /),
  })
})

const service = { uid: 12_345, gid: 12_346 }

/** Whether every user may enter a folder: the command goes on as another one. */
function isOpen(folder: string): boolean {
  return (statSync(folder).mode & 0o001) !== 0 && (folder === '/' || isOpen(dirname(folder)))
}

test.runIf(process.getuid?.() === 0 && isOpen(root))(
  'a restore by root is made as the owner of DATA_DIR and by nobody else, and says so where that one cannot reach it',
  async () => {
    const { file, copy } = await started()
    await mkdir(copy.DATA_DIR)
    await chown(copy.DATA_DIR, service.uid, service.gid)
    // As that of a unit with DynamicUser.
    await chmod(dirname(copy.DATA_DIR), 0o700)
    expect(await runRestore(file, copy)).toEqual({
      code: 1,
      output: `DATA_DIR is ${copy.DATA_DIR}, which its owner, user ${service.uid}, cannot reach or write: restore into another folder of this user, then move it there.\n`,
    })
    expect(await readdir(copy.DATA_DIR)).toEqual([])
    for (const folder of [dirname(file), dirname(copy.DATA_DIR)]) await chmod(folder, 0o711)
    await chmod(file, 0o600)
    expect(await runRestore(file, copy)).toMatchObject({
      code: 1,
      output: expect.stringMatching(`^${file} cannot be used \\(EACCES: `),
    })
    await chown(file, service.uid, service.gid)
    expect(await runRestore(file, copy)).toMatchObject({ code: 0 })
    const names = await readdir(copy.DATA_DIR, { recursive: true })
    expect(names.length).toBeGreaterThan(2)
    for (const name of ['', ...names])
      expect([name, await lstat(join(copy.DATA_DIR, name))]).toEqual([name, expect.objectContaining(service)])
  },
)

const storage = await sharedStorage()

test('a restore that S3 rejects on the way leaves no row behind and is run again; from a folder to S3 and back there is no difference, and a backup that S3 cuts off leaves no file', async () => {
  const { file, place, copy } = await started()
  const before = await contentsOf(place)
  const images = Object.keys(before.files).sort()
  expect(images.length).toBeGreaterThan(3)
  const bucket = await storage.bucket()
  const onS3 = { ...copy, STORAGE_URL: bucket.url }
  storage.failure = { name: `PUT /${bucket.name}/${images.at(-1)}`, status: 403, code: 'AccessDenied' }
  const denied = expect.stringMatching(/^s3:\S+ responds with 403 AccessDenied; correct .*\n$/)
  expect(await runRestore(file, onS3)).toEqual({ code: 1, output: denied })
  expect((await contentsOf(onS3)).rows.users).toEqual([])

  storage.failure = null
  const restored = expect.stringMatching(/^Restored .* and 3 images/)
  expect(await runRestore(file, onS3)).toEqual({ code: 0, output: restored })
  expect(await contentsOf(onS3)).toEqual(before)
  const stored = (await readdir(bucket.path, { recursive: true })).sort().join('\n')
  expect(stored.match(/^[\da-f]{24}-.+(?=\._S3rver_object$)/gm)).toEqual(images)
  const again = await emptyPlace(inject('postgres'))
  const { missingImages, file: fromS3 } = await backUp(onS3)
  expect(missingImages).toEqual([])
  await restore(fromS3, again)
  expect(await contentsOf(again)).toEqual(before)

  storage.failure = { name: `GET /${bucket.name}/${images[0]}`, status: 503 }
  const names = await readdir(dirname(file))
  await expect(backUp(onS3)).rejects.toThrow(/responds with 503/)
  expect(await readdir(dirname(file))).toEqual(names)
})
