import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { emptyPlace, restore, scratchFolder } from '../../support/backups.ts'
import { callsOf, eventsOf } from '../../support/calls.ts'
import { day, hour, minute, ownApp, type Running } from '../../support/start.ts'

/** An app with the calls, files and events of scheduled backups. */
async function started(env?: Record<string, string>, now?: Date) {
  const app = await ownApp({ LOG_LEVEL: 'silent', ...env })
  if (now) app.pass(now.getTime() - Date.now())
  const cookie = await app.asAdmin()
  const { backupDir } = app.context.config
  const installation = (await app.context.uploads.readInstallation())?.slice(0, 8)
  return {
    app,
    cookie,
    folder: backupDir,
    /** The name of a backup that was begun on a day, like 2020-01-01. */
    named: (day: string) => `portfolio-${installation}-${day}T00-00-00Z.tar`,
    make: () => app.runDue('backups'),
    /** At the minute of this moment unless told otherwise, so that days pass from there. */
    set: (interval: string, keep: unknown, time = app.context.now().toISOString().slice(11, 16)) =>
      app.json('/api/settings/backups', { method: 'PUT', json: { interval, keep, time }, cookie }),
    status: async () => (await app.json('/api/settings/backups', { cookie })).body,
    files: async () => (await readdir(backupDir).catch(() => [])).sort(),
    recorded: async (kind: string) =>
      (await eventsOf(app, cookie)).filter((event) => event.kind === kind).map(({ detail }) => detail),
  }
}

/** Holds the next backup. @returns what resolves once it has begun, and lets it go on */
function holdBackup({ uploads }: Running['context']) {
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const read = uploads.readInstallation.bind(uploads)
  vi.spyOn(uploads, 'readInstallation').mockImplementationOnce(async () => {
    begun.resolve()
    await gate.promise
    return read()
  })
  return { begun: begun.promise, open: gate.resolve }
}

test('backups are off at first; made at once when they are on, then daily; the oldest go, one of a time to come first, and nothing of others', async () => {
  const { app, set, status, make, files, folder, named, recorded } = await started()
  const off = { interval: 'off', keep: 7, time: '03:00', last: null, failure: null, next: null }
  expect(await status()).toMatchObject(off)
  await make()
  expect(await files()).toEqual([])
  const foreign = 'portfolio-01234567-2020-01-01T00-00-00Z.tar'
  const others = [foreign, `${foreign}.partial`, 'notes.txt']
  const older = ['2099-01-01', '2020-01-01', '2020-01-02', '2020-01-03'].map(named)
  await mkdir(folder)
  for (const name of [...others, ...older]) await writeFile(join(folder, name), '')
  const own = async () => (await files()).filter((name) => !others.includes(name))
  await set('daily', 2)
  await make()
  const [before, first = ''] = await own()
  expect(before).toBe(named('2020-01-03'))
  expect(first).toMatch(/^portfolio-[\da-f]{8}-20(?!20|99)\d\d-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/)
  const { last, next } = await status()
  expect(Date.parse(next) - Date.parse(last.at)).toBeGreaterThan(day - 120_000)
  expect(await recorded('backup.created')).toEqual(['scheduled'])
  await restore(join(folder, first), await emptyPlace(null))

  await writeFile(join(folder, `${first}.partial`), 'left by a kill')
  app.pass(23 * hour)
  await make()
  expect(await own()).toEqual([before, first, `${first}.partial`])
  for (let days = 0; days < 2; days++) {
    app.pass(day)
    await make()
  }
  expect(await own()).toHaveLength(2)
  expect(await files()).toEqual(expect.arrayContaining(others))
  expect(await files()).not.toContain(first)
  expect((await status()).stored.count).toBe(2)
})

test('the settings are checked and recorded, and the time of day holds at once when it is changed', async () => {
  // Two days before summer time ends in Europe: the time does not move with the clocks.
  const { app, set, status, make, recorded } = await started({}, new Date('2027-10-29T12:00:00Z'))
  for (const keep of [0, 31, 1.5]) expect((await set('daily', keep)).status).toBe(400)
  for (const time of ['24:00', '3:00'])
    expect((await set('daily', 7, time)).body.errors).toEqual({ time: 'Enter a time of day.' })
  await set('daily', 30, '03:00')
  expect(await recorded('backups.changed')).toEqual(['daily at 03:00 UTC, 30 stored'])
  await make()
  const nexts: string[] = []
  for (let night = 0; night < 3; night++) {
    nexts.push((await status()).next)
    app.pass(day)
    await make()
  }
  expect(nexts).toEqual(['2027-10-30', '2027-10-31', '2027-11-01'].map((date) => `${date}T03:00:00.000Z`))
  const next = async (interval: string, time: string) => {
    await set(interval, 7, time)
    return (await status()).next
  }
  expect(await next('daily', '12:30')).toBe('2027-11-01T12:30:00.000Z')
  expect(await next('weekly', '12:30')).toBe('2027-11-07T12:30:00.000Z')
  expect(await next('weekly', '03:00')).toBe('2027-11-08T03:00:00.000Z')
})

test('a backup begins when it is switched on, waits for another one, and is given up when the server stops, until the next start', async () => {
  const { app, set, status, make, files } = await started()
  const stored = async () => (await status()).stored.count
  const stopFirst = await app.runJobs('backups')
  await set('daily', 7)
  await expect.poll(stored).toBe(1)
  await stopFirst()
  app.pass(day)
  app.context.backups.isTaken = true
  await make()
  expect(await files()).toHaveLength(1)
  app.context.backups.isTaken = false
  app.pass(60_000)

  const { begun, open } = holdBackup(app.context)
  const stop = await app.runJobs('backups')
  await begun
  const stopped = stop()
  open()
  await stopped
  // No failure, and nothing is left of it.
  expect(await files()).toHaveLength(1)
  expect((await status()).failure).toBeNull()
  const stopNext = await app.runJobs('backups')
  await expect.poll(stored).toBe(2)
  await stopNext()
})

