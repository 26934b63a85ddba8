// Requests that no browser sends, to the real process: what it responds, and how little of them gets into its log.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServerProcess, startServer } from '../support/server-process.ts'

let dataDir: string
let server: ServerProcess
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portfolio-strange-'))
  server = await startServer({
    DATA_DIR: dataDir,
    DEMO_CONTENT: 'off',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'Correct-Horse-7!',
    THROTTLE: 'off',
    LOG_LEVEL: 'info',
  })
})
afterAll(async () => {
  await server.stop('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

const linesAfter = (written: string) => server.output().slice(written.length).split('\n').filter(Boolean)

test('the data of a page whose path is no UTF-8 is not found, and nothing is printed about it', async () => {
  const before = server.output()
  const path = `/reset-password/token-of-somebody/${'x'.repeat(10_000)}%E0%A4%A.data`
  for (const sent of [path, '/%E0%A4%A.data', '/%ED%A0%80.data'])
    expect((await fetch(server.url + sent)).status).toBe(404)
  // A request that is logged, so everything before it is written.
  await fetch(`${server.url}/logout`, { method: 'POST' })
  await expect.poll(() => linesAfter(before).length).toBeGreaterThan(0)
  for (const line of linesAfter(before)) expect(JSON.parse(line)).toMatchObject({ path: '/logout' })
})

test('a health check by HTTP/1.0, which needs no Host, gets a response', async () => {
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8')
  socket.write('GET /healthz HTTP/1.0\r\n\r\n')
  const [head] = (await once(socket, 'data')) as [string]
  socket.destroy()
  expect(head).toMatch(/^HTTP\/1\.1 200 /)
})
