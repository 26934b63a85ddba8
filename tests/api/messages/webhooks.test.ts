// Webhooks for new messages: who may make which, how a message is reported, signed, retried and given up, and where it never goes.

import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Webhook } from '../../../contract/responses/dashboard.ts'
import { runDue } from '../../support/jobs.ts'
import { publicAddress, type TestNetwork, testNetworks } from '../../support/peers/test-network.ts'
import { ownApps, type Running } from '../../support/start.ts'

const ownApp = ownApps()
const testNetwork = testNetworks()
const minute = 60_000

const hour = 60 * minute
const url = 'https://secure.example/new?from=site'

interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

let received: Received[]
let respondWith: { status: number; headers: Record<string, string> }
let network: TestNetwork
let app: Running
let admin: string

beforeEach(async () => {
  received = []
  respondWith = { status: 200, headers: {} }
  network = await testNetwork(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    response.writeHead(respondWith.status, respondWith.headers).end('x'.repeat(1_000_000))
  })
  app = await ownApp({}, { network })
  admin = await app.asAdmin()
})

async function create(json: unknown = { url }, cookie = admin) {
  return app.json('/api/settings/webhooks', { cookie, json })
}

async function send(message = 'Hello') {
  const json = { name: 'Vera', email: 'vera@example.org', subject: 'Work', message }
  expect((await app.send('/contacts', { json })).status).toBe(201)
}

const deliver = () => runDue(app.context, 'webhooks')
const waiting = () => app.context.db.selectFrom('jobs').selectAll().where('queue', '=', 'webhooks').execute()
const listed = async (): Promise<Webhook | undefined> =>
  (await app.json('/api/settings/webhooks', { cookie: admin })).body.webhooks[0]

describe('a webhook', () => {
  test('is created once by eight requests at the same moment', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => create()))
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
    expect(await app.context.db.selectFrom('webhooks').select('id').execute()).toHaveLength(1)
  })
})

