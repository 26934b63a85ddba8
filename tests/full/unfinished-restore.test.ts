// A restore that fails or is killed on the way: nothing half restored is served, and it can be run again.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { restoreBackup } from '../../server/backup/restore-backup.ts'
import { backedUp, contentsOf, emptyPlace, restore, runRestore, sourceOf } from '../support/backups.ts'
import { root, spawnServer, startServer } from '../support/server-process.ts'
import { mountSmallDisk } from '../support/small-disk.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()
const postgres = inject('postgres')

describe('a restore that does not get to its end', () => {
  test.each(['images', 'rows'])(
    'killed while it stores %s is not served by the next start, which ends, and can be run again',
    async (moment) => {
      const { file, place } = await backedUp(await ownApp())
      const copy = await emptyPlace(postgres)
      const cut = await runRestore(file, copy, 'tests/support/cut-off-restore.ts', moment)
      expect(cut).toEqual({ code: null, output: '' })
      for (const command of [
        [join(root, 'build/main.js')],
        [join(root, 'server/cli/admin.ts'), 'a@example.com'],
      ]) {
        const start = await spawnServer({ ...copy }, [process.execPath, ...command])
        expect(await start.ended).toBe(1)
        expect(start.output()).toMatch(
          /the uploads are not those of the database: \S+ holds \d+ images that it does not know\..*npm run restore again/,
        )
      }
      await restore(file, copy)
      expect(await contentsOf(copy)).toEqual(await contentsOf(place))
      await (await startServer({ ...copy })).stop()
    },
  )

  test('because an image could not be stored leaves no file, and can be run again', async () => {
    const { file } = await backedUp(await ownApp())
    const copy = await emptyPlace(postgres)
    const { config, uploads, now } = sourceOf(copy)
    let stored = 0
    const store = uploads.store.bind(uploads)
    uploads.store = async (id, files) => {
      if (++stored === 2) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      await store(id, files)
    }
    await expect(restoreBackup({ config, uploads, now }, file)).rejects.toThrow('no space')
    expect(stored).toBe(2)
    expect(await Array.fromAsync(uploads.list())).toEqual([])
    expect((await readdir(copy.DATA_DIR)).sort()).toEqual(['server.lock', 'uploads'])
    await restore(file, copy)
  })

  test.runIf(postgres === null)(
    'because the disk is full leaves no file, and can be run again',
    async ({ skip }) => {
      const size = 2 * 1024 * 1024
      const disk = await mountSmallDisk(size)
      if (!disk) return skip('mounting a small disk is not permitted here')
      try {
        const { file } = await backedUp(await ownApp())
        const copy = { DATA_DIR: join(disk.path, 'data') }
        await mkdir(copy.DATA_DIR)
        const ballast = await disk.fill()
        await writeFile(ballast, Buffer.alloc(size - 128 * 1024))
        const { code, output } = await runRestore(file, copy)
        expect(code).toBe(1)
        expect(output).toMatch(/no space left/)
        expect((await readdir(copy.DATA_DIR)).filter((name) => /^portfolio|restore/.test(name))).toEqual([])
        await rm(ballast)
        await restore(file, copy)
      } finally {
        await disk.unmount()
      }
    },
  )
})
