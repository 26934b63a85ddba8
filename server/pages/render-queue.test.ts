// The number of renders is limited, they take turns with other work, and no client takes all places.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from 'hono'
import { expect, test } from 'vitest'
import type { Env } from '../http/env.ts'
import { PublicCache } from './public-cache.ts'
import { RenderQueue, type RenderRequest } from './render-queue.ts'

const anybody: RenderRequest = { client: null, isCommon: false, isGone: () => false }

/** A render that ends when the test says so. */
function held() {
  const { promise, resolve } = Promise.withResolvers<Response>()
  let begun = 0
  const render = async () => {
    begun++
    return (await promise).clone()
  }
  return { render, end: () => resolve(new Response('page')), begun: () => begun }
}

async function turns(count: number) {
  for (let n = 0; n < count; n++) await nextTurn()
}

test('one page begins in each turn of the event loop', async () => {
  const queue = new RenderQueue()
  let begun = 0
  const pages = Array.from({ length: 12 }, () =>
    queue.run(anybody, async () => {
      begun++
      return new Response('page')
    }),
  )
  let before = begun
  while (begun < 12) {
    await nextTurn()
    expect(begun - before).toBeLessThanOrEqual(1)
    before = begun
  }
  await Promise.all(pages)
})

test('thirty-two pages are rendered at once, two hundred wait, and others are rejected', async () => {
  const queue = new RenderQueue()
  const { render, begun, end } = held()
  const first = Array.from({ length: 32 }, () => queue.run(anybody, render))
  await turns(40)
  const waiting = Array.from({ length: 200 }, () => queue.run(anybody, render))
  await expect(queue.run(anybody, render)).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
  await turns(40)
  expect(begun()).toBe(32)
  end()
  await Promise.all([...first, ...waiting])
  expect(begun()).toBe(232)
})

test('a client that requests everything leaves places to others, also after its pages are rendered', async () => {
  const queue = new RenderQueue()
  const { render, end } = held()
  const greedy = { ...anybody, client: '192.0.2.1' }
  const full = async () => {
    const pages = Array.from({ length: 50 }, () => queue.run(greedy, render))
    await expect(queue.run(greedy, render)).rejects.toMatchObject({ code: 'unavailable' })
    return pages
  }
  const first = await full()
  const other = queue.run({ ...anybody, client: '192.0.2.2' }, render)
  end()
  await Promise.all([...first, other])
  await Promise.all(await full())
})

test('clients take turns: one page does not wait for the fifty of another client', async () => {
  const queue = new RenderQueue()
  const order: string[] = []
  const render = (name: string) => async () => {
    order.push(name)
    return new Response(name)
  }
  const request = (client: string) => queue.run({ ...anybody, client }, render(client))
  const greedy = Array.from({ length: 50 }, () => request('192.0.2.1'))
  await Promise.all([
    request('192.0.2.2'),
    ...Array.from({ length: 3 }, () => request('192.0.2.3')),
    ...greedy,
  ])
  expect(
    order
      .slice(0, 7)
      .map((client) => client.at(-1))
      .join(''),
  ).toBe('1231313')
})

test('a client that requests one page has a place, however many clients want all of them', async () => {
  const queue = new RenderQueue()
  const { render, begun, end } = held()
  const outcomes: Promise<string>[] = []
  const request = (client: string) => {
    const outcome = queue.run({ ...anybody, client }, render).then(
      () => 'rendered',
      () => 'rejected',
    )
    outcomes.push(outcome)
    return outcome
  }
  const first = Array.from({ length: 32 }, () => queue.run(anybody, render))
  await turns(40)
  for (let client = 1; client <= 8; client++)
    for (let page = 0; page < 50; page++) request(`192.0.2.${client}`)
  const other = request('192.0.2.99')
  await turns(4)
  expect(begun()).toBe(32)
  end()
  expect(await other).toBe('rendered')
  const rendered = (await Promise.all(outcomes)).filter((outcome) => outcome === 'rendered')
  expect(rendered.length).toBe(200)
  await Promise.all(first)
})

test('a page with a fixed URL comes first, however many others wait', async () => {
  const queue = new RenderQueue()
  const order: string[] = []
  const render = (name: string) => async () => {
    order.push(name)
    return new Response(name)
  }
  const others = Array.from({ length: 200 }, () => queue.run(anybody, render('search')))
  await queue.run({ ...anybody, isCommon: true }, render('home'))
  await Promise.all(others)
  expect(order[0]).toBe('home')
})

test('a page whose client has disconnected is not rendered, and its place is free', async () => {
  const queue = new RenderQueue()
  const { render, begun, end } = held()
  const first = Array.from({ length: 32 }, () => queue.run(anybody, render))
  await turns(40)
  const gone = queue.run({ ...anybody, isGone: () => true }, render)
  const last = queue.run(anybody, render)
  end()
  await expect(gone).rejects.toMatchObject({ code: 'unavailable' })
  await Promise.all([...first, last])
  expect(begun()).toBe(33)
})

test('a client that disconnects does not cancel the page for others that wait for it', async () => {
  const queue = new RenderQueue()
  const cache = new PublicCache({})
  const context = { req: { header: () => undefined } } as unknown as Context<Env>
  const about = { key: '/about', tier: 'fixed', status: 200 } as const
  const request = (isGone: boolean) =>
    cache.respond(context, about, () =>
      queue.run({ ...anybody, isGone: () => isGone }, async () => new Response('about')),
    )
  const left = request(true)
  const staying = [request(false), request(false), request(true), request(false)]
  await expect(left).rejects.toMatchObject({ code: 'unavailable' })
  for (const response of await Promise.all(staying)) expect(await response.text()).toBe('about')
})

test('a client without a place does not cancel the page for others that wait for it', async () => {
  const queue = new RenderQueue()
  const { render, end } = held()
  const cache = new PublicCache({})
  const context = { req: { header: () => undefined } } as unknown as Context<Env>
  const about = { key: '/about', tier: 'fixed', status: 200 } as const
  const request = (client: string) =>
    cache.respond(context, about, () => queue.run({ ...anybody, client }, async () => new Response('about')))
  const greedy = Array.from({ length: 50 }, () => queue.run({ ...anybody, client: '192.0.2.1' }, render))
  const rejected = request('192.0.2.1')
  const waiting = request('192.0.2.2')
  await expect(rejected).rejects.toMatchObject({ code: 'unavailable' })
  expect(await (await waiting).text()).toBe('about')
  end()
  await Promise.all(greedy)
})

test('a render that fails frees its place', async () => {
  const queue = new RenderQueue()
  for (let n = 0; n < 20; n++)
    await expect(queue.run(anybody, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await (await queue.run(anybody, async () => new Response('page'))).text()).toBe('page')
})
