// Which backups are deleted when a new one is there, by the schedule of that moment.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nameOf } from '../../server/backup/backup-folder.ts'
import { runDue } from '../../server/jobs/runner.ts'
import { heldContext } from '../support/held-backup.ts'
import { ownApps } from '../support/own-apps.ts'
import { withSchedule } from '../support/scheduled-backups.ts'

const ownApp = ownApps()
const day = 24 * 60 * 60_000

/** @param days on which backups were made, like 2020-01-01 */
async function withBackupsOf(...days: string[]) {
  const schedule = await withSchedule(await ownApp({ LOG_LEVEL: 'silent' }))
  await mkdir(schedule.folder)
  const older = days.map(schedule.named)
  for (const name of older) await writeFile(join(schedule.folder, name), '')
  return { ...schedule, older }
}

const days = ['2020-01-01', '2020-01-02', '2020-01-03']

describe('a new backup', () => {
  test('stays, and one that is named after a time to come is deleted first', async () => {
    const { set, make, files, named } = await withBackupsOf('2099-01-01', ...days)
    await set('daily', 2)
    await make()
    expect(await files()).toEqual([
      named('2020-01-03'),
      expect.stringMatching(/^portfolio-\w{8}-20(?!20|99)/),
    ])
  })

  test('leaves those of another installation in the same folder, also what it is writing', async () => {
    const { folder, set, make, files } = await withBackupsOf()
    const foreign = nameOf(new Date('2020-01-01'), randomUUID())
    const others = [foreign, `${foreign}.partial`]
    for (const name of others) await writeFile(join(folder, name), '')
    await set('daily', 1)
    await make()
    expect(await files()).toEqual(expect.arrayContaining(others))
    expect(await files()).toHaveLength(3)
  })

  test('counts no folder, whatever its name is', async () => {
    const { folder, set, make, files, named, status } = await withBackupsOf(...days)
    await mkdir(join(folder, named('2019-01-01')))
    await set('daily', 1)
    await make()
    expect(await files()).toEqual([named('2019-01-01'), expect.any(String)])
    const { failure, stored, last } = await status()
    expect([failure, stored]).toEqual([null, { count: 1, bytes: last.bytes }])
  })

  test('deletes the others where one cannot be deleted, and a failure is shown until it can', async ({
    skip,
  }) => {
    const { app, folder, older, set, make, files, status, recorded } = await withBackupsOf(...days)
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
    const { app, set, files, status } = await withBackupsOf(...days)
    await set('weekly', 1)
    const { held, begun, open } = heldContext(app.context)
    const work = runDue(held, 'backups')
    await begun
    await set('daily', 30)
    open()
    await work
    expect(await files()).toHaveLength(4)
    const { next, last } = await status()
    expect(Date.parse(next) - Date.parse(last.at)).toBe(day)
  })
})
