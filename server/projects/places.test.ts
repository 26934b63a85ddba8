// Places as texts: their order, and that there is one between any two.
import { expect, test } from 'vitest'
import { firstPlace, placeAbove, placeBelow, placesBetween } from './places.ts'

const ids = ['0'.repeat(24), '00000000000000000000000f', 'a'.repeat(24), 'f'.repeat(24)]
const times = ['2020-02-29T23:59:59.999Z', '2026-11-22T20:42:48.000Z', '2026-11-22T20:42:48.001Z']

test('first places are in the order of time and id', () => {
  const places = times.flatMap((time) => ids.map((id) => firstPlace(time, id)))
  expect(places.toSorted()).toEqual(places)
  expect(new Set(places).size).toBe(places.length)
})

test('there is a place above and below any other, of the length of a time', () => {
  for (const place of [...times.map((time) => firstPlace(time, 'f'.repeat(24))), '2', '2026112220424800f']) {
    expect(placeAbove(place) > place).toBe(true)
    expect(placeBelow(place) < place).toBe(true)
    expect([placeAbove(place).length, placeBelow(place).length]).toEqual([17, 17])
  }
})

test('a project added later is above one that was moved to the top before', () => {
  const top = placeAbove(firstPlace('2026-11-22T20:42:48.009Z', 'a'.repeat(24)))
  expect(firstPlace('2026-11-22T20:42:48.011Z', '0'.repeat(24)) > top).toBe(true)
})

test('between any two places there are as many more as wanted, distinct and in order', () => {
  const places = times.flatMap((time) => ids.map((id) => firstPlace(time, id)))
  for (const [n, lower] of places.entries())
    for (const upper of places.slice(n + 1))
      for (const count of [1, 2, 65]) {
        const all = [lower, ...placesBetween(lower, upper, count), upper]
        expect(all.toSorted()).toEqual(all)
        expect(new Set(all).size).toBe(count + 2)
      }
})

test('a place grows by one digit in about four moves into the same gap', () => {
  const lower = '2026'
  let upper = '2027'
  for (let moves = 0; moves < 200; moves++) {
    const [middle = ''] = placesBetween(lower, upper, 1)
    expect(middle > lower && middle < upper).toBe(true)
    upper = middle
  }
  expect(upper.length).toBeLessThan(60)
})
