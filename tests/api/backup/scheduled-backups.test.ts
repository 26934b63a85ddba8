// Backups on schedule: off at first, one at a time, by one instance, so many stored, and failures mailed once.
import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, inject, test } from 'vitest'
import { BackupDirectory } from '../../../server/backup/backup-directory.ts'
import { writeSetting } from '../../../server/db/settings.ts'
import { runJobs } from '../../../server/jobs/runner.ts'
import {
  contentsOf,
  emptyPlace,
  heldContext,
  placeOf,
  restore,
  scratchFolder,
  withSchedule,
} from '../../support/backups.ts'
import { runDue } from '../../support/jobs.ts'
import { ownApps, type Running } from '../../support/start.ts'

const ownApp = ownApps()
const started = async (env?: Record<string, string>) =>
  withSchedule(await ownApp({ LOG_LEVEL: 'silent', ...env }))
const hour = 60 * 60_000

const backupsIn = (files: string[]) => files.filter((name) => name.startsWith('portfolio-'))

describe('the settings', () => {
  test('are off at first, and checked', async () => {
    const { set, status, make, files, recorded } = await started()
    expect(await status()).toMatchObject({
      interval: 'off',
      keep: 7,
      time: '03:00',
      last: null,
      failure: null,
      next: null,
    })
    await make()
    expect(await files()).toEqual([])
    for (const keep of [0, 31, 1.5, '7', null]) expect((await set('daily', keep)).status).toBe(400)
    expect((await set('hourly', 7)).status).toBe(400)
    for (const time of ['24:00', '3:00', '03:60', '', '03:00:00'])
      expect((await set('daily', 7, time)).body.errors).toEqual({ time: 'Enter a time of day.' })
    const { status: code, body } = await set('weekly', 30, '21:05')
    expect([code, body.message]).toEqual([200, 'Backup settings saved!'])
    expect(body.backups).toMatchObject({ interval: 'weekly', keep: 30, time: '21:05' })
    expect(await recorded('backups.changed')).toEqual(['weekly at 21:05 UTC, 30 stored'])
  })
})

describe('a backup that is due', () => {
  test('is made at once, then once a day; it can be restored; the oldest are deleted, and nothing else is', async () => {
    const { app, set, status, make, files, folder, recorded } = await started()
    await set('daily', 2)
    await make()
    const [first = ''] = await files()
    expect(first).toMatch(/^portfolio-[\da-f]{8}-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/)
    const { last, next, stored } = await status()
    expect(last.bytes).toBe(stored.bytes)
    expect(Date.parse(next) - Date.parse(last.at)).toBeGreaterThan(24 * hour - 120_000)
    expect(await recorded('backup.created')).toEqual(['scheduled'])
    const copy = await emptyPlace(inject('postgres'))
    await restore(join(folder, first), copy)
    expect((await contentsOf(copy)).rows.users).toEqual((await contentsOf(placeOf(app))).rows.users)

    await writeFile(join(folder, 'notes.txt'), '')
    await writeFile(join(folder, `${first}.partial`), 'left by a kill')
    app.pass(23 * hour)
    await make()
    expect(backupsIn(await files())).toEqual([first, `${first}.partial`])
    for (let day = 0; day < 2; day++) {
      app.pass(24 * hour)
      await make()
    }
    const left = await files()
    expect(backupsIn(left)).toHaveLength(2)
    expect(left).toContain('notes.txt')
    expect(left).not.toContain(first)
    expect((await status()).stored.count).toBe(2)
  })

  test('is due at the time of day, which holds at once when it is changed, and does not move with the clocks', async () => {
    const app = await ownApp({ LOG_LEVEL: 'silent' })
    // Two days before summer time ends in Europe.
    app.pass(Date.parse('2027-10-29T12:00:00Z') - Date.now())
    const { set, status, make } = await withSchedule(app)
    await set('daily', 7, '03:00')
    await make()
    const nexts: string[] = []
    for (let night = 0; night < 3; night++) {
      nexts.push((await status()).next)
      app.pass(24 * hour)
      await make()
    }
    expect(nexts).toEqual(['2027-10-30', '2027-10-31', '2027-11-01'].map((day) => `${day}T03:00:00.000Z`))
    const next = async (interval: string, time: string) => {
      await set(interval, 7, time)
      return (await status()).next
    }
    expect(await next('daily', '12:30')).toBe('2027-11-01T12:30:00.000Z')
    expect(await next('weekly', '12:30')).toBe('2027-11-07T12:30:00.000Z')
    expect(await next('weekly', '03:00')).toBe('2027-11-08T03:00:00.000Z')
  })

  test('is made, and Home is shown, where what is remembered cannot be read', async () => {
    const { app, set, status, make, files } = await started()
    await set('daily', 2)
    for (const name of ['backup', 'mail-rejected', 'mail-account'])
      await writeSetting(app.context.db, name, '{"last":{"at"', 'states')
    await writeSetting(app.context.db, 'own', '{"awaySince')
    const cookie = await app.asAdmin('second@example.com')
    expect((await app.json('/api/dashboard/home', { cookie })).status).toBe(200)
    expect(await status()).toMatchObject({ last: null, failure: null })
    await make()
    expect(backupsIn(await files())).toHaveLength(1)
    expect((await status()).last).not.toBeNull()
  })

  test('waits while this process makes another one', async () => {
    const { app, set, make, files } = await started()
    await set('daily', 7)
    const giveBack = app.context.backups.take()
    await make()
    expect(await files()).toEqual([])
    giveBack?.()
    app.pass(60_000)
    await make()
    expect(await files()).toHaveLength(1)
  })

  test('is given up when the server stops: no failure, nothing left, and due at the next start', async () => {
    const { app, set, status, files } = await started()
    await set('daily', 7)
    const { held, begun, open } = heldContext(app.context)
    const stop = runJobs(held, ['backups'])
    await begun
    const stopped = stop()
    open()
    await stopped
    expect(await files()).toEqual([])
    expect((await status()).failure).toBeNull()
    const stopNext = runJobs(app.context, ['backups'])
    await expect.poll(files).toHaveLength(1)
    await stopNext()
  })

  test('begins as soon as it is switched on', async () => {
    const { app, set, files } = await started()
    const stop = runJobs(app.context, ['backups'])
    await set('daily', 7)
    await expect.poll(files).toHaveLength(1)
    await stop()
  })
})

