// What becomes of the file that a backup is written to: whole or not there, and never in the place of something else.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, lstat, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, inject, test } from 'vitest'
import { emptyPlace, inUse, restore, scratchFolder } from '../support/backups.ts'
import { mountSmallDisk } from '../support/peers/small-disk.ts'
import { command, runToEnd } from '../support/server-process.ts'

const script = 'server/cli/backup.ts'

test('the file is readable for its owner alone, replaces an older one but neither files of the product nor what is no file, and can be read without this product', async () => {
  const { place } = await inUse()
  const folder = await scratchFolder()
  const file = join(folder, 'backup.tar')
  await writeFile(file, 'an older one')
  await chmod(file, 0o644)
  await writeFile(`${file}.partial`, 'left by a kill')
  expect(await runToEnd({ ...place }, command(script, file))).toMatchObject({ code: 0 })
  expect(await readdir(folder)).toEqual(['backup.tar'])
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600')
  execFileSync('tar', ['xf', file, '-C', folder])
  using db = new DatabaseSync(join(folder, 'database.sqlite'), { readOnly: true })
  expect(db.prepare('select count(*) as count from messages').get()).toEqual({ count: 1 })
  expect((await readdir(join(folder, 'uploads'))).length).toBe(3)

  const link = join(folder, 'data')
  await symlink(place.DATA_DIR, link)
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const own = /among the product's own files/
  for (const [file, reason] of [
    [join(place.DATA_DIR, 'uploads/backup.tar'), own],
    [join(link, 'portfolio.db'), own],
    [pipe, /pipe is no file\./],
  ] as const) {
    const rejected = { code: 1, output: expect.stringMatching(reason) }
    expect([file, await runToEnd({ ...place }, command(script, file))]).toEqual([file, rejected])
  }
  expect((await lstat(pipe)).isFIFO()).toBe(true)
})

test('the file is not there when the disk was full, and an older one stays', async ({ skip }) => {
  const disk = mountSmallDisk(await scratchFolder(), 256 * 1024, skip)
  const { place, contact } = await inUse()
  const file = join(disk.path, 'backup.tar')
  await writeFile(file, 'an older one')
  // A little space: the failure comes in the middle.
  await truncate(disk.fill(), 128 * 1024)
  await writeFile(join(disk.path, 'more'), Buffer.alloc(100 * 1024))
  for (let n = 0; n < 10; n++) await contact(randomBytes(2_000).toString('hex'))
  const { code, output } = await runToEnd({ ...place }, command(script, file))
  expect(code).toBe(1)
  expect(output).toMatch(/^\S+backup\.tar cannot be used \(ENOSPC: [^\n]*\n$/)
  expect((await readdir(disk.path)).sort()).toEqual(['backup.tar', 'ballast', 'more'])
  expect(await readFile(file, 'utf8')).toBe('an older one')
})

test('a backup to standard output is whole, and is recorded in the audit trail', async () => {
  const { app, place } = await inUse()
  const file = join(await scratchFolder(), 'piped.tar')
  const line = `"${process.execPath}" ${script} - > "${file}"`
  expect(await runToEnd({ ...place }, ['/bin/sh', '-c', line])).toEqual({
    code: 0,
    output: 'Backed up 1 messages, 2 projects, 1 accounts and 3 images to standard output.\n',
  })
  const query = app.context.db.selectFrom('audit_events').select(['user_id', 'ip'])
  expect(await query.where('kind', '=', 'backup.created').execute()).toEqual([{ user_id: null, ip: null }])
  await restore(file, await emptyPlace(inject('postgres')))
})
