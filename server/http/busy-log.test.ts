// Requests that are rejected because the server is busy: the log has their number, not a line for each.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Log } from '../log.ts'
import { BusyLog } from './busy-log.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('the first is logged at once, all others together ten seconds later', () => {
  const warn = vi.fn()
  const log = new BusyLog({ warn } as unknown as Log)
  for (let n = 0; n < 5_000; n++) log.note('The site is busy.')
  vi.advanceTimersByTime(10_000)
  log.note('Too many images.')
  expect(warn.mock.calls).toEqual([
    [{ event: 'server.busy', rejected: 1 }, 'The site is busy.'],
    [{ event: 'server.busy', rejected: 5_000 }, 'Too many images.'],
  ])
})
