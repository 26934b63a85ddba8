// Slow clients, which hold connections, bodies and uploads on purpose, too many connections, and too many requests on one: they
// hold little, not for long, and delay nobody.
import { readdir } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpServer, type HttpLimits, httpLimits } from '../../server/http/http-server.ts'
import { beginRequest, get, openRawConnection } from '../support/request.ts'
import { png } from '../support/sample-images.ts'
import { ownApp, type Running } from '../support/start.ts'

const openTo = (app: { url: string }) => openRawConnection(Number(new URL(app.url).port))

/** Sends the beginning, then a byte at a time until the connection is closed: the slowness is what is tested. */
async function drip(app: { url: string }, beginning: string, interval: number) {
  const { socket, ended, write } = await openTo(app)
  const began = performance.now()
  await write(beginning)
  const timer = setInterval(() => socket.write('x'), interval)
  // A reset is an end, too.
  const text = await ended.catch(() => '')
  clearInterval(timer)
  return { status: text.slice(9, 12), seconds: (performance.now() - began) / 1000 }
}

test('a hundred clients that never finish their headers are closed, and others are served in between', async () => {
  const limits = { ...httpLimits, headers: 2_000, silence: 1_000, checkInterval: 100 }
  const { server, listen } = createHttpServer((await ownApp()).listener, { limits })
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(await listen(0, '127.0.0.1')).port}`
  const beginning = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
  const cut = Promise.all(Array.from({ length: 100 }, () => drip({ url }, beginning, 20)))
  for (const path of ['/healthz', '/public-categories']) expect((await fetch(url + path)).status).toBe(200)
  await cut
}, 20_000)

test('a body that does not end gets a response, and its connection is closed within 30 seconds, also where the app never sees the request', async () => {
  const app = await ownApp({ LOG_LEVEL: 'silent' })
  const json = 'Content-Type: application/json'
  const requests: [head: string, status: string, host?: string][] = [
    [`POST /contacts HTTP/1.1\r\n${json}`, '408'],
    ['POST /contacts HTTP/1.1\r\nContent-Type: text/plain', '415'],
    ['GET /healthz HTTP/1.1', '200'],
    ['POST /contacts HTTP/1.1\r\nExpect: foo', '415'],
    ['POST / HTTP/1.1', '400', 'a b'],
  ]
  const all = await Promise.all(
    requests.map(([head, _, host = 'localhost']) =>
      drip(app, `${head}\r\nHost: ${host}\r\nContent-Length: 900\r\n\r\n{`, 500),
    ),
  )
  expect(all.map(({ status }) => status)).toEqual(requests.map(([, status]) => status))
  for (const { seconds } of all) expect(seconds).toBeLessThan(30)
}, 60_000)

/** A server whose responses wait until the test sends them. */
async function heldServer(limits: Partial<HttpLimits> = {}) {
  const responses: ServerResponse[] = []
  let reports = 0
  const { server, listen } = createHttpServer((_, response) => responses.push(response), {
    limits: { ...httpLimits, ...limits },
    onFull: () => reports++,
  })
  const { port } = await listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const open = () => openRawConnection(port)
  return {
    responses,
    reports: () => reports,
    open,
    /** A connection whose request has arrived. */
    async requested(head = get('/')) {
      const count = responses.length
      const connection = await open()
      await connection.write(head)
      await expect.poll(() => responses.length).toBe(count + 1)
      return { ...connection, response: responses[count] as ServerResponse }
    },
  }
}

/** More than the systems on both ends take from a client that does not read. */
const large = Buffer.alloc(16 * 1024 * 1024)

const four = { connections: 4 }

test('too many connections close the one that has been idle for longest, and the new one is served', async () => {
  const { open, requested, reports } = await heldServer(four)
  const first = await requested()
  const [second] = [await open(), await open(), await open()]
  // From now on the first has been heard of last.
  first.response.end('one')
  await first.until('one')
  const fifth = await requested()
  fifth.response.end('two')
  expect(await fifth.until('two')).toContain('200 OK')
  expect(await second.ended).toBe('')
  expect(reports()).toBe(1)
})

test('too many connections close one whose body does not come before one that waits for its response', async () => {
  const { open, requested, responses } = await heldServer(four)
  const waiting = [await requested(), await requested(), await requested()]
  const slow = await requested('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{')
  const fifth = await requested()
  expect(await slow.ended).toBe('')
  // Only the newcomer can be closed now.
  expect(await (await open()).ended).toBe('')
  for (const response of responses) response.end('done')
  for (const connection of [...waiting, fifth]) expect(await connection.until('done')).toContain('200 OK')
})

test('too many connections close one whose client does not read its response, and the new one is served', async () => {
  const { requested } = await heldServer(four)
  for (let n = 0; n < 4; n++) {
    const { socket, response } = await requested()
    socket.pause()
    response.end(large)
  }
  const fifth = await requested()
  fifth.response.end('done')
  expect(await fifth.until('done')).toContain('200 OK')
})

test('a client that reads its response too slowly is cut off', async () => {
  const { requested } = await heldServer({ reading: 200, checkInterval: 50 })
  const { socket, response } = await requested()
  socket.pause()
  response.end(large)
  await expect.poll(() => response.destroyed).toBe(true)
})

test('requests that arrive before the response to the last one get theirs in the same order, and too many of them end the connection', async () => {
  const { open, responses } = await heldServer()
  const waiting = await open()
  await waiting.write(get('/').repeat(3))
  await expect.poll(() => responses.length).toBe(3)
  for (const [index, word] of ['one', 'two', 'three'].entries()) {
    responses[index]?.end(word)
    await waiting.until(word)
  }
  const flood = await open()
  await flood.write(get('/').repeat(50)).catch(() => {})
  await expect.poll(() => flood.socket.closed).toBe(true)
  expect(responses).toHaveLength(3 + httpLimits.pipelined)
})

test('the largest message that a form can hold is accepted, also in the decomposed form that some systems paste', async () => {
  // Nine bytes each.
  const message = '한'.repeat(5_000).normalize('NFD')
  const json = { name: '😀'.repeat(50), email: `${'ü'.repeat(240)}@example.com`, message }
  expect((await (await ownApp()).send('/contacts', { json })).status).toBe(201)
})

const save = async (app: Running, cookie: string) =>
  app.json('/edit-profile', { cookie, form: { name: 'Uma User', avatar: await png() } })

/** Begins a chunked upload of an avatar and sends all but its end. */
async function begin(app: Running, cookie: string) {
  const form = { name: 'Slow User', avatar: await png() }
  const upload = await beginRequest(app.url, '/edit-profile', { form, cookie })
  // When the response to a later request arrives, all that was sent before has arrived.
  await app.send('/healthz')
  return upload
}

test('uploads that are sent slowly, without a length, delay no other user, leave no file, and are stored when they end; one user has three, and users that take all places leave those of admins', async () => {
  const app = await ownApp({ LOG_LEVEL: 'silent' })
  const cookie = await app.asUser('slow@example.com')
  const another = await app.asUser()
  const [slow, ...others] = [await begin(app, cookie), await begin(app, cookie), await begin(app, cookie)]
  await expect.poll(async () => (await save(app, cookie)).status).toBe(503)
  expect((await save(app, another)).status).toBe(200)
  const names = await readdir(app.context.config.dataDir)
  expect(names.filter((name) => name.startsWith('upload-'))).toEqual([])
  expect((await slow.finish()).statusCode).toBe(200)
  for (const upload of others) upload.destroy()
  await expect.poll(async () => (await save(app, cookie)).status).toBe(200)

  const crowd = []
  for (let user = 0; user < 8; user++) {
    const cookie = await app.asUser(`slow${user}@example.com`)
    for (let n = 0; n < 3; n++) crowd.push(await begin(app, cookie))
  }
  const { status, headers } = await save(app, another)
  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  expect((await save(app, await app.asAdmin())).status).toBe(200)
  for (const upload of crowd) upload.destroy()
}, 40_000)
