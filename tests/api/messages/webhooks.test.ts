// Webhooks for new messages: who may make which, how a message is reported, signed, retried and given up, and where it never goes.
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Webhook } from '../../../contract/responses/dashboard.ts'
import { eventsOf, goodMessage, statusesAtOnce } from '../../support/calls.ts'
import { publicAddress, startTestNetwork, type TestNetwork } from '../../support/peers/test-network.ts'
import { hour, minute, ownApp, type Running } from '../../support/start.ts'

const url = 'https://secure.example/new?from=site'

let received: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[]
let respondWith: { status: number; headers: Record<string, string> }
let network: TestNetwork
let app: Running
let admin: string

beforeEach(async () => {
  received = []
  respondWith = { status: 200, headers: {} }
  network = await startTestNetwork(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { method, url, headers } = request
    received.push({ method, url, headers, body })
    response.writeHead(respondWith.status, respondWith.headers).end('x'.repeat(1_000_000))
  })
  onTestFinished(() => network.stop())
  app = await ownApp()
  Object.assign(app.context.network, network)
  admin = await app.asAdmin()
})

const path = '/api/settings/webhooks'
const create = (json: unknown = { url }) => app.json(path, { cookie: admin, json })
/** @returns its id, and the secret that its calls are signed with */
async function made(json?: unknown): Promise<{ id: string; secret: string }> {
  const { status, body } = await create(json)
  expect(status).toBe(201)
  return { id: body.webhook.id, secret: body.secret }
}
const sendTest = (id: string) => app.json(`${path}/${id}/test`, { cookie: admin, json: {} })
const remove = (id: string) => app.json(`${path}/${id}`, { method: 'DELETE', cookie: admin })

async function send(message = 'Hello', over = {}) {
  const json = { ...goodMessage, message, ...over }
  expect((await app.send('/contacts', { json })).status).toBe(201)
}

const deliver = () => app.runDue('webhooks')
const waiting = () => app.context.db.selectFrom('jobs').selectAll().where('queue', '=', 'webhooks').execute()
const webhooks = async (): Promise<Webhook[]> => (await app.json(path, { cookie: admin })).body.webhooks

