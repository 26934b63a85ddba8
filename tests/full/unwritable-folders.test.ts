// Folders that the server's user may no longer write: a running server is not ready, and a start fails.

import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { launcher, spawnServer, startServer } from '../support/server-process.ts'

/** Root may write everywhere. */
const isRoot = process.getuid?.() === 0
const user = 54_321
const setpriv = '/usr/bin/setpriv'
const command = isRoot
  ? [setpriv, `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...launcher]
  : launcher

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
  if (isRoot) await chown(folder, user, user)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test.runIf(inject('postgres') === null && (!isRoot || existsSync(setpriv)))(
  'uploads and DATA_DIR that are not writable: not ready until they are, and a start fails in one line',
  async () => {
    const env = { DATA_DIR: folder, DEMO_CONTENT: 'off' }
    const server = await startServer(env, command)
    onTestFinished(() => server.kill('SIGKILL'))
    const uploads = join(folder, 'uploads')
    const ready = () => fetch(`${server.url}/readyz`).then((response) => response.json())
    const expectStorage = () => expect.poll(ready).toEqual({ status: 'not ready', reason: 'storage' })
    const expectReady = () => expect.poll(ready).toEqual({ status: 'ready' })

    for (const [path, mode] of [
      [uploads, 0o500],
      [uploads, 0],
      [join(uploads, '.installation-id'), 0],
      [folder, 0o500],
    ] as const) {
      await chmod(path, mode)
      await expectStorage()
      await chmod(path, 0o700)
      await expectReady()
    }
    expect(await server.stop()).toBe(0)

    await chmod(uploads, 0o500)
    const next = await spawnServer(env, command)
    expect(await next.ended).toBe(1)
    expect(next.output()).toMatch(
      /^Cannot start: DATA_DIR is [^\n]*uploads is not open to this user[^\n]*\n$/,
    )
  },
)