test('a failure is shown, recorded and mailed once until a backup succeeds, and tried again every hour', async () => {
  const above = await scratchFolder()
  const { app, cookie, set, make, status, recorded } = await started({
    BACKUP_DIR: join(above, 'disk', 'backups'),
  })
  const mailed = async () => (await app.emails(/backup/)).map(({ to }) => to?.[0]?.address)
  const dashboard = async () => (await app.json('/dashboard', { cookie })).body.backupFailing
  await set('daily', 7)
  await make()
  const reason = /cannot be written \(ENOENT\): mount its disk, .*or correct BACKUP_DIR\.$/
  const { last, failure } = await status()
  expect([last, failure]).toMatchObject([null, { reason: expect.stringMatching(reason), isCurrent: true }])
  expect(await dashboard()).toMatch(reason)
  expect(await mailed()).toEqual(['admin@example.com'])
  await make()
  expect((await status()).failure.at).toBe(failure.at)
  app.pass(hour)
  await make()
  expect((await status()).failure.at).not.toBe(failure.at)
  expect(await mailed()).toHaveLength(1)
  expect(await recorded('backup.failed')).toEqual([expect.stringMatching(reason)])

  await mkdir(join(above, 'disk'))
  app.pass(hour)
  await make()
  expect(await status()).toMatchObject({ last: { bytes: expect.any(Number) }, failure: { isCurrent: false } })
  expect(await dashboard()).toBeUndefined()

  await rm(join(above, 'disk'), { recursive: true })
  app.pass(day)
  await make()
  expect(await mailed()).toHaveLength(2)
  const { backup } = (await app.json('/api/dashboard/home', { cookie })).body
  expect(backup).toMatchObject({ interval: 'daily', failing: await dashboard() })
  await set('weekly', 7)
  expect(Date.parse((await status()).next)).toBeLessThanOrEqual(app.context.now().getTime())
  await set('off', 7)
  expect(await dashboard()).toBeUndefined()
})

test('a backup fails after an hour, and where the disk has too little space for what the last one took; nothing is left of it', async () => {
  const { app, set, make, status, files, folder, named } = await started()
  const { limits } = app.context.backups
  await set('daily', 7)
  expect(limits.duration).toBe(hour)
  limits.duration = 0
  await make()
  expect((await status()).failure.reason).toMatch(/^It took more than \d+ minutes/)
  expect(await files()).toEqual([])

  limits.duration = hour
  app.pass(hour)
  await make()
  const [first] = await files()
  const huge = { last: { ...(await status()).last, ms: 1, bytes: 10 ** 15 }, failure: null, failures: 0 }
  const state = { value: JSON.stringify(huge) }
  await app.context.db.updateTable('states').set(state).where('name', '=', 'backup').execute()
  app.pass(day)
  await make()
  expect((await status()).failure.reason).toMatch(
    /^There is not enough space in .*: 256 MiB must stay free next to a backup, and the last one had \d+ MiB/,
  )
  expect(await files()).toEqual([first])
  // Keeping fewer makes space.
  for (const day of ['2020-01-01', '2020-01-02']) await writeFile(join(folder, named(day)), '')
  await set('daily', 1)
  app.pass(day)
  await make()
  expect(await files()).toEqual([first])
})

test('a backup that lacks an image, the first one too, or the disk with the earlier ones, fails, until what was told of is accepted; no older one is deleted for it', async () => {
  const { app, cookie, set, make, status, files, folder } = await started()
  await callsOf(() => ({ app, cookie })).projects.added({})
  await app.context.images.settled()
  const uploads = join(app.context.config.dataDir, 'uploads')
  const image = join(uploads, (await readdir(uploads)).find((name) => name.includes('x')) ?? '')
  const away = join(app.context.config.dataDir, 'away')
  const again = async (reason: RegExp | undefined, left: unknown[]) => {
    app.pass(day)
    await make()
    const { failure } = await status()
    expect(failure?.isCurrent ? failure.reason : '').toMatch(reason ?? /^$/)
    expect(await files()).toEqual(left)
  }
  const lacking = /^The uploads lack an image that the database names: mount or restore them/
  await rename(image, away)
  await set('daily', 1)
  await again(lacking, [])
  await rename(away, image)
  await again(undefined, [expect.any(String)])
  const whole = await files()
  // Of this nobody was told when the settings were saved.
  await set('daily', 1)
  await rename(image, away)
  await again(lacking, whole)
  await rename(away, image)
  await rename(folder, `${folder}-unmounted`)
  await mkdir(folder)
  await again(/has none of the earlier backups: mount its disk/, [])
  await rm(image, { recursive: true })
  await set('daily', 1)
  await again(lacking, [])
  await set('daily', 1)
  for (const _ of [1, 2]) await again(undefined, [expect.any(String)])
})

test('a backup of an instance that was killed is made by another one once its time is over', async () => {
  const { app, set, make, files, recorded } = await started()
  await set('daily', 7)
  // As another instance leaves it that was killed at this moment.
  const claimed = { claim: 'another', attempts: 1, changed_at: app.context.now().toISOString() }
  await app.context.db.updateTable('jobs').set(claimed).where('kind', '=', 'backup').execute()
  await make()
  expect(await files()).toEqual([])
  for (let minutes = 0; minutes < 2; minutes++) {
    app.pass(minute)
    await make()
  }
  expect(await files()).toHaveLength(1)
  // Killed each time, it would never succeed: so that is told, too.
  expect(await recorded('backup.failed')).toEqual([expect.stringMatching(/^The server ended in the middle/)])
})
