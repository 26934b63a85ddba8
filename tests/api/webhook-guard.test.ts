// What webhooks can be, who may make them, and that they lead nowhere else.
import { beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '../../server/jobs/runner.ts'
import { ownApps, type Running } from '../support/start.ts'
import { publicAddress, type TestNetwork, testNetworks } from '../support/test-network.ts'

const ownApp = ownApps()
const testNetwork = testNetworks()
const url = 'https://secure.example/new'

let network: TestNetwork
let requests: number
let app: Running
let admin: string

beforeEach(async () => {
  requests = 0
  network = await testNetwork((_request, response) => {
    requests++
    response.writeHead(302, { location: 'https://elsewhere.example/' }).end()
  })
  app = await ownApp({}, { network })
  admin = await app.asAdmin()
})

const create = (target: unknown, cookie = admin) =>
  app.json('/api/settings/webhooks', { cookie, json: { url: target } })
const testOf = async (id: string) =>
  (await app.json(`/api/settings/webhooks/${id}/test`, { cookie: admin, json: {} })).body.message

describe('a webhook', () => {
  test('is an https URL on a public host and the default port', async () => {
    for (const wrong of [
      'http://secure.example/',
      'https://secure.example:8443/',
      'https://user:secret@secure.example/',
      'https://localhost/',
      'https://127.0.0.1/',
      'https://10.1.2.3/',
      'https://0x7f.1/',
      'https://169.254.169.254/latest',
      'ftp://secure.example/',
      'secure.example',
      '',
      null,
    ]) {
      const { status, body } = await create(wrong)
      expect([wrong, status, body.errors?.url]).toEqual([wrong, 400, 'Enter an https URL on a public host.'])
    }
    expect((await create(' https://Secure.example ')).body.webhook.url).toBe('https://secure.example/')
  })

  test('needs an admin who has lately entered the password', async () => {
    expect((await create(url, '')).status).toBe(401)
    expect((await create(url, await app.asUser())).status).toBe(403)
    app.pass(16 * 60_000)
    expect((await create(url)).body.code).toBe('reauthenticate')
  })

  test('is there once, and there are ten at most', async () => {
    const { body } = await create(url)
    expect((await create(url)).status).toBe(409)
    for (let more = 1; more < 10; more++) expect((await create(`${url}/${more}`)).status).toBe(201)
    expect((await create(`${url}/10`)).body.message).toBe('There are 10 webhooks already.')
    const path = `/api/settings/webhooks/${body.webhook.id}`
    expect((await app.json(path, { method: 'DELETE', cookie: admin })).body.message).toBe('Webhook deleted.')
    expect((await app.json(path, { method: 'DELETE', cookie: admin })).status).toBe(404)
    expect((await create(url)).status).toBe(201)
    const events = await app.context.db.selectFrom('audit_events').select(['kind', 'detail']).execute()
    expect(events).toContainEqual({ kind: 'webhook.created', detail: url })
    expect(events).toContainEqual({ kind: 'webhook.deleted', detail: url })
  })

  test('has a secret that no other response contains', async () => {
    const { body } = await create(url)
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
    const { body } = await create(url)
    expect(await testOf(body.webhook.id)).toBe('The test was not delivered: status 302.')
    expect(requests).toBe(1)
    expect(network.resolved).toEqual(['secure.example'])
  })

  test('goes to the address that was checked, and to none that is not public', async () => {
    const { body } = await create(url)
    await testOf(body.webhook.id)
    expect(network.connections).toEqual([{ addresses: [publicAddress], port: 443 }])
    for (const addresses of [['10.0.0.1'], [publicAddress, '127.0.0.1'], ['169.254.169.254'], ['::1']]) {
      network.hosts['secure.example'] = addresses
      expect(await testOf(body.webhook.id)).toBe('The test was not delivered: not a public address.')
    }
    network.hosts['secure.example'] = []
    expect(await testOf(body.webhook.id)).toBe('The test was not delivered: the host does not exist.')
    expect(network.connections).toHaveLength(1)
    expect(requests).toBe(1)
  })

  test('to a host with another certificate sends nothing', async () => {
    network.hosts['other.example'] = [publicAddress]
    const { body } = await create('https://other.example/')
    expect(await testOf(body.webhook.id)).toBe('The test was not delivered: its certificate is not valid.')
    expect(requests).toBe(0)
  })
})

test('the queue ends with the webhook', async () => {
  const { body } = await create(url)
  await app.send('/contacts', { json: { name: 'V', email: 'v@example.org', message: 'Hello' } })
  await app.send(`/api/settings/webhooks/${body.webhook.id}`, { method: 'DELETE', cookie: admin })
  await runDue(app.context, 'webhooks')
  expect(requests).toBe(0)
  expect(
    await app.context.db.selectFrom('jobs').selectAll().where('queue', '=', 'webhooks').execute(),
  ).toEqual([])
})