describe('a new message', () => {
  test('is reported once, signed as Standard Webhooks says', async () => {
    const { body } = await create()
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await send()
    await deliver()
    await deliver()
    expect(received).toHaveLength(1)
    const [call] = received as [Received]
    expect([call.method, call.url, call.headers.host]).toEqual(['POST', '/new?from=site', 'secure.example'])
    expect(call.headers['content-type']).toBe('application/json')
    expect(call.headers.cookie).toBeUndefined()
    const { contacts } = (await app.json('/contacts', { cookie: admin })).body
    expect(JSON.parse(call.body)).toEqual({
      type: 'message.created',
      timestamp: contacts[0].createdAt,
      data: {
        id: contacts[0].id,
        name: 'Vera',
        email: 'vera@example.org',
        subject: 'Work',
        message: 'Hello',
        createdAt: contacts[0].createdAt,
      },
    })
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = call.headers
    expect(id).toMatch(/^msg_[0-9a-f]{24}$/)
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
    const key = Buffer.from(body.secret.slice('whsec_'.length), 'base64')
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${call.body}`).digest('base64')
    expect(signature).toBe(`v1,${expected}`)
    expect(await listed()).toMatchObject({ last: { isDelivered: true, reason: null }, failures: 0 })
    expect(await waiting()).toEqual([])
  })

  test('is reported where the owner is notified, and nowhere else: not a bot, not a duplicate', async () => {
    await create()
    await send('Same')
    await send('Same')
    const bot = { name: 'B', email: 'b@example.org', message: 'Buy', topic: 'x' }
    await app.send('/contacts', { json: bot })
    expect(await waiting()).toHaveLength(1)
  })
})

describe('a webhook that fails', () => {
  test('is called nine times in two days, with the same id and body, then the report is given up', async () => {
    await create()
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
    expect(await listed()).toMatchObject({
      last: { isDelivered: false, reason: 'status 500' },
      failures: 9,
      disabledAt: null,
    })
  })

  test('is switched off after five days, and the owner is emailed once; a test switches it on', async () => {
    const { body } = await create()
    respondWith.status = 500
    for (let day = 0; day < 7; day++) {
      await send(`day ${day}`)
      await deliver()
      app.pass(24 * hour)
    }
    // The session of the first one has ended.
    admin = await app.asAdmin('later@example.com')
    expect((await listed())?.disabledAt).toEqual(expect.any(String))
    expect(await waiting()).toEqual([])
    const emails = (await app.emails()).filter(({ subject }) => subject?.includes('was switched off'))
    expect(emails).toHaveLength(1)
    expect(emails[0]?.text).toContain('https://secure.example/new?from=site: status 500')
    const events = await app.context.db.selectFrom('audit_events').select('kind').execute()
    expect(events.map(({ kind }) => kind)).toContain('webhook.disabled')
    await send('while it is off')
    expect(await waiting()).toEqual([])
    respondWith.status = 200
    const tested = await app.json(`/api/settings/webhooks/${body.webhook.id}/test`, {
      cookie: admin,
      json: {},
    })
    expect(tested.body).toMatchObject({
      message: 'The test was delivered.',
      webhook: { disabledAt: null, failures: 0 },
    })
    await send('on again')
    expect(await waiting()).toHaveLength(1)
  })
})

describe('a test', () => {
  test('says what came of it', async () => {
    const { body } = await create()
    const path = `/api/settings/webhooks/${body.webhook.id}/test`
    const test = async () => (await app.json(path, { cookie: admin, json: {} })).body.message
    expect(await test()).toBe('The test was delivered.')
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ type: 'webhook.test', data: {} })
    respondWith.status = 404
    expect(await test()).toBe('The test was not delivered: status 404.')
    expect((await app.json(path.replace(/[0-9a-f]{24}/, 'x'), { cookie: admin, json: {} })).status).toBe(404)
  })
})

describe('what a webhook can be', () => {
  const testOf = async (id: string) =>
    (await app.json(`/api/settings/webhooks/${id}/test`, { cookie: admin, json: {} })).body.message

  describe('a webhook', () => {
    test('is an https URL on a public host and the default port', async () => {
      for (const wrong of [
        'http://secure.example/',
        'https://secure.example:8443/',
        'https://user:secret@secure.example/',
        'https://127.0.0.1/',
        'https://169.254.169.254/latest',
        '',
        null,
      ]) {
        const { status, body } = await create({ url: wrong })
        expect([wrong, status, body.errors?.url]).toEqual([
          wrong,
          400,
          'Enter an https URL on a public host.',
        ])
      }
      expect((await create({ url: ' https://Secure.example ' })).body.webhook.url).toBe(
        'https://secure.example/',
      )
    })

    test('needs an admin who has lately entered the password', async () => {
      app.pass(16 * 60_000)
      expect((await create()).body.code).toBe('reauthenticate')
    })

    test('is there once, and there are ten at most', async () => {
      const { body } = await create()
      expect((await create()).status).toBe(409)
      for (let more = 1; more < 10; more++) expect((await create({ url: `${url}/${more}` })).status).toBe(201)
      expect((await create({ url: `${url}/10` })).body.message).toBe('There are 10 webhooks already.')
      const path = `/api/settings/webhooks/${body.webhook.id}`
      expect((await app.json(path, { method: 'DELETE', cookie: admin })).body.message).toBe(
        'Webhook deleted.',
      )
      expect((await app.json(path, { method: 'DELETE', cookie: admin })).status).toBe(404)
      expect((await create()).status).toBe(201)
      const events = await app.context.db.selectFrom('audit_events').select(['kind', 'detail']).execute()
      expect(events).toContainEqual({ kind: 'webhook.created', detail: url })
      expect(events).toContainEqual({ kind: 'webhook.deleted', detail: url })
    })

    test('has a secret that no other response contains', async () => {
      const { body } = await create()
      const secret = body.secret.slice('whsec_'.length)
      const list = await app.json('/api/settings/webhooks', { cookie: admin })
      const tested = await app.json(`/api/settings/webhooks/${body.webhook.id}/test`, {
        cookie: admin,
        json: {},
      })
      expect(JSON.stringify([list.body, tested.body, body.webhook])).not.toContain(secret)
    })
  })

  describe('a call', () => {
    test('follows no redirect', async () => {
      respondWith = { status: 302, headers: { location: 'https://elsewhere.example/' } }
      const { body } = await create()
      expect(await testOf(body.webhook.id)).toBe('The test was not delivered: status 302.')
      expect(received.length).toBe(1)
      expect(network.resolved).toEqual(['secure.example'])
    })

    test('goes to the address that was checked, and to none that is not public', async () => {
      const { body } = await create()
      await testOf(body.webhook.id)
      expect(network.connections).toEqual([{ addresses: [publicAddress], port: 443 }])
      for (const addresses of [['10.0.0.1'], [publicAddress, '127.0.0.1'], ['169.254.169.254'], ['::1']]) {
        network.hosts['secure.example'] = addresses
        expect(await testOf(body.webhook.id)).toBe('The test was not delivered: not a public address.')
      }
      network.hosts['secure.example'] = []
      expect(await testOf(body.webhook.id)).toBe('The test was not delivered: the host does not exist.')
      expect(network.connections).toHaveLength(1)
      expect(received.length).toBe(1)
    })

    test('to a host with another certificate sends nothing', async () => {
      network.hosts['other.example'] = [publicAddress]
      const { body } = await create({ url: 'https://other.example/' })
      expect(await testOf(body.webhook.id)).toBe('The test was not delivered: its certificate is not valid.')
      expect(received.length).toBe(0)
    })
  })

  test('whose row is damaged ends, and so does an email', async () => {
    await create()
    await send()
    await app.context.db.updateTable('jobs').set({ data: '{' }).execute()
    await runDue(app.context, 'webhooks')
    await runDue(app.context, 'mail')
    expect(received.length).toBe(0)
    const left = app.context.db.selectFrom('jobs').selectAll().where('queue', 'in', ['webhooks', 'mail'])
    expect(await left.execute()).toEqual([])
  })

  test('the queue ends with the webhook', async () => {
    const { body } = await create()
    await app.send('/contacts', { json: { name: 'V', email: 'v@example.org', message: 'Hello' } })
    await app.send(`/api/settings/webhooks/${body.webhook.id}`, { method: 'DELETE', cookie: admin })
    await runDue(app.context, 'webhooks')
    expect(received.length).toBe(0)
    expect(
      await app.context.db.selectFrom('jobs').selectAll().where('queue', '=', 'webhooks').execute(),
    ).toEqual([])
  })
})
