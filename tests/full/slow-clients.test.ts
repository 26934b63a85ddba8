// Slow clients, which hold connections on purpose, too many connections, and too many requests on one.
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createHttpServer, type HttpLimits, httpLimits } from '../../server/http/http-server.ts'
import { get, openRawConnection } from '../support/request.ts'
import { type Running, sharedApp } from '../support/start.ts'

test('slow clients are cut within 30 seconds by the limits that the server really has', () => {
  const { server } = createHttpServer(() => {})
  expect(server.headersTimeout + httpLimits.checkInterval).toBeLessThan(30_000)
  expect(server.timeout).toBeLessThan(30_000)
  expect(server.keepAliveTimeout).toBeLessThan(30_000)
  // For an image of 10 MB over a slow line.
  expect(server.requestTimeout).toBe(120_000)
})

describe('slow clients', () => {
  const limits = { headers: 500, silence: 1_000, checkInterval: 100 }
  let app: Running
  let port: number

  sharedApp(
    (started) => {
      app = started
      port = Number(new URL(app.url).port)
    },
    {},
    { http: limits },
  )

  /** Sends the beginning, then a byte every 20 milliseconds until it is cut off: the slowness is what is tested. */
  async function sendSlowly(beginning: string, drop: string): Promise<void> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.resume()
    socket.write(beginning)
    const drip = setInterval(() => socket.write(drop), 20)
    // A reset is an end, too; `once` of node:events would reject for it.
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(drip)
  }

  test('a hundred that never finish their headers are closed, and others are served in between', async () => {
    const cut = Promise.all(
      Array.from({ length: 100 }, () => sendSlowly('GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 'x')),
    )
    for (const path of ['/healthz', '/public-categories']) expect((await app.send(path)).status).toBe(200)
    await cut
  }, 20_000)

  test('twenty that stop in the middle of a body are closed', async () => {
    const head =
      'POST /contacts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900'
    await Promise.all(Array.from({ length: 20 }, () => sendSlowly(`${head}\r\n\r\n{"name": "S`, '')))
    expect((await app.send('/healthz')).status).toBe(200)
  }, 20_000)
})

describe('too many connections', () => {
  /** A server for four connections; each response waits until the test sends it. */
  async function smallServer(limits: Partial<HttpLimits> = {}) {
    const responses: ServerResponse[] = []
    let reports = 0
    const { server, listen } = createHttpServer((_, response) => responses.push(response), {
      limits: { ...httpLimits, connections: 4, ...limits },
      onFull: () => reports++,
    })
    const { port } = await listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return { responses, reports: () => reports, open: () => openRawConnection(port) }
  }

  test('close the one that has been idle for longest, and the new one is served', async () => {
    const { open, responses, reports } = await smallServer()
    const [first, ...others] = [await open(), await open(), await open(), await open()]
    // From now on the first has been heard of last.
    await first?.write(get('/'))
    await expect.poll(() => responses.length).toBe(1)
    responses[0]?.end('one')
    await first?.until('one')
    const fifth = await open()
    await fifth.write(get('/'))
    await expect.poll(() => responses.length).toBe(2)
    responses[1]?.end('two')
    expect(await fifth.until('two')).toContain('200 OK')
    expect(await others[0]?.ended).toBe('')
    await first?.write(get('/'))
    await expect.poll(() => responses.length).toBe(3)
    responses[2]?.end('three')
    await first?.until('three')
    expect(reports()).toBe(1)
  })

  test('close one whose body does not come before one that waits for its response', async () => {
    const { open, responses } = await smallServer()
    const waiting = [await open(), await open(), await open()]
    for (const { write } of waiting) await write(get('/'))
    const slow = await open()
    await slow.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{')
    await expect.poll(() => responses.length).toBe(4)
    const fifth = await open()
    await fifth.write(get('/'))
    await expect.poll(() => responses.length).toBe(5)
    expect(await slow.ended).toBe('')
    // Only the newcomer can be closed now.
    const sixth = await open()
    expect(await sixth.ended).toBe('')
    for (const response of responses) response.end('done')
    for (const connection of [...waiting, fifth]) expect(await connection.until('done')).toContain('200 OK')
  })

  /** More than the systems on both ends take from a client that does not read. */
  const large = Buffer.alloc(16 * 1024 * 1024)

  test('close one whose client does not read its response, and the new one is served', async () => {
    const { open, responses } = await smallServer()
    const unread = [await open(), await open(), await open(), await open()]
    for (const { socket, write } of unread) {
      socket.pause()
      await write(get('/'))
    }
    await expect.poll(() => responses.length).toBe(4)
    for (const response of responses) response.end(large)
    const fifth = await open()
    await fifth.write(get('/'))
    await expect.poll(() => responses.length).toBe(5)
    responses[4]?.end('done')
    expect(await fifth.until('done')).toContain('200 OK')
  })

  test('a client that reads its response too slowly is cut off', async () => {
    const { open, responses } = await smallServer({ reading: 200, checkInterval: 50 })
    const { socket, write } = await open()
    socket.pause()
    await write(get('/'))
    await expect.poll(() => responses.length).toBe(1)
    responses[0]?.end(large)
    await expect.poll(() => responses[0]?.destroyed).toBe(true)
  })
})

describe('requests that arrive before the response to the last one', () => {
  test('get theirs in the same order, and too many of them end the connection', async () => {
    const responses: ServerResponse[] = []
    const { server, listen } = createHttpServer((_, response) => responses.push(response))
    const { port } = await listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    const waiting = await openRawConnection(port)
    await waiting.write(get('/').repeat(3))
    await expect.poll(() => responses.length).toBe(3)
    for (const [index, word] of ['one', 'two', 'three'].entries()) {
      responses[index]?.end(word)
      await waiting.until(word)
    }
    const flood = await openRawConnection(port)
    await flood.write(get('/').repeat(50)).catch(() => {})
    await expect.poll(() => flood.socket.closed).toBe(true)
    expect(responses).toHaveLength(3 + httpLimits.pipelined)
  })
})
