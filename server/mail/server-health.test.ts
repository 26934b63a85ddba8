// When a mail server in trouble is tried again.
import { beforeEach, describe, expect, test } from 'vitest'
import { ServerHealth } from './server-health.ts'

const second = 1_000
const minute = 60 * second
let health: ServerHealth

beforeEach(() => {
  health = new ServerHealth()
})

/** Fails every attempt that may be made until `end`, and tells when each was made. */
function attemptsUntil(end: number, kind: 'unavailable' | 'misconfigured' = 'unavailable'): number[] {
  const attempts: number[] = []
  for (let now = 0; now <= end; now += second)
    if (health.mayTry(now, false)) {
      attempts.push(now)
      health.trying(now)
      health.failed(kind, now, now)
    }
  return attempts
}

const longestGap = (times: number[]) =>
  Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? 0)))

describe('a mail server that cannot be reached', () => {
  test('is tried again within 15 seconds during the first ten minutes, at most every 5', () => {
    const times = attemptsUntil(10 * minute)
    expect(longestGap(times)).toBeLessThanOrEqual(15 * second)
    expect(times.length).toBeLessThanOrEqual(120)
  })

  test('is tried again within ten minutes, however long it has been away', () => {
    const times = attemptsUntil(48 * 60 * minute)
    expect(longestGap(times)).toBe(10 * minute)
  })

  test('is tried again on time while earlier attempts hang', () => {
    health.failed('unavailable', 0, 0)
    const hanging: number[] = []
    const starts: number[] = []
    for (let now = second; now <= 10 * minute; now += second) {
      for (const started of hanging.splice(0)) {
        if (now - started < 40 * second) hanging.push(started)
        else health.failed('unavailable', started, now)
      }
      if (!health.mayTry(now, false)) continue
      health.trying(now)
      hanging.push(now)
      starts.push(now)
    }
    expect(longestGap(starts)).toBeLessThanOrEqual(16 * second)
  })

  test('sets everything free with its first success, and only with the first', () => {
    health.failed('unavailable', 0, 0)
    expect(health.succeeded(9 * second)).toBe(true)
    expect(health.succeeded(10 * second)).toBe(false)
    expect(health.inTrouble).toBe(false)
  })

  test('is not in trouble because an attempt ends that began before its last success', () => {
    health.failed('unavailable', 0, 0)
    health.succeeded(10 * second)
    expect(health.failed('unavailable', 9 * second, 40 * second)).toBe(true)
    expect(health.inTrouble).toBe(false)
  })

  test('is tried at once after the clock was set back', () => {
    health.trying(60 * minute)
    health.failed('unavailable', 60 * minute, 60 * minute)
    expect(health.mayTry(0, false)).toBe(true)
  })
})

test('a rejected login is tried with pauses that double, so that nobody is banned', () => {
  const times = attemptsUntil(60 * minute, 'misconfigured')
  expect(times.slice(0, 6)).toEqual([0, 5, 15, 35, 75, 155].map((time) => time * second))
  expect(longestGap(times)).toBe(10 * minute)
  expect(health.mayTry((times.at(-1) ?? 0) + 10 * second, true)).toBe(false)
})

test('attempts that ran side by side count as one rejected login', () => {
  for (let attempt = 0; attempt < 8; attempt++) health.failed('misconfigured', 0, second)
  expect(health.mayTry(6 * second, false)).toBe(true)
})

test('a message that hangs the server by itself does not hold a new one', () => {
  const end = 60 * minute
  attemptsUntil(end)
  expect(health.mayTry(end + 6 * second, false)).toBe(false)
  expect(health.mayTry(end + 6 * second, true)).toBe(true)
})

test('single deferred messages are no trouble of the server, many in a row are', () => {
  for (let message = 0; message < 7; message++) health.failed('deferred', 0, second)
  expect(health.inTrouble).toBe(false)
  health.failed('deferred', 0, second)
  expect(health.inTrouble).toBe(true)
})
