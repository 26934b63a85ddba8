// What becomes of the file that a backup is written to: whole or not there, and never in the place of something else.
import { execFileSync } from 'node:child_process'
import { chmod, lstat, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, inject, test } from 'vitest'
import { writeBackupFile } from '../../server/backup/create-backup.ts'
import { contentsOf, emptyPlace, inUse, restore, scratchFolder, sourceOf } from '../support/backups.ts'
import { mountSmallDisk } from '../support/peers/small-disk.ts'
import { root, spawnServer } from '../support/server-process.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()
const postgres = inject('postgres')
const appInUse = async () => inUse(await ownApp())

describe('the file', () => {
  test('is readable for its owner alone, replaces an older one, and can be read without this product', async () => {
    const { place } = await appInUse()
    const folder = await scratchFolder()
    const file = join(folder, 'backup.tar')
    await writeFile(file, 'an older one')
    await chmod(file, 0o644)
    await writeFile(`${file}.partial`, 'left by a kill')
    const { bytes } = await writeBackupFile(sourceOf(place), file)
    expect(await readdir(folder)).toEqual(['backup.tar'])
    const { mode, size } = await stat(file)
    expect([(mode & 0o777).toString(8), size]).toEqual(['600', bytes])
    execFileSync('tar', ['xf', file, '-C', folder])
    const db = new DatabaseSync(join(folder, 'database.sqlite'), { readOnly: true })
    expect(db.prepare('select count(*) as count from messages').get()).toEqual({ count: 1 })
    db.close()
    expect((await readdir(join(folder, 'uploads'))).length).toBe(3)
  })

  test('is not there when the disk was full, and an older one stays', async ({ skip }) => {
    const disk = await mountSmallDisk(256 * 1024)
    if (!disk) return skip('mounting a small disk is not permitted here')
    try {
      const { place, contact } = await appInUse()
      const file = join(disk.path, 'backup.tar')
      await writeFile(file, 'an older one')
      // A little space: the failure comes in the middle.
      await truncate(await disk.fill(), 128 * 1024)
      await writeFile(join(disk.path, 'more'), Buffer.alloc(100 * 1024))
      for (let n = 0; n < 10; n++) await contact(randomText(4_000))
      const command = [process.execPath, join(root, 'server/cli/backup.ts'), file]
      const backup = await spawnServer({ ...place }, command)
      expect(await backup.ended).toBe(1)
      expect(backup.output()).toMatch(/^\S+backup\.tar could not be written: there is no space left[^\n]*\n$/)
      expect((await readdir(disk.path)).sort()).toEqual(['backup.tar', 'ballast', 'more'])
      expect(await readFile(file, 'utf8')).toBe('an older one')
    } finally {
      await disk.unmount()
    }
  })

  test('can be standard output; the backup is recorded in the audit trail', async () => {
    const { app, place } = await appInUse()
    const folder = await scratchFolder()
    const file = join(folder, 'piped.tar')
    const before = await contentsOf(place)
    const script = `"${process.execPath}" server/cli/backup.ts - > "${file}"`
    const backup = await spawnServer({ ...place }, ['/bin/sh', '-c', script])
    expect([await backup.ended, backup.output()]).toEqual([
      0,
      'Backed up 1 messages, 2 projects, 1 accounts and 3 images to standard output.\n',
    ])
    const query = app.context.db.selectFrom('audit_events').select(['kind', 'user_id', 'ip'])
    expect(await query.where('kind', '=', 'backup.created').execute()).toEqual([
      { kind: 'backup.created', user_id: null, ip: null },
    ])
    const copy = await emptyPlace(postgres)
    await restore(file, copy)
    expect(await contentsOf(copy)).toEqual(before)
  })

  test('is rejected in the place of files of the product, and of what is no file', async () => {
    const { place } = await appInUse()
    const folder = await scratchFolder()
    const link = join(folder, 'data')
    await symlink(place.DATA_DIR, link)
    execFileSync('mkfifo', [join(folder, 'pipe')])
    for (const [file, reason] of [
      [join(place.DATA_DIR, 'portfolio.db'), /among the product's own files/],
      [join(place.DATA_DIR, 'backup.tar'), /among the product's own files/],
      [join(place.DATA_DIR, 'uploads/backup.tar'), /among the product's own files/],
      [join(link, 'portfolio.db'), /among the product's own files/],
      [join(folder, 'pipe'), /pipe is no file\./],
    ] as const) {
      const before = await lstat(file).catch(() => null)
      const backup = await spawnServer({ ...place }, [
        process.execPath,
        join(root, 'server/cli/backup.ts'),
        file,
      ])
      expect([file, await backup.ended, backup.output()]).toEqual([file, 1, expect.stringMatching(reason)])
      expect((await lstat(file).catch(() => null))?.ino).toBe(before?.ino)
    }
  })
})

function randomText(length: number): string {
  return Array.from({ length }, () => Math.random().toString(36)[2]).join('')
}