test('a new message is reported once with all of its fields, also with several instances, signed as Standard Webhooks says, and its secret is shown no more', async () => {
  const { secret } = await made()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  await send()
  const extra = [{ label: 'Budget', value: 'Up to 1,000' }]
  await app.context.db
    .updateTable('messages')
    .set({ extra: JSON.stringify(extra) })
    .execute()
  await Promise.all([deliver(), deliver(), deliver()])
  await deliver()
  expect(received).toHaveLength(1)
  const [call] = received
  if (!call) throw new Error('one call')
  expect([call.method, call.url, call.headers.host]).toEqual(['POST', '/new?from=site', 'secure.example'])
  expect(call.headers['content-type']).toBe('application/json')
  expect(call.headers.cookie).toBeUndefined()
  const [{ id: message, createdAt }] = (await app.json('/contacts', { cookie: admin })).body.contacts
  expect(JSON.parse(call.body)).toEqual({
    type: 'message.created',
    timestamp: createdAt,
    data: { id: message, ...goodMessage, message: 'Hello', extra, createdAt },
  })
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = call.headers
  expect(id).toMatch(/^msg_[0-9a-f]{24}$/)
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${call.body}`).digest('base64')
  expect(signature).toBe(`v1,${expected}`)
  expect(await webhooks()).toMatchObject([{ last: { isDelivered: true, reason: null }, failures: 0 }])
  expect(JSON.stringify(await webhooks())).not.toContain(secret.slice('whsec_'.length))
  expect(await waiting()).toEqual([])
})

test('a new message is reported where the owner is notified, and nowhere else: not a bot, not a duplicate', async () => {
  const { id } = await made()
  await send('Same')
  await send('Same')
  await send('Bot', { topic: 'x' })
  expect(await waiting()).toHaveLength(1)
  // What waits ends with the webhook.
  await remove(id)
  await deliver()
  expect(received).toEqual([])
  expect(await waiting()).toEqual([])
})

test('a webhook that fails is called nine times in two days, with the same id and body, then the report is given up', async () => {
  await made()
  respondWith.status = 500
  await send()
  const after = [0, 5 / 60, 5, 30, 2 * 60, 5 * 60, 10 * 60, 14 * 60, 16 * 60]
  for (const [index, minutes] of after.entries()) {
    if (minutes > 1) {
      app.pass(minutes * minute - 30_000)
      await deliver()
      expect(received).toHaveLength(index)
      app.pass(31_000)
    } else app.pass(minutes * minute)
    await deliver()
    expect(received).toHaveLength(index + 1)
  }
  expect(await waiting()).toEqual([])
  expect(new Set(received.map(({ headers, body }) => headers['webhook-id'] + body)).size).toBe(1)
  expect(new Set(received.map(({ headers }) => headers['webhook-signature'])).size).toBeGreaterThan(5)
  const last = { isDelivered: false, reason: 'status 500' }
  expect(await webhooks()).toMatchObject([{ last, failures: 9, disabledAt: null }])
})

test('a webhook that fails is switched off after five days, and the owner is emailed once; a test switches it on', async () => {
  const { id } = await made()
  respondWith.status = 500
  for (let day = 0; day < 7; day++) {
    await send(`day ${day}`)
    await deliver()
    app.pass(24 * hour)
  }
  // The session of the first one has ended.
  admin = await app.asAdmin('later@example.com')
  expect(await webhooks()).toMatchObject([{ disabledAt: expect.any(String) }])
  expect(await waiting()).toEqual([])
  const emails = await app.emails(/was switched off/)
  expect(emails).toHaveLength(1)
  expect(emails[0]?.text).toContain('https://secure.example/new?from=site: status 500')
  expect(await eventsOf(app, admin, 'kind=webhook.disabled')).toHaveLength(1)
  await send('while it is off')
  expect(await waiting()).toEqual([])
  respondWith.status = 200
  expect((await sendTest(id)).body).toMatchObject({
    message: 'The test was delivered.',
    webhook: { disabledAt: null, failures: 0 },
  })
  await send('on again')
  expect(await waiting()).toHaveLength(1)
})

test('a webhook is an https URL on a public host and the default port, there once, and one of ten at most', async () => {
  const errors = { url: 'Enter an https URL on a public host.' }
  const hosts = ['http://secure.example', 'https://secure.example:8443', 'https://127.0.0.1']
  for (const wrong of [...hosts, 'https://user:secret@secure.example', null])
    expect(await create({ url: wrong })).toMatchObject({ status: 400, body: { errors } })
  await made({ url: ' https://Secure.example ' })
  expect(await webhooks()).toMatchObject([{ url: 'https://secure.example/' }])

  const calls = Array.from({ length: 8 }, () => create())
  expect(await statusesAtOnce(calls)).toEqual([201, ...Array(7).fill(409)])
  for (let more = 2; more < 10; more++) await made({ url: `${url}/${more}` })
  expect((await create({ url: `${url}/10` })).body.message).toBe('There are 10 webhooks already.')
  const id = (await webhooks()).find((webhook) => webhook.url === url)?.id ?? ''
  for (const status of [200, 404]) expect((await remove(id)).status).toBe(status)
  await made()
  for (const kind of ['webhook.created', 'webhook.deleted'])
    expect((await eventsOf(app, admin, `kind=${kind}`)).map(({ detail }) => detail)).toContain(url)
  app.pass(16 * 60_000)
  expect((await create()).body.code).toBe('reauthenticate')
})

const wasNot = (reason: string) => `The test was not delivered: ${reason}.`

test('a test says what came of it; it follows no redirect, goes to the address that was checked, to none that is not public, and to no host with another certificate', async () => {
  const resolve = vi.spyOn(app.context.network, 'resolve')
  const { id, secret } = await made()
  const { body } = await sendTest(id)
  expect(body.message).toBe('The test was delivered.')
  expect(JSON.stringify(body)).not.toContain(secret.slice('whsec_'.length))
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', data: {} })
  expect((await sendTest('x')).status).toBe(404)
  for (const status of [404, 302]) {
    respondWith = { status, headers: { location: 'https://elsewhere.example/' } }
    expect((await sendTest(id)).body.message).toBe(wasNot(`status ${status}`))
  }
  expect(new Set(resolve.mock.calls.map(([name]) => name))).toEqual(new Set(['secure.example']))
  // More addresses that are not public: server/http/outbound.test.ts.
  for (const addresses of [[publicAddress, '127.0.0.1'], []]) {
    network.hosts['secure.example'] = addresses
    const reason = addresses.length === 0 ? 'the host does not exist' : 'not a public address'
    expect((await sendTest(id)).body.message).toBe(wasNot(reason))
  }
  expect(network.connections).toEqual(Array(3).fill({ addresses: [publicAddress], port: 443 }))
  network.hosts['other.example'] = [publicAddress]
  const other = await made({ url: 'https://other.example/' })
  expect((await sendTest(other.id)).body.message).toBe(wasNot('its certificate is not valid'))
  expect(received).toHaveLength(3)
})
