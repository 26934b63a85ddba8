// What must survive a spreadsheet: quotes, separators, line breaks, and nothing that executes.
import { expect, test } from 'vitest'
import { csvRow } from './csv.ts'

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
])('a cell that begins with %j is text, not a formula', (first) => {
  expect(csvRow([`${first}cmd|' /C calc'!A0`])).toBe(`"'${first}cmd|' /C calc'!A0"\r\n`)
})

test('a formula sign inside a cell is left alone', () => {
  expect(csvRow(['1+1=2', 'a-b', 'x@y.z', ' a＝b'])).toBe('"1+1=2","a-b","x@y.z"," a＝b"\r\n')
})
