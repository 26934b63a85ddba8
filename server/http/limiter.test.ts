// At most so much at a time, clients in turns, and nobody locked out.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Limiter, type Limits, type Turn } from './limiter.ts'

const limiter = (limits: Partial<Limits> = {}) =>
  new Limiter({ running: 1, waiting: 100, message: 'Busy.', retryAfter: 2, ...limits })

/** Work that ends when the test says so. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun: string[] = []
  const work = (name = '') => {
    return () => {
      begun.push(name)
      return promise
    }
  }
  return { work, begun, end: resolve }
}

/** Runs work of these clients while other work is under way. @returns the clients in the order of their turns */
async function order(queue: Limiter, turns: Turn[]): Promise<(string | null | undefined)[]> {
  const first = held()
  const served: Turn['client'][] = []
  const all = [queue.run(first.work())]
  await nextTurn()
  for (const turn of turns) all.push(queue.run(async () => void served.push(turn.client), turn))
  first.end()
  await Promise.all(all)
  return served
}

test('no more than its number runs or waits; the rest is rejected with a time to wait', async () => {
  const queue = limiter({ running: 2, waiting: 3 })
  const { work, begun, end } = held()
  const all = Array.from({ length: 5 }, () => queue.run(work()))
  await expect(queue.run(work())).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
  // One begins in each turn of the event loop.
  for (const running of [1, 2, 2]) {
    await nextTurn()
    expect(begun).toHaveLength(running)
  }
  end()
  await Promise.all(all)
  expect(begun).toHaveLength(5)
})

test('clients take turns, whatever one of them wants; high priority comes first and low last, and both are accepted where no place is left', async () => {
  const greedy = Array.from({ length: 5 }, () => ({ client: 'a' }))
  const others = [{ client: 'b' }, { client: 'c' }, { client: 'c' }]
  expect((await order(limiter(), [...greedy, ...others])).join('')).toBe('abcacaaa')
  const turns: Turn[] = [
    { client: 'low', priority: 'low' },
    { client: 'a' },
    { client: 'high', priority: 'high' },
  ]
  expect(await order(limiter({ waiting: 1 }), turns)).toEqual(['high', 'a', 'low'])
})

test('one client has no more than its share, also after its work is done', async () => {
  const queue = limiter({ perClient: 2 })
  for (let round = 0; round < 2; round++) {
    const { work, end } = held()
    const all = [queue.run(work(), { client: 'a' }), queue.run(work(), { client: 'a' })]
    await expect(queue.run(work(), { client: 'a' })).rejects.toMatchObject({ code: 'unavailable' })
    all.push(queue.run(work(), { client: 'b' }))
    end()
    await Promise.all(all)
  }
})

test('a client with little to do has a place, however many others want all of them', async () => {
  const queue = limiter({ waiting: 40 })
  const { work, begun, end } = held()
  const first = queue.run(work())
  await nextTurn()
  const greedy = Array.from({ length: 100 }, (_, n) => queue.run(work(), { client: `client ${n % 4}` }))
  const outcomes = Promise.allSettled(greedy)
  const modest = queue.run(work('modest'), { client: 'modest' })
  end()
  await Promise.all([first, modest])
  expect(begun.indexOf('modest')).toBeLessThanOrEqual(5)
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(39)
})

test('work that has waited too long is not done and leaves its place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const queue = limiter({ waiting: 1, maxWait: 10 })
  const { work, begun, end } = held()
  const first = queue.run(work('first'))
  await nextTurn()
  const late = queue.run(work('late'))
  vi.advanceTimersByTime(10)
  await expect(late).rejects.toMatchObject({ code: 'unavailable' })
  end()
  await first
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await queue.run(work('last'))
  expect(begun).toEqual(['first', 'last'])
})
