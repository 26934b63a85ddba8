// Which backups are deleted when a new one is there, by the schedule of that moment [R197, R198].
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeDueBackup } from '../../server/backup/scheduled-backups.ts'
import { heldContext } from '../support/held-backup.ts'
import { ownApps } from '../support/own-apps.ts'
import { withSchedule } from '../support/scheduled-backups.ts'

const ownApp = ownApps()
const never = new AbortController().signal
const day = 24 * 60 * 60_000

async function withFiles(...names: string[]) {
  const schedule = await withSchedule(await ownApp({ LOG_LEVEL: 'silent' }))
  await mkdir(schedule.folder)
  for (const name of names) await writeFile(join(schedule.folder, name), '')
  return schedule
}

const older = [1, 2, 3].map((n) => `portfolio-2020-01-0${n}T00-00-00Z.tar.gz`)

describe('a new backup', () => {
  test('stays, and one that is named after a time to come is deleted first', async () => {
    const { set, make, files } = await withFiles('portfolio-2099-01-01T00-00-00Z.tar.gz', ...older)
    await set('daily', 2)
    await make()
    expect(await files()).toEqual([older[2], expect.stringMatching(/^portfolio-20(?!20|99)/)])
  })

  test('counts no folder, whatever its name is', async () => {
    const { folder, set, make, files, status } = await withFiles(...older)
    await mkdir(join(folder, 'portfolio-2019-01-01T00-00-00Z.tar.gz'))
    await set('daily', 1)
    await make()
    expect(await files()).toEqual(['portfolio-2019-01-01T00-00-00Z.tar.gz', expect.any(String)])
    const { failure, stored, last } = await status()
    expect([failure, stored]).toEqual([null, { count: 1, bytes: last.bytes }])
  })

  test('deletes the others where one cannot be deleted, and a failure is shown until it can', async ({
    skip,
  }) => {
    const { app, folder, set, make, files, status, recorded } = await withFiles(...older)
    const [stuck = ''] = older
    const immutable = (sign: '+' | '-') => spawnSync('chattr', [`${sign}i`, join(folder, stuck)]).status === 0
    if (!immutable('+')) return skip('files cannot be made immutable here')
    onTestFinished(() => void immutable('-'))
    await set('daily', 1)
    for (const count of [2, 2]) {
      await make()
      expect(await files()).toHaveLength(count)
      const { failure, last, next } = await status()
      expect(failure).toMatchObject({
        isCurrent: true,
        reason: expect.stringMatching(/^Older backups could not/),
      })
      expect(Date.parse(next) - Date.parse(last.at)).toBe(day)
      app.pass(day)
    }
    expect([await recorded('backup.failed'), await recorded('backup.created')]).toMatchObject([
      { length: 1 },
      { length: 2 },
    ])
    immutable('-')
    await make()
    expect([await files(), (await status()).failure.isCurrent]).toEqual([[expect.any(String)], false])
  })

  test('follows the settings that were saved while it was made', async () => {
    const { app, set, files, status } = await withFiles(...older)
    await set('weekly', 1)
    const { held, begun, open } = heldContext(app.context)
    const work = makeDueBackup(held, never)
    await begun
    await set('daily', 30)
    open()
    await work
    expect(await files()).toHaveLength(4)
    const { next, last } = await status()
    expect(Date.parse(next) - Date.parse(last.at)).toBe(day)
  })
})
