// How the dashboard's home says times.
import { expect, test } from 'vitest'
import { dayText, minuteText, momentText, secondText, sinceText, untilText } from './times.tsx'

const at = (text: string) => new Date(`2026-11-${text}`)
const iso = (text: string) => at(text).toISOString()

test('a time is said by how long it is ago within a day, then by its date', () => {
  const now = at('22T12:00:30')
  expect(sinceText(iso('22T12:00:00'), now)).toBe('Just now')
  expect(sinceText(iso('22T12:05:00'), now)).toBe('Just now')
  expect(sinceText(iso('22T11:59:00'), now)).toBe('1 minute ago')
  expect(sinceText(iso('22T09:30:00'), now)).toBe('2 hours ago')
  expect(sinceText(iso('21T23:59:00'), now)).toBe('Yesterday')
  expect(sinceText(iso('20T23:59:00'), now)).toBe('Nov 20, 2026')
})

test('a moment is of today, of yesterday, or has its date', () => {
  const now = at('22T00:10:00')
  expect(momentText(iso('22T00:05:00'), now)).toBe('today, 00:05')
  expect(momentText(iso('21T03:00:00'), now)).toBe('yesterday, 03:00')
  expect(momentText(iso('23T03:00:00'), now)).toBe('Nov 23, 2026, 03:00')
})

test('what is to come is said in minutes', () => {
  const now = at('22T12:00:00').getTime()
  expect(untilText(iso('22T11:00:00'), now)).toBe('in a moment')
  expect(untilText(iso('22T12:01:00'), now)).toBe('in 1 minute')
  expect(untilText(iso('22T12:12:00'), now)).toBe('in 12 minutes')
})

test('a damaged time is shown as it is stored, and takes no page away', () => {
  for (const text of [dayText, minuteText, secondText, sinceText, momentText, untilText])
    for (const damaged of ['', 'not a time', '2026-13-40T00:00:00Z']) expect(text(damaged)).toBe(damaged)
})
