// Slow clients, which hold connections, bodies and uploads on purpose, too many connections, and too many requests on one: they
// hold little, not for long, and delay nobody.
import { readdir } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createHttpServer, type HttpLimits, httpLimits } from '../../server/http/http-server.ts'
import { goodMessage as message } from '../support/calls.ts'
import { get, openRawConnection } from '../support/request.ts'
import { bytesOf, file } from '../support/sample-images.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

const ownApp = ownApps()

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

/** Sends the beginning, then a byte every half second until the connection is closed. */
async function drip(app: Running, head: string, size = 1_000_000, host = 'localhost') {
  const { socket, ended, write } = await openRawConnection(Number(new URL(app.url).port))
  const began = performance.now()
  await write(`${head}\r\nHost: ${host}\r\nContent-Length: ${size}\r\n\r\n{`)
  const timer = setInterval(() => socket.write('x'), 500)
  const text = await ended
  clearInterval(timer)
  return { text, seconds: (performance.now() - began) / 1000 }
}

test('a body that does not end gets a response, and its connection is closed within 30 seconds, also where the app never sees the request', async () => {
  const app = await ownApp({ LOG_LEVEL: 'silent' })
  const json = 'Content-Type: application/json'
  const all = await Promise.all([
    drip(app, `POST /contacts HTTP/1.1\r\n${json}`, 900),
    drip(app, 'POST /contacts HTTP/1.1\r\nContent-Type: text/plain'),
    drip(app, `POST /no/such/path HTTP/1.1\r\n${json}`),
    drip(app, 'GET /healthz HTTP/1.1'),
    drip(app, 'POST /edit-profile HTTP/1.1\r\nContent-Type: multipart/form-data; boundary=b'),
    drip(app, 'POST /contacts HTTP/1.1\r\nExpect: foo'),
    drip(app, 'POST * HTTP/1.1'),
    drip(app, 'POST / HTTP/1.1', undefined, 'a b'),
  ])
  const statuses = all.map(({ text }) => text.slice(9, 12))
  expect(statuses).toEqual(['408', '415', '404', '200', '401', '415', '400', '400'])
  for (const { seconds } of all) expect(seconds).toBeLessThan(30)
}, 60_000)

/** Every character escaped; one outside the Basic Multilingual Plane takes twelve bytes. */
const escaped = (value: unknown) =>
  JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
const emoji = '\u{1f600}'
const ofBrowser = { 'user-agent': 'Mozilla/5.0', 'sec-fetch-site': 'same-origin' }
const send = (app: Running, path: string, body: string, cookie = '', method = 'POST') =>
  fetch(app.url + path, {
    method,
    body,
    headers: { ...ofBrowser, 'content-type': 'application/json', cookie },
  })

describe('the largest valid body', () => {
  const largest = {
    ...message,
    name: emoji.repeat(50),
    email: `${'ü'.repeat(240)}@example.com`,
    subject: emoji.repeat(100),
    message: emoji.repeat(2_500),
  }

  test('of a message is accepted, escaped or not, decomposed or not', async () => {
    const app = await ownApp()
    // 5,000 characters of Korean in the form that some systems paste: nine bytes each.
    const korean = { ...largest, message: '한'.repeat(5_000).normalize('NFD') }
    for (const body of [JSON.stringify(largest), escaped(largest), JSON.stringify(korean)])
      expect((await send(app, '/contacts', body)).status).toBe(201)
  })
})

const noise = async (size: number) => file(await bytesOf('png', size, size), 'a.png', 'image/png')
const save = (app: Running, cookie: string, avatar: Blob) =>
  app.json('/edit-profile', { cookie, form: { name: 'Uma User', avatar } })

/** Begins a chunked upload of an avatar and sends all but its end. */
async function begin(app: Running, cookie: string) {
  const form = new FormData()
  form.append('name', 'Slow User')
  form.append('avatar', await noise(100))
  const whole = new Response(form)
  const bytes = Buffer.from(await whole.arrayBuffer())
  const connection = await openRawConnection(Number(new URL(app.url).port))
  const chunk = (piece: Buffer) =>
    connection.write(`${piece.length.toString(16)}\r\n${piece.toString('latin1')}\r\n`)
  connection.socket.setDefaultEncoding('latin1')
  await connection.write(
    `POST /edit-profile HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nTransfer-Encoding: chunked\r\nContent-Type: ${whole.headers.get('content-type')}\r\n\r\n`,
  )
  await chunk(bytes.subarray(0, -10))
  // When the response to a later request arrives, all that was sent before has arrived.
  await app.send('/healthz')
  return {
    ...connection,
    finish: async () => {
      await chunk(bytes.subarray(-10))
      await connection.write('0\r\n\r\n')
    },
  }
}

describe('uploads that are sent slowly, without a length', () => {
  test('delay no other user, leave no file, and are stored when they end; one user has three', async () => {
    const app = await ownApp({ LOG_LEVEL: 'silent' })
    const cookie = await app.asUser('slow@example.com')
    const [slow, ...others] = [await begin(app, cookie), await begin(app, cookie), await begin(app, cookie)]
    await expect.poll(async () => (await save(app, cookie, await noise(20))).status).toBe(503)
    expect((await save(app, await app.asUser(), await noise(300))).status).toBe(200)
    const names = await readdir(app.context.config.dataDir)
    expect(names.filter((name) => name.startsWith('upload-'))).toEqual([])
    await slow.finish()
    expect(await slow.until('}')).toMatch(/^HTTP\/1.1 200 /)
    for (const { socket } of [slow, ...others]) socket.destroy()
    await expect.poll(async () => (await save(app, cookie, await noise(20))).status).toBe(200)
  }, 20_000)

  test('of users that take all places leave those of admins', async () => {
    const app = await ownApp({ LOG_LEVEL: 'silent' })
    const slow = []
    for (let user = 0; user < 8; user++) {
      const cookie = await app.asUser(`slow${user}@example.com`)
      for (let n = 0; n < 3; n++) slow.push(await begin(app, cookie))
    }
    const { status, headers } = await save(app, await app.asUser(), await noise(20))
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect((await save(app, await app.asAdmin(), await noise(20))).status).toBe(200)
    for (const { socket } of slow) socket.destroy()
  }, 20_000)
})
