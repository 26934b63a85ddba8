import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { get, openRawConnection } from '../support/request.ts'
import { type ServerProcess, spawnServer, startServer } from '../support/server-process.ts'

/** Milliseconds. */
const idleStop = 3_000
const anyStop = 10_000

describe('stopping', () => {
  let dataDir: string
  let env: Record<string, string>

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
    env = { DATA_DIR: dataDir, DEMO_CONTENT: 'off', THROTTLE: 'off' }
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  const stopped = async (server: ServerProcess, signal?: NodeJS.Signals) => {
    const began = performance.now()
    const code = await server.stop(signal)
    return { code, ms: performance.now() - began }
  }

  test('SIGTERM lets a request in flight finish and ends with 0', async () => {
    const server = await startServer(env)
    const body = JSON.stringify({ name: 'Slow', email: 'slow@example.com', subject: 's', message: 'm' })
    let ended: Promise<number | null> | undefined
    const responding = new Promise<{ status?: number; connection?: string }>((resolve, reject) => {
      const slow = request(
        {
          port: server.port,
          host: '127.0.0.1',
          path: '/contacts',
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': body.length,
            connection: 'keep-alive',
            expect: '100-continue',
          },
        },
        (response) => {
          response.resume()
          resolve({ status: response.statusCode, connection: response.headers.connection })
        },
      )
      slow.on('error', reject)
      // The server has read the head and said so, and half of the body is there: the request is in flight.
      slow.on('continue', async () => {
        slow.write(body.slice(0, 10))
        ended = server.stop()
        const listening = () =>
          fetch(`http://127.0.0.1:${server.port}/healthz`).then(
            () => true,
            () => false,
          )
        await expect.poll(listening).toBe(false)
        slow.end(body.slice(10))
      })
      slow.flushHeaders()
    })
    expect(await responding).toEqual({ status: 201, connection: 'close' })
    expect(await ended).toBe(0)
  })

  test('requests written before the signal, or in flight when it comes, all get a response', async () => {
    const server = await startServer(env)
    const connections = await Promise.all(Array.from({ length: 61 }, () => openRawConnection(server.port)))
    for (const connection of connections) {
      await connection.write(get('/healthz'))
      await connection.until('{"status":"ok"}')
    }
    const [before, late, [first]] = [
      connections.slice(0, 40),
      connections.slice(40, 60),
      connections.slice(60),
    ]
    await Promise.all(before.map((connection) => connection.write(get('/healthz'))))
    server.kill('SIGTERM')
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
    expect(await server.ended).toBe(0)
  })

  test('idle connections and a second Ctrl-C do not delay the stop', async () => {
    const server = await startServer(env)
    await Promise.all(Array.from({ length: 5 }, () => openRawConnection(server.port)))
    const stop = stopped(server, 'SIGINT')
    server.kill('SIGINT')
    const { code, ms } = await stop
    expect(code).toBe(0)
    expect(ms).toBeLessThan(idleStop)
  })

  test('a client that never finishes its request is disconnected, and the process ends within ten seconds', async () => {
    const server = await startServer(env)
    const slow = await openRawConnection(server.port)
    await slow.write(
      'POST /contacts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
    )
    const { code, ms } = await stopped(server, 'SIGHUP')
    expect(code).toBe(0)
    expect(ms).toBeLessThan(anyStop)
  })

  test('a stop while the demo content is being loaded ends with 0, and the next start loads the rest', async () => {
    const own = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
    onTestFinished(() => rm(own, { recursive: true, force: true }))
    const settings = { DATA_DIR: own, THROTTLE: 'off' }
    const starting = await spawnServer(settings)
    await expect
      .poll(() => readdir(join(own, 'uploads')).catch(() => []), { timeout: 20_000, interval: 5 })
      .not.toEqual([])
    starting.kill('SIGTERM')
    expect(await starting.ended).toBe(0)
    expect(starting.output()).not.toContain('Cannot start')
    const server = await startServer(settings)
    const { portfolios } = (await (await fetch(`${server.url}/getportfolio/public`)).json()) as {
      portfolios: unknown[]
    }
    expect(portfolios).toHaveLength(10)
    await server.stop()
  })

  test.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('%s to npm start ends the server', async (signal) => {
    const npm = await startServer(env, ['npm', 'start', '--silent', '--ignore-scripts'])
    npm.kill(signal)
    const listening = () =>
      fetch(`http://127.0.0.1:${npm.port}/healthz`).then(
        () => true,
        () => false,
      )
    await expect.poll(listening, { timeout: anyStop }).toBe(false)
  })
})
