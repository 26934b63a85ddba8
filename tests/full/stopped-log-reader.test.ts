// What reads the log has stopped and its pipe is full, as under a supervisor that hangs: the site goes on, and can stop.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { root, startServer } from '../support/server-process.ts'
import { password } from '../support/start.ts'

let folder: string
let pipe: string
let reader: ChildProcess

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
  pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  reader = spawn('cat', [pipe], { stdio: 'ignore' })
})
afterEach(async () => {
  reader.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Stops the reader and fills the pipe to its last byte. */
async function fillPipe(): Promise<void> {
  const writer = await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  reader.kill('SIGSTOP')
  try {
    for (const size of [4_096, 1]) {
      const bytes = Buffer.alloc(size, ' ')
      while ((await writer.write(bytes).catch(ifFull)).bytesWritten > 0);
    }
  } finally {
    await writer.close()
  }
}

function ifFull(error: NodeJS.ErrnoException): { bytesWritten: number } {
  if (error.code !== 'EAGAIN') throw error
  return { bytesWritten: 0 }
}

describe('with a stopped reader of its log, a server', () => {
  // The link for the owner makes the pipe one that does not block; a write to the other kind holds a thread.
  test.each([
    ['that has printed a link', {}],
    ['that has printed nothing', { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: password }],
  ])('%s serves, and SIGTERM ends it', async (_, env) => {
    const run = [process.execPath, join(root, 'scripts/run.mjs'), join(root, 'build/main.js')]
    const server = await startServer(
      { DATA_DIR: join(folder, 'data'), DEMO_CONTENT: 'off', THROTTLE: 'off', LOG_LEVEL: 'info', ...env },
      ['sh', '-c', `exec "$@" > ${pipe}`, 'sh', ...run],
    )
    onTestFinished(() => server.kill('SIGKILL'))
    await fillPipe()
    for (let sent = 0; sent < 5; sent++) {
      const response = await fetch(`${server.url}/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong' }),
      })
      expect(response.status).toBe(401)
    }
    const began = performance.now()
    await server.stop()
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
