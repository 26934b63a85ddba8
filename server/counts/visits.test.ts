// How long a client is remembered, and how much all behind one proxy may add.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientLimit } from './visits.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an IP address is in memory for its minute and no longer, also where nobody else comes', () => {
  // The cache takes a time of 0 for none.
  vi.advanceTimersByTime(1)
  const limit = new ClientLimit()
  const visit = () =>
    limit.isWithin({ ip: '', key: '203.0.113.7', network: '203.0.113.7', isShared: false }, false)
  visit()
  vi.advanceTimersByTime(30_000)
  // A further visit does not make the minute longer.
  visit()
  expect(limit.size).toBeGreaterThan(0)
  vi.advanceTimersByTime(30_100)
  expect(limit.size).toBe(0)
})

test('one block of a network that goes beyond its limit uses up nothing of the others; visitors behind a proxy have more', () => {
  const visitsOf = (limit: ClientLimit, key: string, network: string, isShared: boolean) => {
    let visits = 0
    while (visits < 2_000 && limit.isWithin({ ip: '', key, network, isShared }, true)) visits++
    return visits
  }
  const limit = new ClientLimit()
  const alone = visitsOf(limit, '2001:db8:7:1::/64', '2001:db8:7::/48', false)
  expect(visitsOf(limit, '2001:db8:7:2::/64', '2001:db8:7::/48', false)).toBe(alone)
  expect(visitsOf(new ClientLimit(), '127.0.0.1', '127.0.0.1', true)).toBe(1_200)
  expect(visitsOf(new ClientLimit(), '0:0:0:0::/64', '0:0:0::/48', true)).toBe(1_200)
})
