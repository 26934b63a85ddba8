// npm run doctor: a database that can be read and not written.
import { existsSync } from 'node:fs'
import { chmod, chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { doctor, settingsOf } from '../support/doctor.ts'
import { ownApps } from '../support/start.ts'

const postgres = inject('postgres')
const ownApp = ownApps()

/** Root may write everywhere. */
const isRoot = process.getuid?.() === 0
const user = 54_321
const setpriv = '/usr/bin/setpriv'
const asUser = isRoot ? [setpriv, `--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : []

test('a database that can be written is as it was afterwards', async () => {
  const app = await ownApp()
  const { env } = await settingsOf(app)
  const settings = () => app.context.db.selectFrom('settings').selectAll().orderBy('name').execute()
  const before = await settings()
  const { output } = await doctor(env)
  expect(output).toMatch(/^ok {6}Database: .* responds and can be written$/m)
  expect(await settings()).toEqual(before)
})

test.runIf(postgres).each([
  [
    'whose disk is full',
    '53100',
    'could not extend file: No space left on device',
    /^PROBLEM Database: .* has no space left \(could not extend file: No space left on device\); free space on the disk of PostgreSQL\.$/,
  ],
  [
    'whose tables its user may only read',
    '42501',
    'permission denied for table settings',
    /^PROBLEM Database: .* does not let its user write \(permission denied for table settings\); make that user the owner of the tables, or correct DATABASE_URL\.$/,
  ],
])('a PostgreSQL %s is a problem', async (_, code, message, line) => {
  const app = await ownApp()
  await sql`create function reject() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception '${message}' using errcode = '${code}'; end`)}`.execute(app.context.db)
  await sql`create trigger reject before insert on settings for each row execute function reject()`.execute(
    app.context.db,
  )
  const { code: exitCode, problems } = await doctor((await settingsOf(app)).env)
  expect(exitCode).toBe(1)
  expect(problems).toEqual([expect.stringMatching(line)])
})

test.runIf(!postgres && (!isRoot || existsSync(setpriv)))(
  'a SQLite file that its user may only read is a problem',
  async () => {
    const app = await ownApp()
    const { env } = await settingsOf(app)
    const folder = env.DATA_DIR ?? ''
    if (isRoot)
      for (const name of ['', ...(await readdir(folder, { recursive: true }))])
        await chown(join(folder, name), user, user)
    await chmod(join(folder, 'portfolio.db'), 0o400)
    const { code, problems } = await doctor(env, asUser)
    expect(code).toBe(1)
    expect(problems).toEqual([
      expect.stringMatching(
        /^PROBLEM Database: .* cannot be opened for writing \(attempt to write a readonly database\); change the owner of portfolio\.db\.$/,
      ),
    ])
  },
)
