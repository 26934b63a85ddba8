// Clients that send slowly on purpose, to hold what others need (abuse case 43).
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type ServerProcess, startServer } from './server-process.ts'

const patience = 30_000

// The database has no part in it, so once is enough.
describe.runIf(inject('postgres') === null)('dawdlers', () => {
  let dataDir: string
  let server: ServerProcess

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
    server = await startServer({ DATA_DIR: dataDir, DEMO_CONTENT: 'off' })
  })
  afterAll(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  /** Sends the beginning, then a byte a second, until it is cut. */
  async function dawdle(beginning: string, drop: string): Promise<void> {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.resume()
    socket.write(beginning)
    const drip = setInterval(() => socket.write(drop), 1_000)
    await once(socket, 'close')
    clearInterval(drip)
  }

  test.concurrent(
    'a hundred who never finish their head are cut within 30 seconds, and others are served meanwhile',
    async () => {
      const began = Date.now()
      const cut = Promise.all(
        Array.from({ length: 100 }, () => dawdle('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 'x')),
      )
      for (const path of ['/healthz', '/', '/public-categories'])
        expect((await fetch(server.url + path)).status, path).toBe(200)
      await cut
      expect(Date.now() - began).toBeLessThan(patience)
    },
    patience + 10_000,
  )

  test.concurrent(
    'who falls silent in the middle of a body is cut within 30 seconds',
    async () => {
      const began = Date.now()
      const head =
        'POST /contacts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900'
      await Promise.all(Array.from({ length: 20 }, () => dawdle(`${head}\r\n\r\n{"name": "S`, '')))
      expect(Date.now() - began).toBeLessThan(patience)
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    },
    patience + 10_000,
  )
})
