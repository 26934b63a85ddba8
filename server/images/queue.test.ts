// The order in which image jobs are done.
import { expect, test } from 'vitest'
import { ImageQueue, type Lane } from './queue.ts'

/** Queues jobs while one is under way. @returns the lanes in the order in which they were served */
async function served(lanes: Lane[]): Promise<Lane[]> {
  const queue = new ImageQueue()
  const order: Lane[] = []
  const first = Promise.withResolvers<void>()
  const jobs = [queue.run('admin', () => first.promise)]
  for (const lane of lanes) jobs.push(queue.run(lane, async () => void order.push(lane)))
  first.resolve()
  await Promise.all(jobs)
  return order
}

test('jobs with a waiting client come before background jobs', async () => {
  expect(await served(['background', 'visitor', 'user', 'admin', 'admin'])).toEqual([
    'admin',
    'admin',
    'user',
    'visitor',
    'background',
  ])
})

test('a visitor and a user wait for two of the others at most, background jobs until nobody else waits', async () => {
  const many: Lane[] = Array.from({ length: 8 }, () => 'admin')
  const order = await served(['background', ...many, 'visitor', 'user'])
  expect(order.indexOf('visitor')).toBeLessThan(4)
  expect(order.indexOf('user')).toBeLessThan(4)
  expect(order.at(-1)).toBe('background')
})
