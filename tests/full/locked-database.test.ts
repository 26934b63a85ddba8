// Another process holds the write lock of the SQLite database: writes wait a moment and get 503, other requests are served.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import type { Sent } from '../support/request.ts'
import { type Running, sharedApp } from '../support/start.ts'

/** Milliseconds. */
const responseWithin = 2_000

describe.runIf(inject('postgres') === null)('a database that another process has locked', () => {
  let app: Running
  let other: DatabaseSync
  let cookie: string

  sharedApp(
    async (started) => {
      app = started
      cookie = await app.asAdmin()
      other = new DatabaseSync(join(app.context.config.dataDir, 'portfolio.db'))
    },
    { LOG_LEVEL: 'silent' },
  )
  afterEach(() => {
    if (other.isTransaction) other.exec('rollback')
  })
  afterAll(() => other.close())

  let number = 0
  const contact = (): [string, Sent] => [
    '/contacts',
    { json: { name: 'Mona', email: 'mona@example.com', subject: 'Hello', message: `Message ${number++}.` } },
  ]
  const send = async ([path, sent]: [string, Sent]) => {
    const began = performance.now()
    const response = await app.send(path, sent)
    await response.arrayBuffer()
    const retryAfter = response.headers.has('retry-after')
    return { path, status: response.status, retryAfter, ms: performance.now() - began }
  }
  const reads = ['/healthz', '/getportfolio/public', '/check-auth', '/contacts']

  test('holds up no read, and a write for two seconds at most', async () => {
    for (const path of reads) expect((await send([path, { cookie }])).status, path).toBe(200)
    other.exec('begin immediate')
    // Transactions, and statements that are none.
    const writes: [string, Sent][] = [
      ...Array.from({ length: 20 }, contact),
      ['/logout', { method: 'POST', cookie }],
    ]
    let waiting = true
    const responding = Promise.all(writes.map(send)).finally(() => {
      waiting = false
    })
    let rounds = 0
    while (waiting) {
      for (const path of reads) expect((await send([path, { cookie }])).status, path).toBe(200)
      rounds++
    }
    for (const { ms, ...response } of await responding) {
      expect(response).toEqual({ path: response.path, status: 503, retryAfter: true })
      expect(ms, response.path).toBeLessThan(responseWithin)
    }
    // The server went on responding while the writes waited.
    expect(rounds).toBeGreaterThan(5)

    other.exec('rollback')
    expect((await send(contact())).status).toBe(201)
  })

  test('stores what waits as soon as the lock is released', async () => {
    other.exec('begin immediate')
    let waiting = true
    const stored = Promise.all(Array.from({ length: 5 }, () => send(contact()))).finally(() => {
      waiting = false
    })
    // A few round trips, so that they have met the lock.
    for (let round = 0; round < 5; round++) await send(['/check-auth', { cookie }])
    expect(waiting).toBe(true)
    other.exec('rollback')
    expect((await stored).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  })
})
