// How the dashboard's home compares counts.
import { expect, test } from 'vitest'
import { change } from './change.ts'

test('a count is compared with that of the period before, where there was one', () => {
  expect(change(118, 100, 30)).toBe('18 % more than the 30 days before')
  expect(change(98, 100)).toBe('2 % fewer')
  expect(change(0, 4)).toBe('100 % fewer')
  expect(change(100, 100, 7)).toBe('as many as the 7 days before')
  expect(change(1001, 1000)).toBe('as many')
  expect(change(5, 0, 30)).toBe('')
})
