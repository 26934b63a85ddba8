// How the dashboard's home says times.
import { expect, test } from 'vitest'
import { dayText, minuteText, momentText, secondText, sinceText, untilText } from './times.tsx'

const at = (text: string) => new Date(`2026-11-${text}`)

const until = (time: string, now: Date) => untilText(time, now.getTime())

test.each([
  ['22T12:00:00', '22T12:00:30', 'Just now', sinceText],
  ['22T12:05:00', '22T12:00:30', 'Just now', sinceText],
  ['22T11:59:00', '22T12:00:30', '1 minute ago', sinceText],
  ['22T09:30:00', '22T12:00:30', '2 hours ago', sinceText],
  ['21T23:59:00', '22T12:00:30', 'Yesterday', sinceText],
  ['20T23:59:00', '22T12:00:30', 'Nov 20, 2026', sinceText],
  ['22T00:05:00', '22T00:10:00', 'today, 00:05', momentText],
  ['21T03:00:00', '22T00:10:00', 'yesterday, 03:00', momentText],
  ['23T03:00:00', '22T00:10:00', 'Nov 23, 2026, 03:00', momentText],
  ['22T11:00:00', '22T12:00:00', 'in a moment', until],
  ['22T12:01:00', '22T12:00:00', 'in 1 minute', until],
  ['22T12:12:00', '22T12:00:00', 'in 12 minutes', until],
])('November %s is, at %s, "%s"', (time, now, said, text) => {
  expect(text(at(time).toISOString(), at(now))).toBe(said)
})

test('a damaged time is shown as it is stored, and takes no page away', () => {
  for (const text of [dayText, minuteText, secondText, sinceText, momentText, untilText])
    for (const damaged of ['', 'not a time', '2026-13-40T00:00:00Z']) expect(text(damaged)).toBe(damaged)
})
