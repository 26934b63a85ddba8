// npm run doctor: one line per check, what is wrong and how to fix it, no secret, and nothing changed.
import { once } from 'node:events'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { checkDisk, outcomeOf } from '../../server/cli/doctor-checks.ts'
import { lockDataDir } from '../../server/data-dir.ts'
import { doctor, emptyFolder, settingsOf } from '../support/doctor.ts'
import { png } from '../support/sample-images.ts'
import { freePort } from '../support/server-process.ts'
import { ownApps } from '../support/start.ts'

const postgres = inject('postgres')
const ownApp = ownApps()

/** The exit code where nothing is wrong but that the PostgreSQL of the tests runs without fsync. */
const inOrder = postgres ? 1 : 0

async function running() {
  const app = await ownApp()
  return { app, ...(await settingsOf(app)) }
}

describe('an installation in order', () => {
  test('has no problem while the server runs and holds its lock; nothing is changed', async () => {
    const { app, env } = await running()
    if (!postgres) onTestFinished(lockDataDir(env.DATA_DIR ?? ''))
    const names = async () => (await readdir(env.DATA_DIR ?? '', { recursive: true })).toSorted()
    const before = await names()
    const { code, output, problems } = await doctor(env)
    expect(problems).toEqual([])
    expect(code).toBe(inOrder)
    expect(output).toContain(`ok      PUBLIC_URL: ${app.url} responds`)
    expect(output).toMatch(
      postgres
        ? /^ok {6}Clock: agrees with the database and PUBLIC_URL$/m
        : /^ok {6}Clock: agrees with PUBLIC_URL$/m,
    )
    expect(output.includes('PROBLEM Durability: fsync of PostgreSQL is off')).toBe(postgres !== null)
    expect(await names()).toEqual(before)
  })

  test('has no problem without a server', async () => {
    const { env, port } = await running()
    const { code, output, problems } = await doctor({
      ...env,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    })
    expect(output).toMatch(/^ok {6}PUBLIC_URL: not checked: no server runs at/m)
    expect(problems).toEqual([])
    expect(code).toBe(inOrder)
  })
})

describe('settings', () => {
  test('that cannot be read: nothing else is checked, and no credential is printed', async () => {
    const { code, output } = await doctor({ DATA_DIR: await emptyFolder(), SMTP_URL: 'smtp://me:geheim@' })
    expect(code).toBe(1)
    expect(output).toMatch(/^PROBLEM Settings: SMTP_URL [^\n]*\n$/)
    expect(output).not.toContain('geheim')
  })

  test('without PUBLIC_URL, and no database yet: nothing is created', async () => {
    const port = String(await freePort())
    const folder = await emptyFolder()
    const { code, problems } = await doctor({ PORT: port, DATA_DIR: join(folder, 'none') })
    expect(code).toBe(1)
    expect(problems[0]).toMatch(/Settings: PUBLIC_URL is not set/)
    expect(problems[1]).toMatch(/Disk: DATA_DIR is .*none, which is missing; start the server once/)
    expect(await readdir(folder)).toEqual([])
  })

  test('that let passwords be guessed are a problem', async () => {
    const { env } = await running()
    expect((await doctor({ ...env, THROTTLE: 'off' })).problems).toEqual([
      expect.stringMatching(/Settings: THROTTLE is off.*remove it/),
    ])
  })
})

describe('the disk', () => {
  test('with little space is a problem', async () => {
    const { app } = await running()
    await expect(checkDisk(app.context.config, Number.MAX_SAFE_INTEGER)).rejects.toThrow(
      /^only \d+ MiB are free in .*; free space/,
    )
  })
})

describe('the database', () => {
  test('away or none: mail is checked all the same, and its password is not printed', async () => {
    const port = String(await freePort())
    const folder = await emptyFolder()
    const own: Record<string, string> = {
      DATA_DIR: folder,
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    }
    if (postgres) own.DATABASE_URL = postgres.replace(/\/\/[^@]*@/, '//postgres:geheim@').concat('/not-there')
    else await writeFile(join(folder, 'portfolio.db'), 'x'.repeat(5_000))
    const { code, output, problems } = await doctor(own)
    expect(code).toBe(1)
    expect(problems).toEqual([
      expect.stringMatching(
        postgres
          ? /Database: The database of DATABASE_URL \(.*(does not exist; create it|rejects the user)/
          : /Database: The database in DATA_DIR .* is damaged or no SQLite database/,
      ),
    ])
    expect(output).toMatch(/^ok {6}Mail: SMTP_URL is not set/m)
    expect(output).not.toContain('geheim')
  })

  test.runIf(postgres)('that accepts connections and never responds ends all the same', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const port = String(await freePort())
    const { code, problems } = await doctor({
      DATA_DIR: await emptyFolder(),
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: `postgres://me:geheim@127.0.0.1:${(silent.address() as AddressInfo).port}/data`,
    })
    expect(code).toBe(1)
    expect(problems).toEqual([expect.stringMatching(/Database: .* did not (respond|end) within \d+ seconds/)])
  })

  test('without tables is a problem', async () => {
    const { app, env } = await running()
    await app.context.db.schema.dropTable('kysely_migration').execute()
    expect((await doctor(env)).problems).toEqual([
      expect.stringMatching(/Database: .* has no tables of this product; start the server/),
    ])
  })
})

test('scheduled backups that fail are a problem', async () => {
  const { app, env } = await running()
  await app.context.db.insertInto('settings').values({ name: 'backup-interval', value: 'daily' }).execute()
  await app.context.db.updateTable('backup_state').set({ failures: 1, failure: 'No space.' }).execute()
  expect((await doctor(env)).problems).toEqual([
    expect.stringMatching(/Backups: the last scheduled one failed: No space\./),
  ])
})

test('a folder for backups whose disk is not mounted is a problem once backups are on', async () => {
  const { app, env } = await running()
  const folder = join(await emptyFolder(), 'disk')
  const backups = { ...env, BACKUP_DIR: join(folder, 'backups') }
  expect((await doctor(backups)).problems).toEqual([])
  await app.context.db.insertInto('settings').values({ name: 'backup-interval', value: 'daily' }).execute()
  expect((await doctor(backups)).problems).toEqual([
    `PROBLEM Backups: The folder above ${backups.BACKUP_DIR} is missing: mount its disk, or correct BACKUP_DIR.`,
  ])
  await mkdir(folder)
  expect((await doctor(backups)).problems).toEqual([])
})

test('uploads that are missing are a problem', async () => {
  const { app, env } = await running()
  await app.asUser()
  const avatar = await app.context.images.store(new Uint8Array(await (await png()).arrayBuffer()), 'avatar')
  await app.context.images.settled()
  await app.context.db.updateTable('users').set({ avatar }).execute()
  await rename(join(env.DATA_DIR ?? '', 'uploads'), join(await emptyFolder(), 'moved'))
  const { problems } = await doctor(env)
  expect(problems).toEqual([
    expect.stringMatching(/Storage: .*uploads is not the one of this database: .* Mount or restore it/),
  ])
})

test('a check that takes too long is a problem and not the end', async () => {
  const held = Promise.withResolvers<never>()
  expect(await outcomeOf(() => held.promise, 1)).toMatchObject({
    message: expect.stringMatching(/did not end/),
  })
  expect(await outcomeOf(async () => 'works', 60_000)).toBe('works')
})
