// How long a client is remembered.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientLimit } from './client-limit.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const client = (key: string) => ({ ip: key, key, network: key, isShared: false })

test('an IP address is in memory for its minute and no longer, also where nobody else comes', () => {
  // The cache takes a time of 0 for none.
  vi.advanceTimersByTime(1)
  const limit = new ClientLimit()
  limit.isWithin(client('203.0.113.7'), false)
  vi.advanceTimersByTime(30_000)
  limit.isWithin({ ...client('2001:db8:7:1::/64'), network: '2001:db8:7::/48' }, false)
  // A further visit does not make the minute longer.
  limit.isWithin(client('203.0.113.7'), false)
  expect(limit.size).toBe(3)
  vi.advanceTimersByTime(30_100)
  expect(limit.size).toBe(2)
  vi.advanceTimersByTime(30_000)
  expect(limit.size).toBe(0)
})

test('all visitors behind a proxy that connects by IPv6 may add as much as by IPv4', () => {
  const visitsOf = (key: string, network: string) => {
    const limit = new ClientLimit()
    let visits = 0
    while (limit.isWithin({ ip: '', key, network, isShared: true }, true)) visits++
    return visits
  }
  expect(visitsOf('127.0.0.1', '127.0.0.1')).toBe(1_200)
  expect(visitsOf('0:0:0:0::/64', '0:0:0::/48')).toBe(1_200)
})

test('one block of a network that goes beyond its limit uses up nothing of the others', () => {
  const limit = new ClientLimit()
  const of = (key: string) => ({ ip: '', key, network: '2001:db8:7::/48', isShared: false })
  for (let visit = 0; visit < 1_000; visit++) limit.isWithin(of('2001:db8:7:1::/64'), false)
  expect(limit.isWithin(of('2001:db8:7:2::/64'), false)).toBe(true)
})