describe('a failure', () => {
  const mailed = async (app: Running) =>
    (await app.emails())
      .filter(({ subject }) => subject?.includes('backup'))
      .map(({ to }) => to?.[0]?.address)

  test('is shown, recorded and mailed once until a backup succeeds, and tried again every hour', async () => {
    const above = await scratchFolder()
    const { app, cookie, set, make, status, outcomes, recorded } = await started({
      BACKUP_DIR: join(above, 'disk', 'backups'),
    })
    const dashboard = async () => (await app.json('/dashboard', { cookie })).body.backupFailing
    await set('daily', 7)
    expect(await dashboard()).toBeUndefined()
    await make()
    const reason = /^The folder above .* is missing: mount its disk, or correct BACKUP_DIR\.$/
    expect(await status()).toMatchObject({
      last: null,
      failure: { reason: expect.stringMatching(reason), isCurrent: true },
    })
    expect(await dashboard()).toMatch(reason)
    expect(await mailed(app)).toEqual(['admin@example.com'])
    await make()
    app.pass(hour)
    await make()
    expect((await outcomes()).failures).toBe(2)
    expect(await mailed(app)).toHaveLength(1)
    expect(await recorded('backup.failed')).toEqual([expect.stringMatching(reason)])

    await mkdir(join(above, 'disk'))
    app.pass(hour)
    await make()
    expect(await status()).toMatchObject({
      last: { bytes: expect.any(Number) },
      failure: { isCurrent: false },
    })
    expect(await dashboard()).toBeUndefined()

    await rm(join(above, 'disk'), { recursive: true })
    app.pass(24 * hour)
    await make()
    expect(await mailed(app)).toHaveLength(2)
    expect(await recorded('backup.failed')).toHaveLength(2)
    await set('off', 7)
    expect(await dashboard()).toBeUndefined()
  })

  test('before anything is written where the disk has too little space for what the last one took', async () => {
    const { app, set, make, status, outcomes, files } = await started()
    await set('daily', 7)
    await make()
    const [first] = await files()
    const { last } = await outcomes()
    const huge = { last: { ...last, bytes: 10 ** 15 }, failure: null, failures: 0 }
    await writeSetting(app.context.db, 'backup', JSON.stringify(huge), 'states')
    app.pass(24 * hour)
    await make()
    expect((await status()).failure.reason).toMatch(
      /^There is not enough space in .*: a backup takes about \d+ MiB, and 256 MiB must stay free/,
    )
    expect(await files()).toEqual([first])
  })

  test('after an hour; nothing is left of it', async () => {
    const { app, set, status, files } = await started()
    await set('daily', 7)
    expect(app.context.backups.limits.duration).toBe(hour)
    app.context.backups.limits.duration = 10
    const { held, begun, open } = heldContext(app.context)
    const making = runDue(held, 'backups')
    await begun
    await delay(20)
    open()
    await making
    expect((await status()).failure.reason).toMatch(/^It took more than \d+ minutes/)
    expect(await files()).toEqual([])
  })
})

/** @param days on which backups were made, like 2020-01-01 */
async function withBackupsOf(...days: string[]) {
  const schedule = await started()
  await mkdir(schedule.folder)
  const older = days.map(schedule.named)
  for (const name of older) await writeFile(join(schedule.folder, name), '')
  return { ...schedule, older }
}

/** From the last one, to the day: the time of day is that of the minute in which it was set. */
async function daysUntilNext(status: () => Promise<{ next: string; last: { at: string } }>) {
  const { next, last } = await status()
  return Math.round((Date.parse(next) - Date.parse(last.at)) / (24 * hour))
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
    const foreign = new BackupDirectory(folder, randomUUID()).nameOf(new Date('2020-01-01'))
    const others = [foreign, `${foreign}.partial`]
    for (const name of others) await writeFile(join(folder, name), '')
    await set('daily', 1)
    await make()
    expect(await files()).toEqual(expect.arrayContaining(others))
    expect(await files()).toHaveLength(3)
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
    expect(await daysUntilNext(status)).toBe(1)
  })
})
