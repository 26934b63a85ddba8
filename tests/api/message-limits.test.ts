// How many messages visitors may send, all of them together and those of one network.
import { describe, expect, test } from 'vitest'
import { goodMessage as message } from '../support/calls.ts'
import { captureLog, countedBefore, from } from '../support/evidence.ts'
import { ownApps, type Running } from '../support/start.ts'

const ownApp = ownApps()

describe('messages of all clients together', () => {
  const send = (app: Running, n: number, over: object = {}) =>
    app.json('/contacts', {
      json: { ...message, message: `Number ${n}`, ...over },
      headers: from(`203.0.113.${n}`),
    })

  test('are stored up to 500 an hour; then 429 with Retry-After, and one log line', async () => {
    const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
    const log = captureLog(app)
    expect((await send(app, 0)).status).toBe(201)
    await countedBefore(app, 'contacts', 498)
    expect((await send(app, 1, { topic: 'https://spam.example' })).status).toBe(201)
    expect((await send(app, 2)).status).toBe(201)
    expect((await send(app, 3)).status).toBe(201)
    for (let n = 4; n < 8; n++) {
      const { status, body, headers } = await send(app, n)
      expect([status, body.code]).toEqual([429, 'too-many'])
      expect(body.message).toMatch(
        /^This site has received too many messages\. Please try again in \d+ minutes\.$/,
      )
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500)
    }
    const lines = log.filter((line) => line.includes('"event":"contacts.limited"'))
    expect(lines).toHaveLength(1)
    expect(await app.context.db.selectFrom('contacts').select('id').execute()).toHaveLength(4)
    app.pass(61 * 60_000)
    expect((await send(app, 8)).status).toBe(201)
  })

  test('that are duplicates or look like spam close the form to nobody else', async () => {
    const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
    expect((await send(app, 0)).status).toBe(201)
    await countedBefore(app, 'contacts', 499)
    const duplicate = { message: 'Number 0' }
    for (let n = 1; n < 4; n++) expect((await send(app, n, duplicate)).status).toBe(201)
    const spam = { message: 'Sent at once', elapsed: 1 }
    expect((await send(app, 5, spam)).status).toBe(201)
    const folders = await app.context.db.selectFrom('contacts').select('folder').execute()
    expect(folders.map(({ folder }) => folder).sort()).toEqual(['inbox', 'spam'])
    expect((await send(app, 6)).status).toBe(201)
    expect((await send(app, 7)).status).toBe(429)
    // The other way round.
    await app.context.db.deleteFrom('attempts').where('key', 'like', 'contacts:%').execute()
    await countedBefore(app, 'spam', 500)
    expect((await send(app, 8, { ...spam, message: `${spam.message} now` })).status).toBe(429)
    expect((await send(app, 9)).status).toBe(201)
  })

  test('of one /48 are five times those of a /64', async () => {
    const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
    const from48 = async (n: number) =>
      app.json('/contacts', {
        json: { ...message, message: `Block ${n}` },
        headers: from(`2001:db8:7:${n.toString(16)}::1`),
      })
    for (let n = 0; n < 50; n++) expect((await from48(n)).status).toBe(201)
    expect((await from48(50)).status).toBe(429)
    expect((await send(app, 1)).status).toBe(201)
  })

  test('are not limited with THROTTLE=off', async () => {
    const app = await ownApp()
    for (let n = 0; n < 12; n++) expect((await send(app, 1, { message: `${n}` })).status).toBe(201)
    expect(
      await app.context.db.selectFrom('attempts').selectAll().where('key', 'not like', 'message:%').execute(),
    ).toEqual([])
  })
})
