// A folder for backups that cannot be used: said in one line in the doctor and in the dashboard.
import { execFileSync } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withSchedule } from '../support/backups.ts'
import { doctor, emptyFolder, settingsOf } from '../support/doctor.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()

/** @returns false where mounting is not permitted */
function mountReadOnly(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1g', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return false
  }
  onTestFinished(() => void execFileSync('umount', [folder]))
  return true
}

const situations: [string, RegExp, (folder: string) => Promise<boolean>][] = [
  [
    'a symbolic link to nothing',
    /^\S+ is a symbolic link to \S+gone, where nothing is: mount its disk, create that folder, or remove the link\.$/,
    async (folder) => {
      await symlink(`${folder}-gone`, folder)
      return true
    },
  ],
  [
    'on a read-only file system',
    /^\S+ is on a read-only file system: mount it for writing, or correct BACKUP_DIR\.$/,
    async (folder) => {
      await mkdir(folder)
      return mountReadOnly(folder)
    },
  ],
  [
    'to be made on a read-only file system',
    /^\S+ is on a read-only file system: mount it for writing, or correct BACKUP_DIR\.$/,
    async (folder) => mountReadOnly(join(folder, '..')),
  ],
  [
    'a file',
    /^\S+ is a file: name a folder in BACKUP_DIR\.$/,
    async (folder) => {
      await writeFile(folder, '')
      return true
    },
  ],
]

test.each(situations)('a folder that is %s', async (_, reason, spoil) => {
  const folder = join(await emptyFolder(), 'backups')
  if (!(await spoil(folder))) return
  const started = await withSchedule(await ownApp({ BACKUP_DIR: folder }))
  const { app, cookie, set, make, status } = started
  await set('daily', 7)
  await make()
  expect((await status()).failure?.reason).toMatch(reason)
  expect((await status()).folderProblem).toMatch(reason)
  expect((await app.json('/dashboard', { cookie })).body.backupFailing).toMatch(reason)
  const { env } = await settingsOf(app)
  // What failed before is said first.
  await app.context.db.updateTable('backup_state').set({ failures: 0 }).execute()
  const { problems } = await doctor({ ...env, BACKUP_DIR: folder })
  expect(problems).toEqual([
    expect.stringMatching(new RegExp(reason.source.replace('^', '^PROBLEM Backups: '))),
  ])
})

test('a folder that the first backup makes, or that is there, is no problem', async () => {
  const folder = join(await emptyFolder(), 'backups')
  const { status, set, make } = await withSchedule(await ownApp({ BACKUP_DIR: folder }))
  await set('daily', 7)
  expect((await status()).folderProblem).toBeNull()
  await make()
  expect(await status()).toMatchObject({ folderProblem: null, failure: null, stored: { count: 1 } })
  await rm(folder, { recursive: true })
})
