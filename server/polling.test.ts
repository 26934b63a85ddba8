// Polling: one run at a time, and none is lost.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startPolling } from './polling.ts'

function polled() {
  const ends: (() => void)[] = []
  let listener = () => {}
  let isSubscribed = true
  const end = startPolling({
    interval: 60_000,
    subscribe: (poll) => {
      listener = poll
      return () => {
        isSubscribed = false
      }
    },
    run: () => new Promise<void>((resolve) => ends.push(resolve)),
  })
  return { end, ends, poll: () => listener(), isSubscribed: () => isSubscribed }
}

test('runs at once; polls during a run start one more after it', async () => {
  const { end, ends, poll } = polled()
  expect(ends).toHaveLength(1)
  poll()
  poll()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await turn()
  expect(ends).toHaveLength(2)
  ends[1]?.()
  await turn()
  expect(ends).toHaveLength(2)
  await end()
})

test('the end waits for the run under way, and starts no other one', async () => {
  const { end, ends, poll, isSubscribed } = polled()
  poll()
  let hasEnded = false
  const ending = end().then(() => {
    hasEnded = true
  })
  expect(isSubscribed()).toBe(false)
  await turn()
  expect(hasEnded).toBe(false)
  ends[0]?.()
  await ending
  poll()
  expect(ends).toHaveLength(1)
})
