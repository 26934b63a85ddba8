// The memory of cached responses is limited, whatever is requested.
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../http/env.ts'
import { Rejected } from '../http/limiter.ts'
import { PublicCache } from './public-cache.ts'

const MiB = 1024 * 1024
const client = (encoding: string) =>
  ({ req: { header: (name: string) => (name === 'accept-encoding' ? encoding : undefined) } }) as Context<Env>
const page = (bytes: number) => async () =>
  new Response(randomBytes(bytes / 2).toString('hex'), { headers: { 'x-policy': 'y'.repeat(500) } })
const varied = (key: string) => ({ key, tier: 'varied', status: 200 }) as const
const fixed = (key: string) => ({ key, tier: 'fixed', status: 200 }) as const
const never = () => {
  throw new Error('computed again')
}

test('searches evict each other and none of the pages; projects evict the least recently used, within the maximum size', async () => {
  const cache = new PublicCache({})
  await cache.respond(client('br'), fixed('/'), page(10_000))
  for (let n = 0; n < 2_000; n++)
    await cache.respond(client(''), varied(`/portfolio?search=${n}`), page(4_000))
  expect(cache.bytes).toBeLessThan(5 * MiB)
  expect((await cache.respond(client('br'), fixed('/'), never)).status).toBe(200)
  expect((await cache.respond(client(''), varied('/portfolio?search=1999'), never)).status).toBe(200)
  await expect(cache.respond(client(''), varied('/portfolio?search=0'), never)).rejects.toThrow()
  for (let n = 0; n < 500; n++) {
    await cache.respond(client(''), fixed(`/portfolio/${n}`), page(40_000))
    await cache.respond(client(''), fixed('/'), never)
  }
  expect(cache.bytes).toBeLessThan(28 * MiB)
  expect(cache.bytes).toBeGreaterThan(24 * MiB)
})

test.each([
  ['another status', { status: 503 }],
  ['a cookie', { headers: { 'set-cookie': 'a=b' } }],
  ['no-store', { headers: { 'cache-control': 'no-store' } }],
  ['private', { headers: { 'cache-control': 'private, max-age=60' } }],
])('a response with %s is not cached', async (_, init) => {
  const cache = new PublicCache({})
  await cache.respond(client(''), fixed('/'), async () => new Response('x', init))
  expect(cache.bytes).toBe(0)
})

test('a client that was rejected does not take the page from others that wait for it', async () => {
  const cache = new PublicCache({})
  const began = Promise.withResolvers<void>()
  const rejected = cache.respond(client(''), fixed('/about'), async () => {
    await began.promise
    throw new Rejected('unavailable', 'The site is busy.')
  })
  const waiting = [1, 2].map(() => cache.respond(client(''), fixed('/about'), page(100)))
  began.resolve()
  await expect(rejected).rejects.toMatchObject({ code: 'unavailable' })
  for (const response of await Promise.all(waiting)) expect(response.status).toBe(200)
})
