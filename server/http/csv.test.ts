// What must survive a spreadsheet: quotes, separators, line breaks, and nothing that executes.
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { csvRow, sendCsv } from './csv.ts'
import type { Env } from './env.ts'

test('plain cells are quoted and end with CRLF', () => {
  expect(csvRow(['Ann', '', 'übung'])).toBe('"Ann","","übung"\r\n')
})

test('quotes are doubled; commas, semicolons and line breaks stay inside their cell', () => {
  expect(csvRow(['say "hi"', 'a,b;c', 'one\ntwo\r\nthree'])).toBe(
    '"say ""hi""","a,b;c","one\ntwo\r\nthree"\r\n',
  )
})

test.each([
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＋',
  '－',
  '＠',
  '\t',
  '\r',
  '\n',
  ' =',
  '\u3000＝',
  '\u200b@',
  '\u0001+',
  '\ufeff=',
  '\u2060=',
  '\u00ad-',
  '\u202e+',
  '\u2067@',
  '\u00a0=',
  // No format characters, and as invisible: a joiner, Hangul fillers, a variation selector.
  '\u034f=',
  '\u115f+',
  '\u3164=',
  '\uffa0-',
  '\ufe0f@',
])('a cell that begins with %j is text, not a formula', (first) => {
  expect(csvRow([`${first}cmd|' /C calc'!A0`])).toBe(`"'${first}cmd|' /C calc'!A0"\r\n`)
})

test('a formula sign inside a cell is left alone', () => {
  expect(csvRow(['1+1=2', 'a-b', 'x@y.z', ' a＝b'])).toBe('"1+1=2","a-b","x@y.z"," a＝b"\r\n')
})

test('other work runs between two batches, also where the database answers at once', async () => {
  let turns = 0
  const turn = () => {
    turns++
    timer = setImmediate(turn)
  }
  let timer = setImmediate(turn)
  async function* rows() {
    for (let batch = 0; batch < 20; batch++) yield csvRow([`${turns}`])
  }
  const app = new Hono<Env>().get('/', (c) => sendCsv(c, 'x.csv', rows(), async () => {}))
  const text = await (await app.request('/')).text()
  clearImmediate(timer)
  const seen = [...text.matchAll(/"(\d+)"/g)].map(([, count]) => count)
  // All but the first few, which are read before the response begins.
  expect(new Set(seen).size).toBeGreaterThanOrEqual(16)
})
