// portfolio.db is missing or empty and its write-ahead log is not, which SQLite would delete: a start and a command fail.
import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { launcher, root, spawnServer, startServer } from '../support/server-process.ts'

let folder: string
let env: Record<string, string>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
  env = { DATA_DIR: folder, DEMO_CONTENT: 'off' }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe.runIf(inject('postgres') === null)('after a kill, with messages in portfolio.db-wal', () => {
  test.each([
    ['a start with portfolio.db moved away', launcher, 'missing'],
    ['a start with an empty portfolio.db, as a copy to a full disk leaves', launcher, 'empty'],
    [
      'npm run admin with portfolio.db moved away',
      [process.execPath, join(root, 'server/cli/admin.ts'), 'second@example.com'],
      'missing',
    ],
  ])('%s is rejected, and loses none', async (_, command, state) => {
    const server = await startServer(env)
    const response = await fetch(`${server.url}/contacts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Ann',
        email: 'ann@example.com',
        subject: 'Logo',
        message: 'Please call.',
      }),
    })
    expect(response.status).toBe(201)
    await server.stop('SIGKILL')
    await rename(join(folder, 'portfolio.db'), join(folder, 'away.db'))
    if (state === 'empty') await writeFile(join(folder, 'portfolio.db'), '')

    const rejected = await spawnServer(env, command)
    onTestFinished(() => rejected.kill('SIGKILL'))
    expect(await rejected.ended).toBe(1)
    expect(rejected.output()).toMatch(
      /^(?:Cannot start: )?DATA_DIR is [^\n]*portfolio\.db is missing or empty [^\n]*Move portfolio\.db back[^\n]*\n$/,
    )
    expect((await stat(join(folder, 'portfolio.db-wal'))).size).toBeGreaterThan(0)

    await rename(join(folder, 'away.db'), join(folder, 'portfolio.db'))
    await (await startServer(env)).stop()
    const database = new DatabaseSync(join(folder, 'portfolio.db'))
    expect(database.prepare('select message from contacts').all()).toEqual([{ message: 'Please call.' }])
    database.close()
  })
})
