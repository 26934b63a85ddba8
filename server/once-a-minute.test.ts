// Which lines are let through.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OnceAMinute } from './once-a-minute.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('of each kind the first line is due at once, and the next one a minute later', () => {
  const lines = new OnceAMinute()
  expect([lines.isDue('disk'), lines.isDue('disk'), lines.isDue('database')]).toEqual([true, false, true])
  vi.advanceTimersByTime(59_999)
  expect(lines.isDue('disk')).toBe(false)
  vi.advanceTimersByTime(1)
  expect([lines.isDue('disk'), lines.isDue('disk')]).toEqual([true, false])
})
