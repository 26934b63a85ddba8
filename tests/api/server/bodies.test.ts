// Bodies of requests that are too large, cut off, slow or of another kind than a call takes.
import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cover, goodProject, goodMessage as message } from '../../support/calls.ts'
import { beginRequest, requestOf, type Sent } from '../../support/request.ts'
import { png } from '../../support/sample-images.ts'
import { sharedApp } from '../../support/start.ts'

const app = await sharedApp()
const admin = await app.asAdmin()

/** Sends on the agent's one connection, all of the body before the response is read. */
async function send(agent: Agent, path: string, sent: Sent, chunked: boolean) {
  const request = requestOf(app.url, path, sent)
  const body = await request.bytes()
  const framing = chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(body.length) }
  const headers = { ...framing, ...Object.fromEntries(request.headers) }
  const outgoing = httpRequest(request.url, { method: request.method, agent, headers })
  const responding = once(outgoing, 'response')
  for (let at = 0; at < body.length; at += 100_000) outgoing.write(body.subarray(at, at + 100_000))
  outgoing.end()
  const [response]: IncomingMessage[] = await responding
  const text = Buffer.concat((await response?.toArray()) ?? []).toString()
  return { status: response?.statusCode, text, reused: outgoing.reusedSocket }
}

/** That all requests of a test are sent on. */
function oneConnection(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return agent
}

const large = new Blob([Buffer.alloc(20 * 1024 * 1024, 0x20)], { type: 'application/json' })

describe.each([
  ['with Content-Length', false],
  ['chunked', true],
])('a body %s', (_, chunked) => {
  test('of JSON, and of a form with an image, is read', async () => {
    const agent = oneConnection()
    const text = `Chunked: ${chunked}, ünïcödé`
    const json = { ...message, message: text }
    expect((await send(agent, '/contacts', { json }, chunked)).status).toBe(201)
    const { contacts } = (await app.json('/contacts', { cookie: admin })).body
    expect(contacts[0].message).toBe(text)
    const form = { name: `Ada ${chunked}`, avatar: await png() }
    const { status, text: saved } = await send(agent, '/edit-profile', { form, cookie: admin }, chunked)
    expect([status, JSON.parse(saved).name]).toEqual([200, `Ada ${chunked}`])
  })

  test.each<[string, number, string, Sent]>([
    ['its size', 413, '/contacts', {}],
    ['the size of its image', 413, '/edit-profile', { form: { name: 'Ada', avatar: large }, cookie: admin }],
    ['no session', 401, '/edit-profile', {}],
    ['a foreign page', 403, '/edit-profile', { headers: { origin: 'https://evil.example' } }],
    ['the wrong type', 415, '/contacts', { headers: { 'content-type': 'text/plain' } }],
    ['its compression', 415, '/contacts', { headers: { 'content-encoding': 'gzip' } }],
    ['an unknown path', 404, '/no/such/path', {}],
  ])(
    'of 20 MB that is not read because of %s gets %i, and the next request on the same connection works',
    async (_, status, path, sent) => {
      const agent = oneConnection()
      expect((await send(agent, path, { file: large, ...sent }, chunked)).status).toBe(status)
      const next = await send(agent, '/check-auth', {}, false)
      expect([next.status, next.reused]).toEqual([200, true])
    },
  )
})

test.each<[string, string, Sent]>([
  ['JSON', '/api/settings/signature', { method: 'PUT', json: { signature: 'Mine' } }],
  ['a video', '/api/videos', { file: new Blob(['    ftyp'], { type: 'video/mp4' }) }],
  ['a form', '/portfolio/add-portfolio', { form: { ...goodProject, pimage: cover } }],
])(
  '%s of an admin who is one no longer when its body has arrived is 403, and changes nothing',
  async (what, path, sent) => {
    const email = `${what.replace(' ', '-')}@example.com`
    const cookie = await app.asAdmin(email)
    const { finish } = await beginRequest(app.url, path, { ...sent, cookie })
    // A few round trips, so that the admin has been let in.
    for (let round = 0; round < 5; round++) await app.send('/check-auth', { cookie })
    await app.context.db.updateTable('users').set({ role: 'user' }).where('email', '=', email).execute()
    expect((await finish()).statusCode).toBe(403)
    expect(await app.context.db.selectFrom('projects').selectAll().execute()).toEqual([])
    expect((await app.json('/api/settings/signature', { cookie: admin })).body.signature).toBe('')
  },
)

const part = '--b\r\nContent-Disposition: form-data; name="name"\r\n'
const sendForm = async (body: string, boundary = 'b') =>
  fetch(`${app.url}/edit-profile`, {
    method: 'POST',
    body,
    headers: { cookie: admin, 'content-type': `multipart/form-data; boundary=${boundary}` },
  })

const ofBoundary = async (boundary: string) =>
  (await sendForm(`--${boundary}${part.slice(3)}\r\nAda\r\n--${boundary}--\r\n`, `"${boundary}"`)).status

test('a form of twenty parts is read, with the boundaries of browsers and libraries; others would cost more than their length', async () => {
  expect((await sendForm(`${`${part}\r\nAda\r\n`.repeat(20)}--b--\r\n`)).status).toBe(200)
  for (const boundary of ['a'.repeat(70), "azAZ09'()+_,-./:=?"])
    expect(await ofBoundary(boundary), boundary).toBe(200)
  // With these the form is complete, too: only a check before parsing can reject it.
  for (const boundary of ['a'.repeat(71), 'a'.repeat(15_000), 'a*b', 'a '])
    expect(await ofBoundary(boundary), boundary).toBe(400)
})

test.each([
  ['of more parts than a form has', `${part}\r\nAda\r\n`.repeat(21)],
  ['whose parts have headers of 16 kB', `${part.trimEnd()};${' a;'.repeat(5_300)}\r\n\r\nAda\r\n`.repeat(20)],
  ['of a hundred thousand boundaries', '--b\r\n'.repeat(100_000)],
  ['whose part has a header of a megabyte', `${part}${'X: y\r\n'.repeat(170_000)}\r\n\r\n`],
  ['without a part', ''],
])('a form %s gets 400, without being parsed', async (_, body) => {
  const before = process.threadCpuUsage()
  const sent = await sendForm(`${body}--b--\r\n`)
  const { user } = process.threadCpuUsage(before)
  expect(sent.status).toBe(400)
  // Microseconds, of the client, too: slow machines take ten times as long as others, and parsing all of it a hundred times.
  expect(user).toBeLessThan(1_500_000)
})
