// A server that is told to stop: what is in flight ends, what waits is sent later, and the process is gone in time.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { scratchFolder } from '../support/backups.ts'
import { goodMessage } from '../support/calls.ts'
import { beginRequest, get, openRawConnection } from '../support/request.ts'
import { png } from '../support/sample-images.ts'
import { admin, adminSettings, spawnServer, startServer } from '../support/server-process.ts'

let env: Record<string, string>

beforeEach(async () => {
  env = { DATA_DIR: await scratchFolder(), THROTTLE: 'off' }
})

const isListening = ({ port }: { port: number }) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(Boolean, () => false)

test('SIGTERM lets all requests that were written before it, or are in flight, get their response, an image among them, and ends with 0', async () => {
  await using server = await startServer({ ...env, ...adminSettings })
  const { cookie } = await server.call('/login', { json: admin })
  const url = `http://127.0.0.1:${server.port}`
  const begun = await Promise.all([
    beginRequest(url, '/contacts', { json: goodMessage }),
    beginRequest(url, '/api/images', { form: { kind: 'image', image: await png() }, cookie }),
  ])
  const connections = await Promise.all(Array.from({ length: 61 }, () => openRawConnection(server.port)))
  for (const connection of connections) {
    await connection.write(get('/healthz'))
    await connection.until('{"status":"ok"}')
  }
  const [first, ...others] = connections
  const [before, late] = [others.slice(0, 40), others.slice(40)]
  await Promise.all(before.map((connection) => connection.write(get('/healthz'))))
  const stopped = server.stop()
  // The other connections are idle while the server begins to stop, which this one detects.
  let response = ''
  while (!/connection: close/i.test(response)) {
    await first?.write(get('/readyz'))
    response = (await first?.until('}')) ?? ''
  }
  expect(response).toContain('"reason":"stopping"')
  await Promise.all(late.map((connection) => connection.write(get('/healthz'))))
  for (const { ended } of before) expect(await ended).toContain('HTTP/1.1 200 OK')
  for (const { ended } of late) expect(await ended).toMatch(/HTTP\/1.1 200 OK[\s\S]*connection: close/i)
  await expect.poll(() => isListening(server)).toBe(false)
  for (const { finish } of begun) {
    const { statusCode, headers } = await finish()
    expect([statusCode, headers.connection]).toEqual([201, 'close'])
  }
  expect(await stopped).toBe(0)
})

test('idle connections and a second Ctrl-C do not delay the stop', async () => {
  await using server = await startServer(env)
  await Promise.all(Array.from({ length: 5 }, () => openRawConnection(server.port)))
  const began = performance.now()
  void server.stop('SIGINT')
  expect(await server.stop('SIGINT')).toBe(0)
  expect(performance.now() - began).toBeLessThan(3_000)
})

test('a client that never finishes its request is disconnected, and the process ends within ten seconds', async () => {
  await using server = await startServer(env)
  const slow = await openRawConnection(server.port)
  const head = ['POST /contacts HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  await slow.write(`${head.join('\r\n')}\r\nContent-Length: 900\r\n\r\n{`)
  const began = performance.now()
  expect(await server.stop('SIGHUP')).toBe(0)
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('a stop while the demo content is being loaded ends with 0, and the next start loads the rest', async () => {
  const settings = { ...env, DEMO_CONTENT: 'on' }
  const starting = await spawnServer(settings)
  const uploads = () => readdir(join(env.DATA_DIR ?? '', 'uploads')).catch(() => [])
  await expect.poll(uploads, { timeout: 20_000, interval: 5 }).not.toEqual([])
  expect(await starting.stop()).toBe(0)
  expect(starting.output()).not.toContain('Cannot start')
  await using server = await startServer(settings)
  expect((await server.call('/getportfolio/public')).body.portfolios).toHaveLength(10)
})

test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('%s to npm start ends the server', async (signal) => {
  const npm = await startServer(env, ['npm', 'start', '--silent', '--ignore-scripts'])
  void npm.stop(signal)
  await expect.poll(() => isListening(npm), { timeout: 10_000 }).toBe(false)
})
