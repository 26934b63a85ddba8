// A restore by root into the folder of the user who runs the server.
import { statSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, symlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, inject, test } from 'vitest'
import { backedUp, emptyPlace, filesBelow, runRestore } from '../support/backups.ts'
import { root } from '../support/server-process.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()
const service = { uid: 12_345, gid: 12_346 }

/** Whether every user may enter a folder: the command goes on as another one. */
function isOpen(folder: string): boolean {
  return (statSync(folder).mode & 0o001) !== 0 && (folder === '/' || isOpen(dirname(folder)))
}

test.runIf(process.getuid?.() === 0 && isOpen(root))(
  'by root is made as the owner of DATA_DIR, and by nobody else',
  async () => {
    const { file } = await backedUp(await ownApp())
    const copy = await emptyPlace(inject('postgres'))
    await mkdir(copy.DATA_DIR)
    await chown(copy.DATA_DIR, service.uid, service.gid)
    for (const folder of [dirname(file), dirname(copy.DATA_DIR)]) await chmod(folder, 0o711)
    await chmod(file, 0o600)
    expect(await runRestore(file, copy)).toEqual({ code: 1, output: `${file} is not open to this user.\n` })
    await chown(file, service.uid, service.gid)
    expect(await runRestore(file, copy)).toMatchObject({ code: 0 })
    const files = Object.keys(await filesBelow(copy.DATA_DIR))
    expect(files.length).toBeGreaterThan(2)
    for (const path of files.flatMap((file) => [file, dirname(file)]))
      expect([path, await lstat(path)]).toEqual([path, expect.objectContaining(service)])
  },
)

test.runIf(process.getuid?.() === 0 && isOpen(root))(
  'by root says so when a folder above DATA_DIR is closed to its owner, as that of a unit with DynamicUser',
  async () => {
    const { file } = await backedUp(await ownApp())
    const copy = await emptyPlace(inject('postgres'))
    await mkdir(copy.DATA_DIR)
    await chown(copy.DATA_DIR, service.uid, service.gid)
    await chmod(dirname(copy.DATA_DIR), 0o700)
    expect(await runRestore(file, copy)).toEqual({
      code: 1,
      output: `DATA_DIR is ${copy.DATA_DIR}, which its owner, user ${service.uid}, cannot reach or write: restore into another folder of this user, then move it there.\n`,
    })
    expect(await filesBelow(copy.DATA_DIR)).toEqual({})
  },
)

test('says where a symbolic link in the place of DATA_DIR leads to, when nothing is there', async () => {
  const { file } = await backedUp(await ownApp())
  const copy = await emptyPlace(inject('postgres'))
  await symlink(`${copy.DATA_DIR}-moved`, copy.DATA_DIR)
  const { code, output } = await runRestore(file, copy)
  expect(code).toBe(1)
  expect(output).toBe(
    `DATA_DIR is ${copy.DATA_DIR}, which is a symbolic link to ${copy.DATA_DIR}-moved, where nothing is; create that folder, or remove the link.\n`,
  )
})
